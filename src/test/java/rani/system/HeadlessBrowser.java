// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import rani.parts.RealPart;

/**
 * A real browser without a window, which opens a page and says what became of it. Whatever it asks
 * of any web server comes to one of our own, which writes it down and answers nothing.
 */
final class HeadlessBrowser {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "chrome");
  private static final int SECONDS_MAX = 90;

  /** What browsers ask of their makers by themselves, whatever page is open. */
  private static final List<String> OWN_HOSTS =
      List.of("google", "gvt1.com", "gstatic.com", "chromium.org");

  private final Path program;
  private final Path folder;

  private HeadlessBrowser(Path program, Path folder) {
    this.program = program;
    this.folder = folder;
  }

  /**
   * The page after its scripts have run.
   *
   * @param dom the document as markup
   * @param console what was logged on the page's console
   * @param requests what was asked of web servers
   */
  record Seen(String dom, List<String> console, List<String> requests) {}

  /** Skips the test if there is no browser, or fails it where real parts are required. */
  static HeadlessBrowser require(Path folder) {
    List<Path> programs =
        Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
            .flatMap(place -> NAMES.stream().map(name -> Path.of(place, name)))
            .filter(Files::isExecutable)
            .toList();
    if (programs.isEmpty()) {
      RealPart.program(NAMES.getFirst());
    }
    return new HeadlessBrowser(programs.getFirst(), folder);
  }

  Path program() {
    return program;
  }

  Seen open(Path page) throws IOException, InterruptedException {
    List<String> requests = Collections.synchronizedList(new ArrayList<>());
    HttpServer proxy =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    proxy.createContext(
        "/",
        exchange -> {
          String target = exchange.getRequestMethod() + " " + exchange.getRequestURI();
          if (OWN_HOSTS.stream().noneMatch(target::contains)) {
            requests.add(target);
          }
          exchange.close();
        });
    proxy.start();
    Path dom = folder.resolve("dom.html");
    Path log = folder.resolve("browser.log");
    try {
      run(proxy.getAddress().getPort(), page, dom, log);
    } finally {
      proxy.stop(0);
    }
    List<String> console =
        Files.readString(log).lines().filter(line -> line.contains(":CONSOLE:")).toList();
    return new Seen(Files.readString(dom), console, List.copyOf(requests));
  }

  private void run(int proxyPort, Path page, Path dom, Path log)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                program.toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-background-networking",
                "--proxy-server=http://127.0.0.1:" + proxyPort,
                "--proxy-bypass-list=<-loopback>",
                "--enable-logging=stderr",
                "--virtual-time-budget=20000",
                "--window-size=1280,2000",
                "--user-data-dir=" + folder.resolve("profile"),
                "--dump-dom",
                page.toUri().toString())
            .redirectOutput(dom.toFile())
            .redirectError(log.toFile())
            .start();
    try {
      assertTrue(process.waitFor(SECONDS_MAX, TimeUnit.SECONDS), "the browser did not end");
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }
}
