// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import java.nio.charset.StandardCharsets;
import java.util.SequencedMap;
import rani.model.file.FileError;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedYaml;
import rani.model.file.Problems;
import rani.model.menu.LocatedOptions;
import rani.service.OptionReader;
import rani.service.ServiceProvider;

/** Options of a service that is added to a menu while the network runs. */
public final class ServiceOptions {
  private final LocatedMap options;
  private final SequencedMap<String, Integer> addresses;

  private ServiceOptions(LocatedMap options, SequencedMap<String, Integer> addresses) {
    this.options = options;
    this.addresses = addresses;
  }

  /** Parses options in YAML; an empty text means no options. */
  public static ServiceOptions parse(String yaml, Topology network) throws FileError {
    String text = yaml.isBlank() ? "{}" : yaml;
    return new ServiceOptions(
        LocatedYaml.mapping("options", text.getBytes(StandardCharsets.UTF_8)),
        ServiceChecks.addresses(network));
  }

  /** Checks the options by creating the service, which is discarded; throws all problems. */
  public void check(ServiceProvider provider) throws FileError {
    Problems problems = new Problems();
    LocatedOptions reader = new LocatedOptions(options, addresses, problems);
    provider.create(reader);
    reader.finish();
    problems.throwIfAny();
  }

  /** Returns a reader for a menu entry. The options must have been checked. */
  public OptionReader reader() {
    return new LocatedOptions(options, addresses, new Problems());
  }
}
