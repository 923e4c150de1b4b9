// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import rani.model.menu.ServiceCatalog;
import rani.node.NodeMarks;
import rani.rdp.bind.RdpMarks;
import rani.service.ServiceProvider;
import rani.service.metric.MetricRow;
import rani.service.metric.NoteMark;
import rani.service.metric.NoteMark.QueueMark;
import rani.service.metric.NoteText;
import rani.service.metric.ObservedRun;
import rani.service.metric.ServiceMetrics;
import rani.world.NoteDetail;

/** Metrics of the installed services, and the marks and words of their notes. */
public final class ServiceNotes {
  private static final List<ServiceProvider> SERVICES = ServiceCatalog.installed().all();

  /** Marks by service and event, joined by a dot. */
  private static final Map<String, NoteMark> MARKS = marks();

  /** Marks by event of notes that any service may have; their texts stand behind its name. */
  private static final Map<String, NoteMark> SHARED =
      Stream.concat(NodeMarks.ofServices().stream(), RdpMarks.all().stream())
          .collect(Collectors.toUnmodifiableMap(NoteMark::event, mark -> mark));

  private ServiceNotes() {}

  private static Map<String, NoteMark> marks() {
    Map<String, NoteMark> marks = new LinkedHashMap<>();
    for (ServiceProvider service : SERVICES) {
      service.marks().forEach(mark -> marks.put(key(service.name(), mark.event()), mark));
    }
    NodeMarks.ofNode().forEach(mark -> marks.put(key(NodeMarks.NODE, mark.event()), mark));
    return marks;
  }

  private static String key(String service, String event) {
    return service + "." + event;
  }

  /** Returns the mark of a note; null if none is declared. */
  public static @Nullable NoteMark mark(String service, String event) {
    NoteMark own = MARKS.get(key(service, event));
    return own == null ? SHARED.get(event) : own;
  }

  /**
   * Describes a note in words: by the text of its mark, else by its values.
   *
   * @param names maps a value's name and text to what is shown of it
   */
  static String words(
      String service, String event, NoteDetail detail, BinaryOperator<String> names) {
    NoteMark own = MARKS.get(key(service, event));
    if (own != null && !own.text().isEmpty()) {
      return NoteText.filled(own.text(), detail, names);
    }
    NoteMark shared = SHARED.get(event);
    String text =
        shared == null
            ? Stream.concat(Stream.of(event.replace('-', ' ')), values(detail, names))
                .collect(Collectors.joining(", "))
            : NoteText.filled(shared.text(), detail, names);
    return service + ": " + text;
  }

  private static Stream<String> values(NoteDetail detail, BinaryOperator<String> names) {
    return Stream.of(detail.text().split(" ", -1))
        .filter(value -> value.indexOf('=') > 0)
        .map(
            value -> {
              int equals = value.indexOf('=');
              String name = value.substring(0, equals);
              return name.replace('-', ' ') + " " + names.apply(name, value.substring(equals + 1));
            });
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
