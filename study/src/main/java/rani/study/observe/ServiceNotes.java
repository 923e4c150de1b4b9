// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import java.util.ArrayList;
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

/** What the installed services declare of themselves: their metrics, and how notes are drawn. */
public final class ServiceNotes {
  private static final List<ServiceProvider> SERVICES = ServiceCatalog.installed().all();
  private static final Map<String, Map<String, NoteMark>> MARKS = marks();

  private ServiceNotes() {}

  private static Map<String, Map<String, NoteMark>> marks() {
    Map<String, Map<String, NoteMark>> marks = new LinkedHashMap<>();
    for (ServiceProvider service : SERVICES) {
      Map<String, NoteMark> own = new LinkedHashMap<>();
      service.marks().forEach(mark -> own.put(mark.event(), mark));
      marks.put(service.name(), own);
    }
    return marks;
  }

  /** How a note is drawn; null if its service does not say. */
  public static @Nullable NoteMark mark(String service, String event) {
    Map<String, NoteMark> own = MARKS.get(service);
    return own == null ? null : own.get(event);
  }

  /** How decisions of all services are drawn in the charts of a queue. */
  public static List<QueueMark> queueMarks() {
    return SERVICES.stream()
        .flatMap(service -> service.marks().stream())
        .flatMap(mark -> Stream.ofNullable(mark.chart()))
        .toList();
  }

  /** The metrics of all services, in order of their numbers. */
  static List<MetricRow> rows() {
    List<MetricRow> rows = new ArrayList<>();
    SERVICES.forEach(service -> rows.addAll(service.metrics()));
    return rows;
  }

  /** What measures each service in a run, by the service's name. */
  static Map<String, ServiceMetrics> measure(ObservedRun run) {
    Map<String, ServiceMetrics> metrics = new LinkedHashMap<>();
    for (ServiceProvider service : SERVICES) {
      metrics.put(service.name(), service.measure(run));
    }
    return metrics;
  }
}
