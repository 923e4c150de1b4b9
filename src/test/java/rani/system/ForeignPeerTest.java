// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import rani.parts.HeldPorts;
import rani.parts.RealPart;
import rani.parts.SlowTest;
import rani.system.RaniCommand.Outcome;
import rani.system.RaniCommand.Running;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A peer in Python, written from the documents, in the middle of a path: what crosses it, what is
 * for it, and what becomes of the network as it is killed and started again.
 */
@SlowTest
class ForeignPeerTest extends InWorkplace {
  private static final Duration SOON = Duration.ofMinutes(1);
  private static final int FILE_BYTES = 300_000;

  /** All that were started; the last runs. */
  private final List<Running> peers = new ArrayList<>();

  @Test
  @Execution(CONCURRENT)
  void aPeerFromTheDocumentsIsANodeLikeAnyOther() throws IOException {
    up("");

    exec("n1", "ping", "n2", "interval=10ms").expectExit(0);
    exec("n1", "ping", "p", "interval=10ms").expectExit(0);
    exec("n2", "tell", "ping", "start", "p", "active", "count=7").expectExit(0);
    FileWatch.await(trace("n2"), text -> text.contains(" sent=7 received=7"), SOON);
    assertTrue(exec("pingall").expectExit(0).out().contains("4 packets, 0 lost"));
    JsonNode trace = json(exec("n1", "traceroute", "n2", "--json").expectExit(0)).get("n1");
    assertTrue(trace.get("reached").asBoolean(), trace::toString);
    assertEquals(2, trace.get("silent").asInt(), trace::toString);
    assertEquals(
        List.of("n1", "p"),
        json(exec("path", "n1", "n2", "--json").expectExit(0))
            .get("hops")
            .valueStream()
            .map(hop -> hop.get("node").asString())
            .toList());
    Outcome crossed = rani("inject", "n1", "n2", "--json").expectExit(0);
    assertEquals("unclaimed", json(crossed).at("/ways/0/fate").asString(), crossed::toString);
    rani("inject", "n1", "p", "port=9").expectExit(1);
    seen();
    transfers();
    comesAndGoes();
  }

  /** Links whose frames are sealed, by a key that changes. */
  @Test
  @Execution(CONCURRENT)
  void aPeerWithTheSecretsOfItsLinksCrossesKeyedOnes() throws IOException {
    up(", keys: all");

    for (int times = 0; times < 3; times++) { // a node knows two keys at most
      exec("n1", "ping", "n2", "interval=10ms").expectExit(0);
      rani("keys").expectExit(0);
    }
    exec("n1", "ping", "n2", "interval=10ms").expectExit(0);
    exec("n2", "ping", "p", "interval=10ms").expectExit(0);
    restart();
    exec("n1", "ping", "n2", "interval=10ms").expectExit(0);
  }

  private void up(String more) throws IOException {
    RealPart.program("python3");
    String here = "127.0.0.1";
    List<Integer> ports = HeldPorts.at(here, here, here, here, here, here, here, here);
    place.write(
        "three.yaml",
        """
        topology: three
        nodes:
          n1: {ports: {p: {receive: %d, send: %d}}}
          p:
            foreign: true
            ports: {n1: {receive: %d, send: %d}, n2: {receive: %d, send: %d}}
          n2: {ports: {p: {receive: %d, send: %d}}}
        defaults: {link: {hello: 300ms%s}}
        links: {n1 -- p: {}, p -- n2: {}}
        """
            .formatted(
                ports.get(0),
                ports.get(1),
                ports.get(2),
                ports.get(3),
                ports.get(4),
                ports.get(5),
                ports.get(6),
                ports.get(7),
                more));
    Running up = place.rani("up", "three.yaml", "--out", "runs/net", "--trace").start();
    up.untilSaid("waits for foreign node p: n1 -- p at 127.0.0.1:" + ports.get(2));
    startPeer();
    up.await(SOON).expectExit(0);
  }

  private void startPeer() {
    peers.add(
        Program.start(
            place.here(),
            "python3",
            "-B",
            Checkout.file("src/test/resources/peer/peer.py"),
            "runs/net/foreign/p.json",
            "."));
  }

  private Outcome exec(String... words) {
    return rani("exec", words);
  }

  private Outcome rani(String verb, String... words) {
    String[] all = new String[words.length + 3];
    all[0] = verb;
    all[1] = "--run";
    all[2] = "" + place.runs().getFirst();
    System.arraycopy(words, 0, all, 3, words.length);
    return InThisJvm.rani(all);
  }

  private static JsonNode json(Outcome outcome) {
    return new JsonMapper().readTree(outcome.out());
  }

  /** How the network's tools show a node that they cannot ask. */
  private void seen() throws IOException {
    assertTrue(json(exec("nodes", "--json").expectExit(0)).at("/p/foreign").asBoolean());
    assertTrue(exec("links").expectExit(0).out().contains("p->n2  foreign"));
    Outcome refused = exec("p", "counters").expectExit(3);
    assertTrue(refused.err().contains("node p is foreign: "), refused::toString);
    assertTrue(place.rani("ps").run().out().contains("foreign, at 127.0.0.1"));
    exec("link", "n1-p", "set", "delay=1ms").expectExit(0);
    exec("topology", "save", "" + place.here().resolve("saved.yaml")).expectExit(0);
    String saved = Files.readString(place.here().resolve("saved.yaml"));
    assertTrue(saved.contains("foreign: true"), saved);
    InThisJvm.rani("validate", "" + place.here().resolve("saved.yaml")).expectExit(0);
  }

  private void transfers() throws IOException {
    byte[] content = new byte[FILE_BYTES];
    new Random(7).nextBytes(content);
    Path file = Files.write(place.here().resolve("sent"), content);
    Path into = Files.createDirectory(place.here().resolve("into"));
    Running receiver =
        place
            .rani("receive", "--at", "n2:7100", "--into", "" + into, "--once")
            .start()
            .untilSaid("waits at");
    rani("send", "" + file, "--from", "n1", "--to", "n2:7100").expectExit(0);
    receiver.await(SOON).expectExit(0);
    assertArrayEquals(content, Files.readAllBytes(into.resolve("sent")));

    Files.move(file, place.here().resolve("kept"));
    Files.createDirectory(place.here().resolve("out"));
    Path out = Files.write(place.here().resolve("out").resolve("sent"), content);
    rani("send", "" + out, "--from", "n2", "--to", "p:7001").expectExit(0);
    peers.getLast().untilSaid("file sent " + FILE_BYTES + " bytes intact");
    assertArrayEquals(content, Files.readAllBytes(file));
  }

  private void comesAndGoes() {
    restart();
    exec("n1", "ping", "n2", "interval=10ms").expectExit(0);
    Outcome routes = exec("n1", "routes", "--json").expectExit(0);
    assertEquals(0, json(routes).at("/n1/counters/contested").asInt(), routes::toString);
  }

  /** Kills the peer, and starts another in its place, as both its neighbours see. */
  private void restart() {
    long ups = heard("n1", "up") + heard("n2", "up");
    Program.end(peers.getLast());
    await("n1", "down", 1);
    await("n2", "down", 1);
    exec("path", "n1", "n2").expectExit(1);
    startPeer();
    await("n1", "up", ups / 2 + 1);
    await("n2", "up", ups / 2 + 1);
    peers.getLast().untilSaid("up n1").untilSaid("up n2");
  }

  private Path trace(String node) {
    return place.runs().getFirst().resolve("trace").resolve(node + ".trace");
  }

  private void await(String node, String state, long times) {
    FileWatch.await(trace(node), text -> count(text, state) >= times, SOON);
  }

  private long heard(String node, String state) {
    try {
      return count(Files.readString(trace(node)), state);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long count(String trace, String state) {
    return trace.lines().filter(line -> line.contains(" link link=0 state=" + state)).count();
  }

  @AfterEach
  void end() {
    peers.forEach(Program::end);
    place.down();
  }
}
