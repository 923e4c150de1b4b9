// SPDX-License-Identifier: Apache-2.0
package rani.model.host;

import java.net.InetAddress;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.regex.Pattern;
import rani.model.file.Form;
import rani.model.file.Keys;
import rani.model.file.Kind;
import rani.model.file.LocatedMap;
import rani.model.file.MapReader;
import rani.model.file.Problems;
import rani.model.file.Quoted;
import rani.model.file.UnitError;
import rani.model.file.Vocabulary;

public final class HostReader {
  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,31}");
  private static final Pattern OPTION =
      Pattern.compile("[A-Za-z][A-Za-z0-9]{1,39}[= ][^\\p{Cntrl}]{1,500}");

  private static final Kind<String> ADDRESS =
      Kind.text("an IPv4 or IPv6 address", HostReader::address);

  /** Destination for OpenSSH, without anything that ssh or a shell would interpret. */
  private static final Kind<String> DESTINATION =
      matching("[A-Za-z0-9_:][A-Za-z0-9._:%-]{0,252}", "a host, such as `lab1` or `192.168.1.7`");

  private static final Kind<String> USER = matching("[A-Za-z_][A-Za-z0-9._@-]{0,63}", "a login");

  /** Folder on the host, without anything that a shell would interpret. */
  private static final Kind<String> FOLDER =
      matching(
          "[A-Za-z0-9/._][A-Za-z0-9/._+ -]{0,199}",
          "a folder, such as `" + TopologyHost.FOLDER + "`");

  private static final Kind<String> OPTIONS = Kind.text("text", HostReader::option);
  private static final Kind<Long> PORT = Kind.within(Kind.INTEGER, 1L, 0xFFFFL);
  private static final Kind<TopologyHost.By> BY = Kind.oneOf(TopologyHost.By.class);

  public static final Form HOSTS =
      new Form.Named(
          Form.NAME,
          new Form.Mapping(
              () ->
                  Vocabulary.of(keys -> host(keys, defaults("", ""), Kind.TEXT))
                      .required("address")
                      .varying("port")));

  private final Problems problems;

  private HostReader(Problems problems) {
    this.problems = problems;
  }

  public static SequencedMap<String, TopologyHost> read(LocatedMap hosts, Problems problems) {
    SequencedMap<String, TopologyHost> read = new LinkedHashMap<>();
    HostReader reader = new HostReader(problems);
    hosts
        .entries()
        .forEach(
            (name, entry) ->
                MapReader.mapOf(entry.value(), "host " + Quoted.of(name), problems)
                    .ifPresent(map -> read.put(name, reader.host(name, entry, map))));
    if (read.size() > TopologyHost.HOSTS_MAX) {
      problems.report(
          hosts.at(), read.size() + " hosts, at most " + TopologyHost.HOSTS_MAX + " are allowed");
    }
    List<String> here =
        read.values().stream().filter(TopologyHost::isHere).map(TopologyHost::name).toList();
    if (here.size() > 1) {
      problems.report(
          hosts.keyAt(here.get(1)),
          Quoted.in("host %s cannot be here, too: that is %s", here.get(1), here.getFirst()),
          () -> "one host is the machine that starts the network, or none");
    }
    reader.checkLoopback(hosts, read);
    return read;
  }

  /**
   * Reports loopback addresses of some hosts. If all hosts have loopback addresses they are one
   * machine; a single one could not be reached by the others.
   */
  private void checkLoopback(LocatedMap hosts, SequencedMap<String, TopologyHost> read) {
    List<TopologyHost> loopback =
        read.values().stream().filter(host -> host.inetAddress().isLoopbackAddress()).toList();
    if (loopback.size() == read.size()) {
      return;
    }
    for (TopologyHost host : loopback) {
      problems.report(
          hosts.keyAt(host.name()),
          "host " + Quoted.of(host.name()) + " has " + host.address() + ", which is within itself",
          () -> "`address` is the one by which the other hosts reach it, such as 192.168.1.7");
    }
  }

  private TopologyHost host(String name, LocatedMap.Entry entry, LocatedMap map) {
    if (!NAME.matcher(name).matches()) {
      problems.report(
          entry.keyAt(),
          Quoted.of(name) + " cannot name a host",
          () -> "a letter, then up to 31 letters, digits, `-` or `_`");
    }
    MapReader reader = new MapReader(map, problems);
    reader.require("address");
    // an absolute path, independent of where the topology's file is
    Path file = Path.of(map.at().file()).toAbsolutePath();
    Kind<String> tokenFile =
        Kind.text("text", said -> file.resolveSibling(said).normalize().toString());
    TopologyHost host = host(reader, defaults(name, "127.0.0.1"), tokenFile);
    reader.finish();
    if (host.options().size() > TopologyHost.OPTIONS_MAX) {
      problems.report(
          reader.at("options"),
          "%d options, at most %d are allowed"
              .formatted(host.options().size(), TopologyHost.OPTIONS_MAX));
    }
    checkWay(host, map);
    return host;
  }

  private static TopologyHost defaults(String name, String address) {
    return new TopologyHost(
        name, address, TopologyHost.By.SSH, "", "", 0, List.of(), TopologyHost.FOLDER, "");
  }

  public static void put(Keys tree, TopologyHost host) {
    host(tree, host, Kind.TEXT);
  }

  private static TopologyHost host(Keys keys, TopologyHost host, Kind<String> tokenFile) {
    boolean bySsh =
        host.by() == TopologyHost.By.SSH; // also true for the defaults while a file is read
    String address =
        keys.value(
            "address",
            ADDRESS,
            "The IPv4 or IPv6 address by which the other hosts reach it; links between hosts are"
                + " bound to it.",
            host.address());
    TopologyHost.By by =
        keys.value(
            "by",
            BY,
            "How it is reached: by your OpenSSH, by an agent that listens there, or not at all"
                + " because it is this machine.",
            host.by());
    String ssh = host.ssh().isEmpty() ? address : host.ssh();
    ssh =
        bySsh
            ? keys.value(
                "ssh",
                DESTINATION,
                "What ssh is told to connect to, such as an alias of your configuration. By default"
                    + " the address.",
                ssh)
            : ssh;
    String folder =
        bySsh
            ? keys.value(
                "folder",
                FOLDER,
                "Where the distribution and the files of runs are put; below the login's home"
                    + " unless it begins with a slash.",
                host.folder())
            : host.folder();
    String user =
        keys.unlessUsual(
            "user",
            USER,
            "The login there. By default what your ssh configuration says.",
            "",
            host.user());
    List<String> options =
        keys.values("options", OPTIONS, "Options for ssh, each as -o takes it.", host.options());
    String token =
        keys.unlessUsual(
            "token-file",
            tokenFile,
            "Holds the token of an agent that listens.",
            "",
            host.tokenFile());
    int port =
        keys.unlessUsual(
                "port", PORT, "Of its ssh server, or of its agent.", 0L, (long) host.port())
            .intValue();
    return new TopologyHost(host.name(), address, by, ssh, user, port, options, folder, token);
  }

  private static String option(String text) throws UnitError {
    if (OPTION.matcher(text).matches()) {
      return text;
    }
    throw new UnitError(
        Quoted.of(text) + " is no option of OpenSSH",
        "as ssh's `-o` takes it, such as `ProxyJump=gate.example.org`");
  }

  /** Reports keys that do not apply to the way in which the host is reached. */
  private void checkWay(TopologyHost host, LocatedMap map) {
    List<String> foreign =
        switch (host.by()) {
          case SSH -> List.of("token-file");
          case AGENT -> List.of("ssh", "user", "options", "folder");
          case HERE -> List.of("ssh", "user", "port", "options", "folder", "token-file");
        };
    for (String key : foreign) {
      if (map.get(key).filter(value -> !value.isNull()).isPresent()) {
        String by = MapReader.nameOf(host.by());
        problems.report(
            map.keyAt(key), Quoted.of(key) + " is not for a host that is reached `by: " + by + "`");
      }
    }
    if (host.by() == TopologyHost.By.AGENT && host.tokenFile().isEmpty()) {
      problems.report(
          map.keyAt("by"),
          "`token-file` is missing",
          () -> "`rani agent --listen` prints a token at its start; put it into a file");
    }
  }

  private static Kind<String> matching(String pattern, String words) {
    return Kind.text(
        words,
        text -> {
          if (!text.matches(pattern)) {
            throw new UnitError(Quoted.of(text) + " is not " + words);
          }
          return text;
        });
  }

  private static String address(String text) throws UnitError {
    try {
      InetAddress address = InetAddress.ofLiteral(text);
      if (address.isAnyLocalAddress() || address.isMulticastAddress()) {
        throw new UnitError(
            Quoted.of(text) + " is not the address of a single host",
            "the one by which the other hosts reach it, such as 192.168.1.7");
      }
      return address.getHostAddress();
    } catch (IllegalArgumentException e) {
      throw new UnitError(
          Quoted.of(text) + " is neither an IPv4 nor an IPv6 address",
          "a host name is not resolved: write its address");
    }
  }
}
