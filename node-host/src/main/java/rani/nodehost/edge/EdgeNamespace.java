// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.edge;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import rani.ground.LabFailure;
import rani.live.edge.EdgeSetup;
import rani.live.edge.ProcessDescriptors;
import rani.model.topology.TopologyNode;
import rani.wire.Address;
import rani.world.Facts;

/**
 * The namespaces of an edge, which last as long as this process holds their descriptors: one of
 * users, which gives every user the right to the others, one of networks, with the TUN device, and
 * one of mounts. No process needs to stay in them.
 *
 * @param process that holds the descriptors: this one
 * @param user descriptor of the user namespace
 * @param net descriptor of the network namespace
 * @param mnt descriptor of the mount namespace
 * @param apart options of unshare(1) that give a program a PID namespace of its own
 */
public record EdgeNamespace(long process, int user, int net, int mnt, List<String> apart)
    implements Facts {
  /** Of a device for a node without links. */
  static final int MTU_BYTES = 1500;

  /** Namespaces, in the order of the components. */
  private static final List<String> KINDS = List.of("user", "net", "mnt");

  private static final int NOT_OPEN = -1;

  /** Seconds that the setup may take; some tenths are usual. */
  private static final int SETUP_SECONDS_MAX = 20;

  /** Seconds that a command may take to end after SIGTERM. */
  private static final int END_SECONDS_MAX = 2;

  /**
   * Options of unshare(1) for a PID namespace, best first: a user without capabilities needs one
   * more user namespace, and many containers allow no {@code /proc} of its own.
   */
  private static final List<List<String>> APART =
      List.of(
          List.of("--mount-proc"),
          List.of(),
          List.of("--user", "--map-current-user", "--mount-proc"),
          List.of("--user", "--map-current-user"));

  /**
   * New namespaces.
   *
   * @param device descriptor of the TUN device within
   * @param hosts their {@code /etc/hosts}
   */
  record Opened(EdgeNamespace namespace, int device, HostsFile hosts) {}

  /** Returns why no edge can be made on this machine; empty if one can. Makes one and closes it. */
  public static Optional<String> obstacle() {
    try {
      Opened opened = create("192.0.2.1", MTU_BYTES, "", List.of());
      opened.namespace.close();
      opened.hosts.close();
      ProcessDescriptors.close(opened.device);
      return Optional.empty();
    } catch (LabFailure e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Creates the namespaces and the device. Throws if this machine forbids it.
   *
   * @param address the node's virtual address
   * @param congestion TCP's congestion control; empty for the machine's
   * @param nodes whose names are known within
   */
  static Opened create(String address, int mtuBytes, String congestion, List<TopologyNode> nodes)
      throws LabFailure {
    try {
      List<String> arguments = new ArrayList<>(List.of(address, "" + mtuBytes, congestion));
      nodes.stream()
          .map(node -> Address.text(node.virtualAddress() & -1 << Byte.SIZE))
          .distinct()
          .forEach(arguments::add);
      return create(arguments, nodes);
    } catch (IOException | URISyntaxException e) {
      throw new LabFailure("no edge can be made here: " + e.getMessage(), e);
    }
  }

  private static Opened create(List<String> arguments, List<TopologyNode> nodes)
      throws LabFailure, IOException, URISyntaxException {
    Path code =
        Path.of(EdgeSetup.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    ProcessBuilder setup =
        new ProcessBuilder("unshare", "--user", "--map-current-user", "--keep-caps");
    setup
        .command()
        .addAll(
            List.of(
                "--net",
                "--mount",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-Xmx32m",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                code.toString(),
                EdgeSetup.class.getName()));
    setup.command().addAll(arguments);
    setup.environment().remove("JAVA_TOOL_OPTIONS"); // of which a JVM would tell
    Process process = setup.redirectErrorStream(true).start();
    var _ = Thread.ofVirtual().name("rani-edge-setup").start(() -> endInTime(process));
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
      String answer = lines.readLine();
      if (answer == null || !answer.startsWith(EdgeSetup.OK)) {
        String why = answer == null ? "unshare has ended" : answer;
        throw new LabFailure("no edge can be made here: " + why);
      }
      long there = process.pid(); // unshare replaces itself by its command
      String[] descriptors = answer.substring(EdgeSetup.OK.length()).split(" ", 2);
      HostsFile hosts = HostsFile.open(Path.of("/proc/" + there + "/fd/" + descriptors[1]));
      return opened(there, Integer.parseInt(descriptors[0]), hosts, nodes, KINDS);
    } finally {
      process.destroyForcibly();
    }
  }

  /** Opens what the setup has made; closes all that it has opened, and the file, if it fails. */
  static Opened opened(
      long there, int deviceThere, HostsFile hosts, List<TopologyNode> nodes, List<String> kinds)
      throws LabFailure, IOException {
    List<Integer> namespaces = new ArrayList<>();
    int device = NOT_OPEN;
    boolean isDone = false;
    try {
      hosts.write(nodes);
      device = ProcessDescriptors.take(there, deviceThere);
      for (String kind : kinds) {
        namespaces.add(ProcessDescriptors.openNamespace(there, kind));
      }
      EdgeNamespace namespace = apart(namespaces.get(0), namespaces.get(1), namespaces.get(2));
      isDone = true;
      return new Opened(namespace, device, hosts);
    } finally {
      if (!isDone) {
        hosts.close();
        namespaces.forEach(ProcessDescriptors::close);
        if (device != NOT_OPEN) {
          ProcessDescriptors.close(device);
        }
      }
    }
  }

  /** Finds out what this machine allows. */
  private static EdgeNamespace apart(int user, int net, int mnt) throws LabFailure, IOException {
    String why = "";
    for (List<String> options : APART) {
      EdgeNamespace edge =
          new EdgeNamespace(ProcessHandle.current().pid(), user, net, mnt, options);
      List<String> words = new ArrayList<>(edge.joining(Path.of("/")));
      words.add("true");
      Process tried = new ProcessBuilder(words).redirectErrorStream(true).start();
      try (BufferedReader lines = tried.inputReader(UTF_8)) {
        String line = lines.readLine(); // null at the end
        if (line == null && tried.waitFor() == 0) {
          return edge;
        }
        why = line == null ? "exit code " + tried.exitValue() : line;
      } catch (InterruptedException e) {
        tried.destroyForcibly();
        Thread.currentThread().interrupt();
        why = "interrupted";
        break;
      }
    }
    throw new LabFailure("no program can be started at an edge here: " + why);
  }

  private static void endInTime(Process process) {
    try {
      if (!process.waitFor(SETUP_SECONDS_MAX, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
    }
  }

  /**
   * Returns the words before a command that run it in these namespaces, as the same user, in a PID
   * namespace of its own. A shell is its first process, which waits for the command and has its
   * exit code; when it ends the kernel kills whatever the command has started. All are killed, too,
   * when the thread that starts them ends, however that ends (prctl(2)), so this has to be one that
   * lasts. The first process passes no signal on: see {@link #end}.
   *
   * @param folder where the command runs
   */
  public List<String> joining(Path folder) {
    String descriptors = "/proc/" + process + "/fd/";
    List<String> words = new ArrayList<>();
    words.addAll(
        List.of(
            "nsenter",
            "--preserve-credentials",
            "--user=" + descriptors + user,
            "--net=" + descriptors + net,
            "--mount=" + descriptors + mnt,
            "--wdns=" + folder.toAbsolutePath(),
            "setpriv",
            "--pdeathsig",
            "KILL",
            "sh",
            "-c",
            "[ $PPID = $0 ] && exec unshare \"$@\"", // the parent may have ended before
            "" + ProcessHandle.current().pid(),
            "--pid",
            "--fork",
            "--kill-child"));
    words.addAll(apart);
    words.addAll(List.of("sh", "-c", "trap : INT; \"$@\"; exit $?", "sh"));
    return words;
  }

  /**
   * Ends a command that runs behind the words of {@link #joining}: by SIGTERM, and by SIGKILL if it
   * takes too long.
   */
  public static void end(Process joined) throws InterruptedException {
    joined
        .children() // the shell that waits for the command
        .flatMap(ProcessHandle::children)
        .forEach(ProcessHandle::destroy);
    if (!joined.waitFor(END_SECONDS_MAX, TimeUnit.SECONDS)) {
      joined.destroyForcibly().waitFor();
    }
  }

  /** Closes the descriptors; processes within go on without the device. */
  void close() {
    List.of(user, net, mnt).forEach(ProcessDescriptors::close);
  }
}
