// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import rani.parts.RealPart;
import rani.system.RaniCommand.Outcome;

/** Programs at edges that are containers of podman, of an image that is made of a folder here. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EdgeContainersTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String IMAGE = "localhost/rani-web:1";

  @TempDir private static Path temporary;

  private Workplace place;
  private Path settings;

  @BeforeAll
  void makeImage() throws IOException {
    ShellTest.needEdges();
    List.of("busybox", "podman", "runc").forEach(RealPart::program);
    place = new Workplace(temporary);
    settings = Files.createDirectory(temporary.resolve("podman"));
    Files.writeString(
        settings.resolve("containers.conf"),
        """
        [containers]
        default_ulimits = ["nofile=1024:1024", "nproc=1000:1000"]
        [engine]
        runtime = "runc"
        cgroup_manager = "cgroupfs"
        """);
    Files.writeString(
        settings.resolve("storage.conf"),
        """
        [storage]
        driver = "vfs"
        graphroot = "%s/root"
        runroot = "%s/run"
        rootless_storage_path = "%s/root"
        [storage.options]
        ignore_chown_errors = "true"
        """
            .formatted(settings, settings, settings));
    Path image = temporary.resolve("image");
    Path root = image.resolve("root");
    Files.createDirectories(root.resolve("bin"));
    Outcome busybox = Program.run(temporary, "sh", "-c", "command -v busybox").expectExit(0);
    Files.copy(Path.of(busybox.out().strip()), root.resolve("bin/busybox"));
    Files.createSymbolicLink(root.resolve("bin/sh"), Path.of("busybox"));
    Files.writeString(Files.createDirectory(root.resolve("www")).resolve("index.html"), "page");
    Files.writeString(image.resolve("Containerfile"), "FROM scratch\nCOPY root /\n");
    podman("build", "--isolation", "chroot", "-q", "-t", IMAGE, image + "");
  }

  private String podman(String... arguments) {
    List<String> words =
        List.of(
            "env",
            "CONTAINERS_CONF=" + settings.resolve("containers.conf"),
            "CONTAINERS_STORAGE_CONF=" + settings.resolve("storage.conf"),
            "podman");
    String[] all =
        Stream.concat(words.stream(), List.of(arguments).stream()).toArray(String[]::new);
    return Program.run(temporary, all).expectExit(0).out();
  }

  @AfterAll
  void nothingIsLeft() {
    place.down();
    place.assertNothingRunsAndNoFileIsAstray();
  }

  @Test
  void containersAreAtTheEdgesAndEndWithTheirNode() throws IOException {
    place.write(
        "row.yaml",
        """
        topology: row
        generate: {linear: {nodes: 3}}
        edges:
          web: {at: n3, kind: container, image: "%s", ready: 80, env: {WORD: "a b"}, folder: /www,
            run: 'echo "$WORD"; exec busybox httpd -f -p 80', ready-within: 1min}
          client: {at: n1, kind: container, image: "%s", after: web,
            run: "busybox wget -q -O - http://n3/; exit 3"}
        """
            .formatted(IMAGE, IMAGE));
    place
        .rani("up", "row.yaml", "--trust")
        .with("CONTAINERS_CONF", settings.resolve("containers.conf") + "")
        .with("CONTAINERS_STORAGE_CONF", settings.resolve("storage.conf") + "")
        .run()
        .expectExit(0);

    Path logs = place.runs().getLast().resolve("edges");
    assertEquals("a b\n", Files.readString(logs.resolve("web.log")));
    FileWatch.await(logs.resolve("client.log"), text -> text.startsWith("page"), SOON);
    assertTrue(podman("ps", "--format", "{{.Names}}").contains("-web\n"));
    ProcessHandle node = RunRecordFile.of(place.runs().getLast()).process("n3");
    List<ProcessHandle> inside = node.descendants().toList();

    Signals.send("KILL", node);
    inside.forEach(each -> assertTrue(Workplace.awaitEnd(each, SOON), () -> "" + each.info()));
    place.down();
    assertEquals("", podman("ps", "--all", "--format", "{{.Names}}"), "nor is one remembered");
  }
}
