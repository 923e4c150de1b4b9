// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A run whose services fail says so: in words, in JSON, and in its report. */
class FailedServicesTest extends InWorkplace {
  /** The module {@code trapper}, number 40002, whose every packet is a trap. */
  static final String TRAPPER =
      "data:application/wasm;base64,AGFzbQEAAAABBQFgAAF/AwMCAAAFAwEAAQchAwZtZW1vcnkCAAhkZXNjcmliZQ"
          + "AACW9uX3BhY2tldAABCgsCBABBEAsEAAAACwsxAQBBEAsrbmFtZSB0cmFwcGVyCm51bWJlciA0MDAwMgpyZW"
          + "FjaCBldmVyeS1ob3AKAA==";

  /** Writes an experiment in which so many capsules go from n1 to n2, whose code traps there. */
  private String run(int capsules) throws IOException {
    Path file =
        place.write(
            "failing.yaml",
            """
            experiment: failing
            topology:
              topology: row
              modules: {trapper: "%s"}
              nodes:
                n1: {code: any-sandboxed, services: {capsule: {holds: trapper}}}
                n2: {code: any-sandboxed, services: {capsule: {}}}
              links: {n1 -- n2: {delay: 5ms}}
            schedule:
              - {at: 1s, node: n1, tell: {capsule: [send, trapper, n2, count=%d]}}
            run: {until: 4s, max: 60s}
            """
                .formatted(TRAPPER, capsules));
    return file.toString();
  }

  private String folder(String name) {
    return place.here().resolve(name).toString();
  }

  @Test
  void aSuspendedModuleIsAWarningAndDecidesNothing() throws Exception {
    RaniCommand.Outcome words =
        InThisJvm.rani("run", run(5), "--mode", "virtual", "--out", folder("words"));
    words.expectExit(0);
    List<String> warnings = words.out().lines().filter(line -> line.startsWith("WARNING")).toList();
    assertEquals(1, warnings.size(), words::toString);
    assertTrue(
        warnings
            .getFirst()
            .matches(
                "WARNING n2: service trapper@[0-9a-f]{8} is suspended, 3 failures, the last:"
                    + " unreachable.*"),
        words::toString);
    assertTrue(words.out().lines().anyMatch("passed"::equals), words::toString);

    RunResult json =
        RunResult.of(
            InThisJvm.rani(
                "run",
                run(5),
                "--mode",
                "virtual",
                "--json",
                "--trials",
                "2",
                "--out",
                folder("json")));
    JsonNode failures = json.field("service-failures");
    assertEquals(1, failures.size());
    assertEquals("n2", failures.get(0).get("node").asString());
    assertEquals(6, failures.get(0).get("failures").asInt(), "three in each trial");
    assertTrue(failures.get(0).get("suspended").asBoolean());

    String page = Files.readString(place.here().resolve("words/report.html"));
    assertTrue(page.contains("1 service failed, 1 suspended."));
    assertTrue(page.contains("href=\"#failed-services\""));
    assertTrue(page.contains("<td>capsule, from n1</td><td>suspended</td>"));
    InThisJvm.rani("report", folder("words")).expectExit(0);
    assertEquals(page, Files.readString(place.here().resolve("words/report.html")), "made again");
  }

  /** Two failures suspend no service; a service that went well is listed without any trouble. */
  @Test
  void aServiceThatFailsAndRunsOnIsTold() throws Exception {
    RaniCommand.Outcome words =
        InThisJvm.rani("run", run(2), "--mode", "virtual", "--out", folder("two"));
    assertTrue(words.expectExit(0).out().contains(" failed, 2 failures, the last:"));
    String page = Files.readString(place.here().resolve("two/report.html"));
    assertTrue(page.contains("1 service failed."));
    assertTrue(page.contains("<td>running</td>"));
    assertFalse(page.contains("<td>suspended</td>"));
  }

  @Test
  void aRunInWhichNoServiceFailsSaysNothingOfIt() throws Exception {
    RaniCommand.Outcome none =
        InThisJvm.rani(
            "run",
            run(5),
            "--mode",
            "virtual",
            "--out",
            folder("x"),
            "--set",
            "topology.nodes.n2.code=none");
    assertFalse(none.expectExit(0).out().contains("WARNING"), none::toString);
    assertFalse(
        Files.readString(place.here().resolve("x/report.html")).contains("failed-services"));
  }
}
