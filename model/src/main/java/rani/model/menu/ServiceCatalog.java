// SPDX-License-Identifier: Apache-2.0
package rani.model.menu;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;
import rani.model.file.Form;
import rani.model.file.Property;
import rani.model.file.Vocabulary;
import rani.service.ServiceProvider;

/** Services that nodes can offer on their menus, by name. */
public final class ServiceCatalog {
  private final SequencedMap<String, ServiceProvider> byName = new LinkedHashMap<>();

  private final CodeWorld world;

  private ServiceCatalog(List<ServiceProvider> providers, CodeWorld world) {
    this.world = world;
    List<ServiceProvider> sorted =
        providers.stream().sorted(Comparator.comparingInt(ServiceProvider::number)).toList();
    for (ServiceProvider provider : sorted) {
      ServiceProvider before = byName.put(provider.name(), provider);
      if (before != null) {
        throw new IllegalStateException("two services are called " + provider.name());
      }
    }
  }

  /** Returns the built-in services and those on the module path. */
  public static ServiceCatalog installed() {
    return new ServiceCatalog(Providers.of(ServiceProvider.class), CodeWorld.VIRTUAL);
  }

  public static ServiceCatalog of(ServiceProvider... providers) {
    return new ServiceCatalog(List.of(providers), CodeWorld.VIRTUAL);
  }

  public ServiceCatalog with(ServiceProvider... more) {
    List<ServiceProvider> all = new ArrayList<>(byName.values());
    all.addAll(List.of(more));
    return new ServiceCatalog(all, world);
  }

  /** Returns the services with one in place of that of the same name, which must be there. */
  public ServiceCatalog replacing(ServiceProvider other) {
    List<ServiceProvider> all = new ArrayList<>(byName.values());
    all.replaceAll(each -> each.name().equals(other.name()) ? other : each);
    return new ServiceCatalog(all, world);
  }

  /** Returns the same services in a world, virtual time without it. */
  public ServiceCatalog in(CodeWorld other) {
    return new ServiceCatalog(all(), other);
  }

  /** Returns the world that the services are for. */
  public CodeWorld world() {
    return world;
  }

  public Optional<ServiceProvider> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /** Returns all services by name with their options, as keys of a menu. */
  public Vocabulary keys() {
    List<Property> all = new ArrayList<>();
    for (ServiceSheet sheet : ServiceSheet.of(this)) {
      ServiceProvider provider = byName.get(sheet.name());
      if (provider != null) {
        all.add(
            Property.mapping(sheet.name(), LocatedOptions.vocabulary(provider), sheet.summary()));
      }
    }
    all.add(
        new Property("^", Form.ANY_MAPPING, "A service of a module or a jar, with its options."));
    return new Vocabulary(all, List.of());
  }

  /** Returns all services, ordered by service number. */
  public List<ServiceProvider> all() {
    return List.copyOf(byName.values());
  }

  /** Returns all names, ordered by service number. */
  public SequencedSet<String> names() {
    return byName.sequencedKeySet();
  }
}
