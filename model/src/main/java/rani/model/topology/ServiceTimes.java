// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.UnaryOperator;
import rani.model.file.LocatedList;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedScalar;
import rani.model.file.LocatedValue;
import rani.model.file.Problems;
import rani.model.file.Units;
import rani.model.menu.LocatedOptions;
import rani.model.menu.ServiceCatalog;
import rani.queue.Rate;
import rani.service.OptionReader;
import rani.service.ServiceProvider;

/** Writes out the default durations and rates of services. */
public final class ServiceTimes {
  private final ServiceCatalog catalog;
  private final SequencedMap<String, Integer> addresses;
  private final UnaryOperator<LocatedMap> change;

  /** Creates a writer. A default is written only if the service accepts it after the change. */
  public ServiceTimes(Topology topology, ServiceCatalog catalog, UnaryOperator<LocatedMap> change) {
    this.catalog = topology.catalog(catalog);
    this.addresses = ServiceChecks.addresses(topology);
    this.change = change;
  }

  /**
   * Returns a service's options with the default of every duration and rate that they do not
   * contain. A default is omitted if the service would refuse it after the transformation.
   */
  public LocatedMap writtenOut(String service, LocatedMap options) {
    ServiceProvider provider = catalog.find(service).orElse(null);
    if (provider == null) {
      return options;
    }
    Recorder recorder = new Recorder(options);
    try {
      var _ = provider.create(recorder);
    } catch (IllegalArgumentException wrongAnyhow) {
      return options; // invalid options are reported elsewhere
    }
    List<Missing> missing = new ArrayList<>();
    recorder.addTo(missing);
    if (isTaken(provider, recorder.complete(missing))) {
      return recorder.complete(missing);
    }
    List<Missing> taken = new ArrayList<>();
    for (Missing one : missing) {
      taken.add(one);
      if (!isTaken(provider, recorder.complete(taken))) {
        taken.removeLast();
      }
    }
    return recorder.complete(taken);
  }

  private boolean isTaken(ServiceProvider provider, LocatedMap options) {
    Problems problems = new Problems();
    try {
      var _ = provider.create(new LocatedOptions(change.apply(options), addresses, problems));
      return problems.isEmpty();
    } catch (IllegalArgumentException refused) {
      return false;
    }
  }

  private record Missing(Recorder of, String name, String text) {}

  /** Records the absent durations and rates that a service reads. */
  private final class Recorder extends LocatedOptions {
    private final LocatedMap given;
    private final SequencedMap<String, String> missing = new LinkedHashMap<>();
    private final SequencedMap<String, List<Recorder>> nested = new LinkedHashMap<>();

    Recorder(LocatedMap given) {
      super(given, addresses, new Problems());
      this.given = given;
    }

    void addTo(List<Missing> all) {
      missing.forEach((name, text) -> all.add(new Missing(this, name, text)));
      nested.values().forEach(members -> members.forEach(one -> one.addTo(all)));
    }

    LocatedMap complete(List<Missing> chosen) {
      LocatedMap whole = given;
      for (String name : nested.sequencedKeySet()) {
        List<LocatedValue> members = new ArrayList<>();
        nested.getOrDefault(name, List.of()).forEach(one -> members.add(one.complete(chosen)));
        whole = whole.with(name, given.keyAt(name), new LocatedList(given.at(), members));
      }
      for (Missing one : chosen) {
        if (one.of() == this) {
          LocatedScalar text = new LocatedScalar(given.at(), one.text(), false);
          whole = whole.with(one.name(), given.at(), text);
        }
      }
      return whole;
    }

    private boolean isGiven(String name) {
      return given.get(name).filter(value -> !value.isNull()).isPresent();
    }

    @Override
    public long durationNanos(String name, long defaultNanos, String meaning) {
      if (!isGiven(name)) {
        missing.put(name, Units.printDuration(defaultNanos));
      }
      return super.durationNanos(name, defaultNanos, meaning);
    }

    @Override
    public Rate rate(String name, Rate defaultRate, String meaning) {
      if (!isGiven(name)) {
        missing.put(name, Units.printRate(defaultRate));
      }
      return super.rate(name, defaultRate, meaning);
    }

    @Override
    public List<OptionReader> each(String name, String meaning) {
      List<Recorder> members = new ArrayList<>();
      for (LocatedValue member : given.get(name).map(LocatedValue::members).orElse(List.of())) {
        if (member instanceof LocatedMap map) {
          members.add(new Recorder(map));
        }
      }
      if (!members.isEmpty()) {
        nested.put(name, members);
      }
      return List.copyOf(members);
    }
  }
}
