// SPDX-License-Identifier: Apache-2.0
package rani.testbed.process;

import java.nio.file.Path;
import java.util.List;
import rani.nodehost.jvm.ManagedNode;

/** What stands in for the command line, which this module does not know: one managed node. */
public final class NodeMain {
  private NodeMain() {}

  /** Called as {@code node --topology FILE --name N --managed}. */
  public static void main(String[] arguments) {
    List<String> words = List.of(arguments);
    System.exit(
        ManagedNode.run(
            Path.of(words.get(words.indexOf("--topology") + 1)),
            words.get(words.indexOf("--name") + 1),
            System.in,
            System.out));
  }

  public static NodeCommand command() {
    return new NodeCommand(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xmx128m",
            "-Dio.netty.jfr.enabled=false",
            "-Drani.rehearsal=false",
            "--enable-native-access=ALL-UNNAMED",
            "-Dlogback.configurationFile=" + System.getProperty("logback.configurationFile"),
            "--class-path=" + System.getProperty("java.class.path"),
            NodeMain.class.getName()));
  }
}
