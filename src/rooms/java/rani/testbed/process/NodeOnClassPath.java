// SPDX-License-Identifier: Apache-2.0
package rani.testbed.process;

import java.nio.file.Path;
import java.util.List;
import rani.nodehost.jvm.NodeMain;

/** A node's JVM on the class path of the tests, whose first compiler is enough. */
public final class NodeOnClassPath {
  private NodeOnClassPath() {}

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
