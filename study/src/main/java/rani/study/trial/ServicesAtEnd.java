// SPDX-License-Identifier: Apache-2.0
package rani.study.trial;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import rani.ground.LabFailure;
import rani.nodehost.conversation.CodeFacts;
import rani.nodehost.conversation.StatusQuery;
import rani.service.metric.ServiceFacts;
import rani.testbed.Lab;
import rani.world.Facts;

/**
 * What became of services by the end of a trial.
 *
 * @param failures services that have failed, in the order of nodes
 * @param code code in WebAssembly, in the order of nodes
 */
public record ServicesAtEnd(List<Failure> failures, List<Code> code) {
  /** Stands for a trial whose services are not known. */
  public static final ServicesAtEnd NONE = new ServicesAtEnd(List.of(), List.of());

  /** The most codes of one trial that are kept. */
  private static final int CODES_MAX = 1_000;

  public ServicesAtEnd {
    failures = List.copyOf(failures);
    code = List.copyOf(code);
  }

  /** Code of a node. */
  public record Code(String node, CodeFacts facts) {}

  /**
   * A service of which calls failed.
   *
   * @param suspended whether it was not called any more
   */
  public record Failure(
      String node, String service, long failures, boolean suspended, String lastFailure)
      implements Facts {

    /** Returns the failure in words: {@code n1: service echo is suspended, 3 failures, …}. */
    public String words() {
      return node
          + ": service "
          + service
          + (suspended ? " is suspended, " : " failed, ")
          + (failures == 1 ? "1 failure" : failures + " failures")
          + ", the last: "
          + lastFailure;
    }

    private Failure and(Failure other) {
      return new Failure(
          node, service, failures + other.failures, suspended || other.suspended, lastFailure);
    }
  }

  /** Returns what the nodes of a network say, which has not been closed. */
  static ServicesAtEnd of(Lab lab, ServiceFacts facts) throws LabFailure {
    List<Code> code = new ArrayList<>();
    for (String node : lab.ownNames()) {
      lab.show(node, StatusQuery.CODE).codes().forEach(each -> code.add(new Code(node, each)));
    }
    return new ServicesAtEnd(failures(facts), code.subList(0, Math.min(code.size(), CODES_MAX)));
  }

  /** Returns the services that have failed, by the facts of all services. */
  static List<Failure> failures(ServiceFacts facts) {
    List<Failure> failures = new ArrayList<>();
    facts
        .atEnd()
        .forEach(
            (node, services) ->
                services.forEach(
                    (service, of) -> {
                      long count = (long) ServiceFacts.number(of, "failures");
                      if (count > 0 && of instanceof Map<?, ?> own) {
                        failures.add(
                            new Failure(
                                node,
                                service,
                                count,
                                Boolean.TRUE.equals(own.get("suspended")),
                                String.valueOf(own.get("last-failure"))));
                      }
                    }));
    return failures;
  }

  /** Returns the failures of several trials, added up for each service. */
  static List<Failure> ofAll(List<Trial> trials) {
    SequencedMap<List<String>, Failure> all = new LinkedHashMap<>();
    for (Trial trial : trials) {
      for (Failure each : trial.services().failures()) {
        all.merge(List.of(each.node, each.service), each, Failure::and);
      }
    }
    return List.copyOf(all.values());
  }
}
