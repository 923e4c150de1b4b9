// SPDX-License-Identifier: Apache-2.0
package rani.model.host;

import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.regex.Pattern;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedScalar;
import rani.model.file.MapReader;
import rani.model.file.Problems;
import rani.model.file.Quoted;
import rani.model.file.UnitError;

/** Reads the hosts of a topology. */
public final class HostReader {
  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,31}");

  /** What OpenSSH and a shell may be told; nothing that either would take for an option. */
  private static final Pattern DESTINATION =
      Pattern.compile("[A-Za-z0-9_:][A-Za-z0-9._:%-]{0,252}");

  private static final Pattern USER = Pattern.compile("[A-Za-z_][A-Za-z0-9._@-]{0,63}");

  /** A folder is written into a shell's command line. */
  private static final Pattern FOLDER = Pattern.compile("[A-Za-z0-9/._][A-Za-z0-9/._+ -]{0,199}");

  private static final Pattern OPTION =
      Pattern.compile("[A-Za-z][A-Za-z0-9]{1,39}[= ][^\\p{Cntrl}]{1,500}");
  private static final int PORT_MAX = 0xFFFF;

  private final Problems problems;

  private HostReader(Problems problems) {
    this.problems = problems;
  }

  /** The hosts by name; what is wrong with them goes to {@code problems}. */
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

  /** All hosts on the loopback are one machine in truth; one alone is beyond the others' reach. */
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
    String address =
        reader
            .scalar("address", "an IPv4 or IPv6 address", HostReader::address)
            .orElse("127.0.0.1");
    TopologyHost.By by = reader.oneOf("by", TopologyHost.By.class).orElse(TopologyHost.By.SSH);
    TopologyHost host =
        new TopologyHost(
            name,
            address,
            by,
            text(reader, "ssh", DESTINATION, "a host, such as `lab1` or `192.168.1.7`", address),
            text(reader, "user", USER, "a login", ""),
            reader.integer("port", 1, PORT_MAX).orElse(0L).intValue(),
            options(reader),
            text(
                reader,
                "folder",
                FOLDER,
                "a folder, such as `" + TopologyHost.FOLDER + "`",
                TopologyHost.FOLDER),
            tokenFile(reader));
    reader.finish();
    checkWay(host, map);
    return host;
  }

  /** As a path that does not depend on where the topology's file is. */
  private static String tokenFile(MapReader reader) {
    return reader
        .text("token-file")
        .map(
            file ->
                Path.of(reader.at("token-file").file())
                    .toAbsolutePath()
                    .resolveSibling(file)
                    .normalize()
                    .toString())
        .orElse("");
  }

  private List<String> options(MapReader reader) {
    List<String> options = new ArrayList<>();
    for (LocatedScalar option : reader.texts("options")) {
      if (OPTION.matcher(option.text()).matches()) {
        options.add(option.text());
      } else {
        problems.report(
            option.at(),
            Quoted.of(option.text()) + " is no option of OpenSSH",
            () -> "as ssh's `-o` takes it, such as `ProxyJump=gate.example.org`");
      }
    }
    if (options.size() > TopologyHost.OPTIONS_MAX) {
      problems.report(
          reader.at("options"),
          options.size() + " options, at most " + TopologyHost.OPTIONS_MAX + " are allowed");
    }
    return options;
  }

  /** Each way to a host has keys of its own. */
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

  private static String text(
      MapReader reader, String key, Pattern pattern, String kind, String otherwise) {
    return reader
        .scalar(
            key,
            kind,
            text -> {
              if (!pattern.matcher(text).matches()) {
                throw new UnitError(Quoted.of(text) + " is not " + kind);
              }
              return text;
            })
        .orElse(otherwise);
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
