// SPDX-License-Identifier: Apache-2.0
package rani.tools.dataset;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import rani.model.file.FileError;
import rani.model.file.InputFile;
import rani.model.file.Location;
import rani.model.file.Nearest;
import rani.model.file.Quoted;
import rani.model.foreign.Import;

/**
 * Data sets of the Python package TopoHub, which {@code pip install topohub} installs: nothing of
 * them is part of rani, and nothing is fetched.
 */
public enum DataSet {
  ZOO(
      "topozoo",
      "data: the Internet Topology Zoo; cite S. Knight et al., IEEE JSAC 29(9), 2011,"
          + " doi:10.1109/JSAC.2011.111002"),
  SNDLIB(
      "sndlib",
      "data: SNDlib; cite S. Orlowski et al., Networks 55(3), 2010, doi:10.1002/net.20371");

  private static final String SUFFIX = ".json";

  /** Most names of a data set. */
  private static final int NAMES_MAX = 10_000;

  private final String folder;
  private final String citation;

  DataSet(String folder, String citation) {
    this.folder = folder;
    this.citation = citation;
  }

  /** Returns the word before a colon that names the data set. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * A network of a data set.
   *
   * @param name without the data set's; may be empty, or no such network
   */
  public record Entry(DataSet set, String name) {
    /** Finds the network; fails with the nearest name, or with how the data set is installed. */
    public Found find() throws FileError {
      return set.find(this);
    }

    @Override
    public String toString() {
      return set.word() + ":" + name;
    }
  }

  /**
   * A network as its file holds it.
   *
   * @param origin lines with licence and citation
   */
  public record Found(byte[] bytes, List<String> origin) {}

  /** Returns the network that a text such as {@code zoo:Abilene} names. */
  public static Optional<Entry> entry(String text) {
    return Arrays.stream(values())
        .filter(set -> text.startsWith(set.word() + ":"))
        .map(set -> new Entry(set, text.substring(set.word().length() + 1)))
        .findFirst();
  }

  /** Returns the names of all networks, in order. */
  public List<String> names() throws FileError {
    return names(TopoHub.find(word() + ":"));
  }

  private List<String> names(TopoHub topoHub) throws FileError {
    Path data = topoHub.data().resolve(folder);
    try (Stream<Path> files = Files.list(data)) {
      return files
          .map(file -> String.valueOf(file.getFileName()))
          .filter(file -> file.endsWith(SUFFIX))
          .map(file -> file.substring(0, file.length() - SUFFIX.length()))
          .limit(NAMES_MAX)
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new FileError(
          Location.ofFile(data.toString()),
          "cannot be read: " + Quoted.plain(e.toString(), 200),
          "");
    }
  }

  private Found find(Entry entry) throws FileError {
    TopoHub topoHub = TopoHub.find(entry.toString());
    List<String> names = names(topoHub);
    String name = entry.name;
    if (!names.contains(name)) { // only what is listed is opened
      List<String> alike = names.stream().filter(name::equalsIgnoreCase).toList();
      if (alike.size() != 1) {
        throw new FileError(
            Location.ofFile(entry.toString()),
            "no network " + Quoted.of(name) + " in this data set",
            Nearest.to(name, names)
                .map(near -> "did you mean " + Quoted.of(word() + ":" + near) + "?")
                .orElse("`rani import --list " + word() + ":` lists them"));
      }
      name = alike.getFirst();
    }
    Path file = topoHub.data().resolve(folder).resolve(name + SUFFIX);
    try {
      return new Found(
          InputFile.bytes(file, Import.FILE_BYTES_MAX), List.of(topoHub.origin(), citation));
    } catch (IOException e) {
      throw new FileError(
          Location.ofFile(file.toString()),
          "cannot be read: " + Quoted.plain(e.toString(), 200),
          "");
    }
  }
}
