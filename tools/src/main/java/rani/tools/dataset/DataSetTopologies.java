// SPDX-License-Identifier: Apache-2.0
package rani.tools.dataset;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import rani.model.file.FileError;
import rani.model.foreign.Import;
import rani.model.foreign.ImportRules;
import rani.study.experiment.NamedTopologies;
import rani.tools.screen.Screen;

/**
 * Topologies of networks of installed data sets, by names such as {@code zoo:Abilene}. Each is made
 * once; its licence and what is to be cited are progress.
 */
public final class DataSetTopologies implements NamedTopologies {
  private final Screen screen;
  private final Map<String, String> made = new HashMap<>();

  public DataSetTopologies(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Optional<String> find(String name) throws FileError {
    Optional<DataSet.Entry> entry = DataSet.entry(name);
    if (entry.isPresent() && !made.containsKey(name)) {
      DataSet.Found found = entry.get().find();
      found.origin().forEach(screen::progress);
      made.put(name, Import.read(name, found.bytes(), ImportRules.USUAL, found.origin()).text());
    }
    return Optional.ofNullable(made.get(name));
  }
}
