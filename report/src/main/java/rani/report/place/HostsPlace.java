// SPDX-License-Identifier: Apache-2.0
package rani.report.place;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import rani.ground.LabFailure;
import rani.model.file.FileError;
import rani.model.host.HostsFile;
import rani.model.host.TopologyHost;
import rani.model.power.Power;
import rani.model.power.Powers;
import rani.report.run.SweepRun;
import rani.study.sweep.SweepOutcome;
import rani.study.sweep.SweepWatch;
import rani.testbed.host.WorkHost;

/** The hosts of a file: a topology with {@code hosts}, or one that has nothing else. */
public record HostsPlace(String text, List<TopologyHost> hosts) implements SweepPlace {
  static final Kind KIND =
      new Kind() {
        @Override
        public String form() {
          return "FILE";
        }

        @Override
        public Optional<String> word() {
          return Optional.empty();
        }

        @Override
        public Optional<SweepPlace> parse(String text) throws FileError {
          Path file = Path.of(text);
          return Files.exists(file) || isPath(text)
              ? Optional.of(new HostsPlace(text, HostsFile.load(file)))
              : Optional.empty();
        }

        private static boolean isPath(String text) {
          return text.contains("/") || text.endsWith(".yaml") || text.endsWith(".yml");
        }
      };

  public HostsPlace {
    hosts = List.copyOf(hosts);
  }

  @Override
  public List<Power> powers() {
    return Powers.ofTrials(hosts);
  }

  /** Each host runs so many at a time as were asked for, or as many as it has cores: 0. */
  @Override
  public int jobs(int jobs, boolean asked) {
    return asked ? jobs : 0;
  }

  @Override
  public SweepOutcome run(SweepRun.Order order, SweepWatch watch) throws LabFailure {
    return SweepRun.by(
        trials -> HostsSweep.run(hosts, order.jobs(), WorkHost::open, trials), order, watch);
  }
}
