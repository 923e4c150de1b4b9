// SPDX-License-Identifier: Apache-2.0
package rani.testbed.process;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The command that starts a node's JVM.
 *
 * @param java the JVM and everything up to its main class
 */
public record NodeCommand(List<String> java) {
  /** The system property with the JVM arguments of {@code ./rani}. */
  public static final String OPTIONS_PROPERTY = "rani.jvm.options";

  /** The system property with the JVM arguments of nodes. */
  public static final String NODE_OPTIONS_PROPERTY = "rani.node.options";

  private static final String VERBS = "rani.tools/rani.tools.Rani";
  private static final String NODE = "rani.nodehost/rani.nodehost.jvm.NodeMain";

  /** The environment variable that adds JVM options for nodes, separated by blanks. */
  public static final String NODE_OPTIONS_VARIABLE = "RANI_NODE_OPTIONS";

  private static final String FIRST_COMPILER_ONLY = "-XX:TieredStopAtLevel=1";

  /**
   * A node whose heap is exhausted ends, and its JVM logs it for {@link ExitCause}.
   *
   * <p>A node needs little memory; the rest belongs to its neighbours. So do the processors: the
   * optimizing compiler would use seconds of them while the nodes of a network start, and delay
   * them. Without it a node forwards two thirds as much; {@code
   * RANI_NODE_OPTIONS=-XX:TieredStopAtLevel=4} brings it back.
   */
  private static final List<String> NODE_OPTIONS =
      List.of(
          "-Xms16m",
          "-Xmx256m",
          "-Xss512k",
          FIRST_COMPILER_ONLY,
          "-XX:+ExitOnOutOfMemoryError",
          "-XX:+DisplayVMOutputToStderr");

  /**
   * Ctrl-C and a closed terminal reach every process of the terminal. A node ignores them from
   * before its JVM begins; the process that started it ends it.
   */
  private static final List<String> DEAF_TO_TERMINAL =
      List.of("/bin/sh", "-c", "trap '' INT HUP; exec \"$@\"", "rani-node");

  public NodeCommand {
    java = List.copyOf(java);
  }

  /** Starts nodes as this JVM was started: by the launcher, from modules, or on a class path. */
  public static NodeCommand ofThisJvm() {
    return asNode(byHand());
  }

  /**
   * A JVM of the command line with a node's JVM options: for a node with more options, or several.
   */
  public static NodeCommand ofVerbs() {
    return asNode(verb());
  }

  private static NodeCommand asNode(List<String> java) {
    List<String> words = new ArrayList<>(java);
    words.addAll(1, addedOptions());
    words.addAll(1, NODE_OPTIONS);
    return new NodeCommand(words);
  }

  /** The command of a JVM of the command line, as this one was started, up to its main class. */
  public static List<String> verb() {
    return jvm(OPTIONS_PROPERTY, VERBS);
  }

  /** The command of a node that is started by hand, up to its main class. */
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

  /** The arguments of {@link #keeper} between the main class and the run's folder. */
  public static final String KEEPER_VERB = "keep-hosts";

  /** The whole command of a run's supervisor of other hosts. */
  public static List<String> keeper(Path run) {
    List<String> words = new ArrayList<>();
    if (File.separatorChar == '/') {
      words.addAll(DEAF_TO_TERMINAL);
    }
    words.addAll(verb());
    words.addAll(List.of(KEEPER_VERB, run.toString()));
    return words;
  }

  private static List<String> addedOptions() {
    String added = System.getenv(NODE_OPTIONS_VARIABLE);
    return added == null || added.isBlank() ? List.of() : List.of(added.strip().split("\\s+"));
  }

  /** A copy with the optimizing compiler, for a node that has a processor to itself. */
  public NodeCommand optimized() {
    return new NodeCommand(
        java.stream().filter(word -> !word.equals(FIRST_COMPILER_ONLY)).toList());
  }

  /** The whole command of one node. */
  public List<String> of(Path topology, String node) {
    List<String> words = new ArrayList<>();
    if (File.separatorChar == '/') {
      words.addAll(DEAF_TO_TERMINAL);
    }
    words.addAll(java);
    words.addAll(List.of("node", "--topology", topology.toString(), "--name", node, "--managed"));
    return words;
  }
}
