// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import rani.model.menu.ServiceCatalog;
import rani.service.ServiceProvider;
import rani.service.metric.MetricRow;
import rani.service.metric.NoteMark;
import rani.service.metric.NoteMark.QueueMark;
import rani.service.metric.ObservedRun;
import rani.service.metric.ServiceMetrics;

/** Metrics of the installed services, and the marks of their notes in charts. */
public final class ServiceNotes {
  private static final List<ServiceProvider> SERVICES = ServiceCatalog.installed().all();

  /** Marks by service and event, joined by a dot. */
  private static final Map<String, NoteMark> MARKS = marks();

  private ServiceNotes() {}

  private static Map<String, NoteMark> marks() {
    Map<String, NoteMark> marks = new LinkedHashMap<>();
    for (ServiceProvider service : SERVICES) {
      service.marks().forEach(mark -> marks.put(service.name() + "." + mark.event(), mark));
    }
    return marks;
  }

  /** Returns the mark of a note; null if its service declares none. */
  public static @Nullable NoteMark mark(String service, String event) {
    return MARKS.get(service + "." + event);
  }

  /** Returns the marks of all services in the charts of a queue. */
  public static List<QueueMark> queueMarks() {
    return SERVICES.stream()
        .flatMap(service -> service.marks().stream())
        .flatMap(mark -> Stream.ofNullable(mark.chart()))
        .toList();
  }

  static List<MetricRow> rows() {
    return SERVICES.stream().flatMap(service -> service.metrics().stream()).toList();
  }

  /** Returns new meters for a run, by the service's name. */
  static Map<String, ServiceMetrics> measure(ObservedRun run) {
    Map<String, ServiceMetrics> metrics = new LinkedHashMap<>();
    SERVICES.forEach(service -> metrics.put(service.name(), service.measure(run)));
    return metrics;
  }
}
