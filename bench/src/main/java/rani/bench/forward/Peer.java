// SPDX-License-Identifier: Apache-2.0
package rani.bench.forward;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import rani.bench.forward.PathPlan.Link;
import rani.bench.harness.Child;
import rani.bench.harness.Workspace;

/**
 * Third-party programs that forward datagrams from one pair of sockets to another. Each is
 * configured for speed, runs in one thread, and forwards datagrams one by one.
 */
enum Peer {
  /** Click at user level; it checks and rewrites both headers, as a node does. */
  CLICK("click") {
    @Override
    List<String> command(Workspace workshop, String program, Link in, Link out) throws IOException {
      String config =
          """
          Socket(UDP, %s, %s, %s, %s, SNAPLEN 2048, TIMESTAMP false, RCVBUF 1048576)
            -> CheckIPHeader(16)
            -> DecIPTTL
            -> StoreData(8, \\<0A000101>)
            -> Socket(UDP, %s, %s, %s, %s, SNDBUF 1048576);
          """
              .formatted(
                  host(in.nearEnd().send()),
                  port(in.nearEnd().send()),
                  host(in.farEnd().receive()),
                  port(in.farEnd().receive()),
                  host(out.farEnd().receive()),
                  port(out.farEnd().receive()),
                  host(out.nearEnd().send()),
                  port(out.nearEnd().send()));
      return List.of(program, "" + written(workshop, "forward.click", config));
    }
  },
  /** nginx with its module "stream"; it does not look at payloads. */
  NGINX("nginx") {
    @Override
    List<String> command(Workspace workshop, String program, Link in, Link out) throws IOException {
      String config =
          """
          %sdaemon off;
          master_process off;
          pid %s/nginx.pid;
          error_log stderr crit;
          events { worker_connections 64; }
          stream {
            access_log off;
            server {
              listen %s udp rcvbuf=1m sndbuf=1m;
              proxy_pass %s;
              proxy_bind %s;
              proxy_timeout 1h;
            }
          }
          """
              .formatted(
                  module().map(file -> "load_module " + file + ";\n").orElse(""),
                  workshop.folder(),
                  in.farEnd().receive(),
                  out.farEnd().receive(),
                  out.nearEnd().send());
      return List.of(
          program,
          "-e",
          "stderr",
          "-p",
          "" + workshop.folder(),
          "-c",
          "" + written(workshop, "nginx.conf", config));
    }

    private Optional<Path> module() {
      return Stream.of("/usr/lib/nginx/modules", "/usr/lib64/nginx/modules")
          .map(folder -> Path.of(folder, "ngx_stream_module.so"))
          .filter(Files::exists)
          .findFirst();
    }
  },
  /** socat; it does not look at payloads. */
  SOCAT("socat") {
    @Override
    List<String> command(Workspace workshop, String program, Link in, Link out) {
      return List.of(
          program,
          "-u",
          "-b",
          "2048",
          "UDP4:" + in.nearEnd().send() + ",bind=" + in.farEnd().receive() + ",rcvbuf=1048576",
          "UDP4:" + out.farEnd().receive() + ",bind=" + out.nearEnd().send() + ",sndbuf=1048576");
    }
  };

  private static final List<String> FOLDERS =
      List.of("/usr/bin", "/usr/sbin", "/usr/local/bin", "/usr/local/sbin");

  private final String text;

  Peer(String text) {
    this.text = text;
  }

  /** Returns the name in results, which is also the name of the program. */
  String text() {
    return text;
  }

  /** Returns the path of the program, if installed; another program is called click, too. */
  Optional<Path> program() throws IOException, InterruptedException {
    for (String folder : FOLDERS) {
      Path file = Path.of(folder, text);
      if (Files.isExecutable(file) && (this != CLICK || isRouter(file))) {
        return Optional.of(file);
      }
    }
    return Optional.empty();
  }

  private static boolean isRouter(Path file) throws IOException, InterruptedException {
    Child.Ended version = Child.run(List.of("" + file, "--version"));
    return version.exit() == 0 && version.output().startsWith("click (Click) ");
  }

  /** Returns the command that forwards datagrams from one link to another. */
  abstract List<String> command(Workspace workshop, String program, Link in, Link out)
      throws IOException;

  private static Path written(Workspace workshop, String name, String config) throws IOException {
    return Files.writeString(workshop.folder().resolve(name), config);
  }

  private static String host(String place) {
    return place.substring(0, place.indexOf(':'));
  }

  private static String port(String place) {
    return place.substring(place.indexOf(':') + 1);
  }
}
