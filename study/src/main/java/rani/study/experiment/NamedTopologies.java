// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import java.util.Optional;
import rani.model.file.FileError;

/** Networks that an experiment names as it names files, such as those of data sets. */
@FunctionalInterface
public interface NamedTopologies {
  /** There are only files. */
  NamedTopologies NONE = _ -> Optional.empty();

  /**
   * Returns the text of the topology that a name stands for; empty if it is a name of a file.
   *
   * @throws FileError if it is no name of a file, and of no network that is here
   */
  Optional<String> find(String name) throws FileError;
}
