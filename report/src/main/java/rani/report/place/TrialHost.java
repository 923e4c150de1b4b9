// SPDX-License-Identifier: Apache-2.0
package rani.report.place;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import rani.json.JsonObject;
import rani.testbed.host.WorkHost;

/** A host that runs trials of a sweep, and what it has done. */
final class TrialHost {
  private static final double MILLIS_PER_SECOND = 1000;

  private final WorkHost work;
  private int jobs;
  private long trials;
  private long workMillis;
  private long copies;
  private int deaths;
  private String lost = "";

  TrialHost(WorkHost work) {
    this.work = work;
  }

  WorkHost work() {
    return work;
  }

  String name() {
    return work.about().name();
  }

  int jobs() {
    return jobs;
  }

  void runs(int many) {
    jobs = many;
  }

  long trials() {
    return trials;
  }

  void recorded(long millis) {
    trials++;
    workMillis += millis;
  }

  /** Counts an answer that another host's had to equal. */
  void compared() {
    copies++;
  }

  /** Counts a worker that died, and returns how many did. */
  int died() {
    return ++deaths;
  }

  boolean isLost() {
    return !lost.isEmpty();
  }

  void lose(String why) {
    lost = why;
  }

  /** Returns what provenance says of it, by key. */
  JsonObject told() {
    SequencedMap<String, Object> told = new LinkedHashMap<>();
    told.put("host", name());
    told.put("system", WorkerLink.shown(work.about().system()));
    told.put("java", WorkerLink.shown(work.about().java()));
    told.put("jobs", jobs);
    told.put("trials", trials);
    told.put("work-seconds", workMillis / MILLIS_PER_SECOND);
    told.put("compared", copies);
    told.put("workers-died", deaths);
    if (isLost()) {
      told.put("lost", lost);
    }
    return JsonObject.of(told);
  }
}
