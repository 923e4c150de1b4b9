// SPDX-License-Identifier: Apache-2.0
package rani.testbed.process;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The command that starts a node's JVM, up to and including its main class. */
public record NodeCommand(List<String> java) {
  /** System property with the name of the file of JVM arguments of {@code ./rani}. */
  public static final String OPTIONS_PROPERTY = "rani.jvm.options";

  /** System property with the name of the file of JVM arguments of nodes. */
  public static final String NODE_OPTIONS_PROPERTY = "rani.node.options";

  private static final String VERBS = "rani.tools/rani.tools.Rani";
  private static final String NODE = "rani.nodehost/rani.nodehost.jvm.NodeMain";

  /** Environment variable with more JVM options for nodes, separated by blanks. */
  public static final String NODE_OPTIONS_VARIABLE = "RANI_NODE_OPTIONS";

  private static final String TOPOLOGY_OPTION = "--topology";
  private static final String MANAGED_OPTION = "--managed";
  private static final String EXIT_ON_OUT_OF_MEMORY = "-XX:+ExitOnOutOfMemoryError";
  private static final String FIRST_COMPILER_ONLY = "-XX:TieredStopAtLevel=1";

  /**
   * Small memory, because the rest belongs to the node's neighbours. A node whose heap is exhausted
   * ends, and its JVM logs that for {@link ExitCause}. The stack holds calls of three services in
   * WebAssembly within each other, each as deep as it may be.
   *
   * <p>The optimizing compiler is off: it would use seconds of the processors while the nodes of a
   * network start, and delay them. Without it a node forwards two thirds as much; {@code
   * RANI_NODE_OPTIONS=-XX:TieredStopAtLevel=4} turns it on.
   */
  private static final List<String> NODE_OPTIONS =
      List.of(
          "-Xms16m",
          "-Xmx256m",
          "-Xss1m",
          FIRST_COMPILER_ONLY,
          EXIT_ON_OUT_OF_MEMORY,
          "-XX:+DisplayVMOutputToStderr");

  /**
   * Shell command that makes a node ignore SIGINT and SIGHUP before its JVM starts, because the
   * process that started the node ends it, and not the terminal.
   */
  private static final List<String> DEAF_TO_TERMINAL =
      List.of("/bin/sh", "-c", "trap '' INT HUP; exec \"$@\"", "rani-node");

  public NodeCommand {
    java = List.copyOf(java);
  }

  /** Returns the command for nodes: by the launcher, modules or class path, as for this JVM. */
  public static NodeCommand ofThisJvm() {
    return asNode(byHand());
  }

  /** Returns the command for a JVM of the command line with a node's JVM options. */
  public static NodeCommand ofVerbs() {
    return asNode(verb());
  }

  private static NodeCommand asNode(List<String> java) {
    List<String> words = new ArrayList<>(java);
    words.addAll(1, addedOptions());
    words.addAll(1, NODE_OPTIONS);
    return new NodeCommand(words);
  }

  /** Returns the command of a command-line JVM, started like this one, up to its main class. */
  public static List<String> verb() {
    return jvm(OPTIONS_PROPERTY, VERBS);
  }

  /** Returns the command of a node that is started by hand, up to its main class. */
  public static List<String> byHand() {
    return jvm(NODE_OPTIONS_PROPERTY, NODE);
  }

  private static List<String> jvm(String optionsProperty, String main) {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    String plugIns = System.getProperty("jdk.module.upgrade.path");
    if (plugIns != null) { // the jars of RANI_PLUGINS
      words.add("--upgrade-module-path=" + plugIns);
    }
    String options = System.getProperty(optionsProperty);
    String modulePath = System.getProperty("jdk.module.path");
    if (options != null && Files.exists(Path.of(options))) { // not while the caches are being made
      words.add("@" + options);
    } else if (modulePath != null) {
      words.addAll(
          List.of(
              "--add-modules=ALL-MODULE-PATH",
              "--enable-native-access=io.netty.common,rani.live",
              "--module-path=" + modulePath,
              "--module=" + main));
    } else {
      words.addAll(
          List.of(
              "--enable-native-access=ALL-UNNAMED",
              "--class-path=" + System.getProperty("java.class.path"),
              main.substring(main.indexOf('/') + 1)));
    }
    return words;
  }

  /** The argument between the main class and the run's folder in {@link #keeper}. */
  public static final String KEEPER_VERB = "keep-hosts";

  /** Returns the whole command of a run's supervisor of other hosts. */
  public static List<String> keeper(Path run) {
    return ignoringTerminal(verb(), List.of(KEEPER_VERB, run.toString()));
  }

  /** The argument between the main class and the folder in {@link #worker}. */
  public static final String WORKER_VERB = "work-trials";

  /** What the launcher gives a sweep's JVM, whose second compiler has less to do with it. */
  private static final String LESS_INLINED = "-XX:InlineSmallCode=1200";

  /**
   * Returns the whole command of a process that runs trials of a sweep, told on its standard input.
   */
  public static List<String> worker(Path folder) {
    List<String> words = new ArrayList<>(verb());
    words.addAll(1, List.of(LESS_INLINED, EXIT_ON_OUT_OF_MEMORY));
    return ignoringTerminal(words, List.of(WORKER_VERB, folder.toString()));
  }

  private static List<String> addedOptions() {
    String added = System.getenv(NODE_OPTIONS_VARIABLE);
    return added == null || added.isBlank() ? List.of() : List.of(added.strip().split("\\s+"));
  }

  /** Returns a copy with the optimizing compiler, for a node that has a processor to itself. */
  public NodeCommand optimized() {
    return new NodeCommand(
        java.stream().filter(word -> !word.equals(FIRST_COMPILER_ONLY)).toList());
  }

  /** Returns the whole command of one node. */
  public List<String> of(Path topology, String node) {
    return ignoringTerminal(
        java,
        List.of(
            "node",
            TOPOLOGY_OPTION,
            topology.toAbsolutePath().toString(),
            "--name",
            node,
            MANAGED_OPTION));
  }

  /** Returns the topology that a process was given by {@link #of}; empty if it is no such node. */
  public static Optional<Path> topology(ProcessHandle.Info process) {
    List<String> words = List.of(process.arguments().orElse(new String[0]));
    int option = words.lastIndexOf(TOPOLOGY_OPTION);
    boolean isNode = option > 0 && words.getLast().equals(MANAGED_OPTION);
    return isNode ? Optional.of(Path.of(words.get(option + 1))) : Optional.empty();
  }

  private static List<String> ignoringTerminal(List<String> java, List<String> arguments) {
    List<String> words = new ArrayList<>(File.separatorChar == '/' ? DEAF_TO_TERMINAL : List.of());
    words.addAll(java);
    words.addAll(arguments);
    return words;
  }
}
