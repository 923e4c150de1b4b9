// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.json.Json;
import rani.model.file.WholeFile;
import rani.report.run.SweepRun;
import rani.study.observe.MetricOrder;

/** The table of trials, and what describes its columns. */
class TrialsCsvTest {
  @TempDir private Path folder;

  private List<String> written(TrialsCsv table, TrialsCsv.Trial... trials) throws Exception {
    Path file = folder.resolve("trials.csv");
    WholeFile.<RuntimeException>write(
        file,
        channel ->
            table.<RuntimeException>write(
                channel,
                sink -> {
                  for (TrialsCsv.Trial trial : trials) {
                    sink.accept(trial);
                  }
                }));
    return Files.readAllLines(file);
  }

  @Test
  void aTrialIsARowOfNumbersInSiUnits() throws Exception {
    SequencedMap<String, List<String>> variables = new LinkedHashMap<>();
    variables.put("rate", List.of("10Mbit/s", "2Mbit/s", "unlimited"));
    variables.put("aqm", List.of("red", "=codel"));
    variables.put("hosts", List.of("1", "20"));
    TrialsCsv table =
        new TrialsCsv(
            variables,
            new MetricOrder(List.of("drops.total")),
            List.of("lgc.triggers", "throughput.n1", "drops.total", "duration-seconds"));

    List<String> lines =
        written(
            table,
            new TrialsCsv.Trial(
                "3fa9",
                MadeUpTrials.labels("rate", "2Mbit/s", "aqm", "=codel", "hosts", "20"),
                1,
                42,
                true,
                null,
                MadeUpTrials.metrics(
                    "throughput.n1", 1.5e7, "drops.total", 3, "duration-seconds", 0.0625)),
            new TrialsCsv.Trial(
                "4b",
                MadeUpTrials.labels("rate", "unlimited", "aqm", "red", "hosts", "1"),
                0,
                41,
                false,
                "no luck, none",
                MadeUpTrials.metrics("lgc.triggers", Double.NaN)));

    assertEquals(
        List.of(
            "trial,rate,rate_bits_per_second,aqm,hosts,repetition,seed,passed,failure,"
                + "drops.total_packets,throughput.n1_bits_per_second,duration-seconds,lgc.triggers",
            "3fa9,2Mbit/s,2000000,'=codel,20,1,42,true,,3,15000000,0.0625,",
            "4b,unlimited,,red,1,0,41,false,\"no luck, none\",,,,"),
        lines);
  }

  /** Spreadsheets end at the 16,384th column (XFD). */
  @Test
  void theLeastRelevantColumnsGoWhereThereAreTooMany() throws Exception {
    List<String> metrics = new ArrayList<>();
    for (int k = 0; k < 20_000; k++) {
      metrics.add("lgc.trigger-" + k + ".p");
    }
    metrics.add("throughput.n1");
    TrialsCsv table = new TrialsCsv(new LinkedHashMap<>(), new MetricOrder(List.of()), metrics);

    String[] header = written(table).getFirst().split(",");

    assertEquals(16_384, header.length);
    assertEquals("throughput.n1_bits_per_second", header[5]);
  }

  @Test
  void eachColumnOfASweepsTablesIsDescribed() throws Exception {
    SweepSample sample = new SweepSample(folder, 2);
    SweepPlan plan = sample.plan(Shard.WHOLE);
    SweepRun.in(
        MadeUpTrials.world(MadeUpTrials.HALVES),
        sample.order("all", plan, 1, false),
        SweepWatch.SILENT);
    SweepFolder all = new SweepFolder(sample.path("all"));
    List<String> trials = Files.readAllLines(all.trials());

    assertEquals(
        "trial,delay,delay_seconds,loss,loss_share,repetition,seed,passed,failure,through.a_share,"
            + "drops.total_packets",
        trials.getFirst());
    assertEquals(2 * 3 * 2, trials.size() - 1);
    assertTrue(
        trials.get(2).endsWith(",1ms,0.001,10%,0.1,1,2,false,,0.5,1"),
        "the second of 10%: " + trials.get(2));
    var fields = Json.object(Files.readString(all.fields()));
    for (String name : List.of("trials.csv", "summary.csv")) {
      List<String> described =
          ((List<?>) requireNonNull(fields.find(name)))
              .stream().map(field -> (String) ((java.util.Map<?, ?>) field).get("column")).toList();
      assertEquals(
          List.of(Files.readAllLines(all.path().resolve(name)).getFirst().split(",")), described);
    }
  }
}
