// SPDX-License-Identifier: Apache-2.0
package rani.tools.operator;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import rani.ground.LabFailure;
import rani.model.jar.OperatorKey;
import rani.model.jar.OperatorSecret;
import rani.tools.option.RaniCommand;

@Command(
    name = "key",
    customSynopsis = {"rani operator key new FILE", "rani operator key show FILE.pub"},
    description = {
      "Generates an operator's key, or shows one.",
      "FILE takes the private key, for its owner's eyes alone; FILE.pub the public one, which"
          + " topologies list. Neither is ever overwritten."
    })
final class OperatorKeyCommand extends RaniCommand {
  @Parameters(
      index = "0",
      paramLabel = "new|show",
      description = "Makes a pair of keys, or shows one that is there.")
  private Action action;

  @Parameters(index = "1", paramLabel = "FILE", description = "The key's file.")
  private Path file;

  enum Action {
    NEW,
    SHOW
  }

  @Option(names = "--json", description = "Prints the key's id, text and public file as JSON.")
  private boolean json;

  private record Key(String key, String text, String file) {}

  @Override
  public Integer call() throws LabFailure {
    return action == Action.NEW ? make() : show();
  }

  private int make() throws LabFailure {
    OperatorSecret secret = OperatorSecret.generate();
    try {
      secret.write(file);
    } catch (FileAlreadyExistsException e) {
      throw wrong(e.getFile() + " is there already; a key is never overwritten");
    } catch (IOException e) {
      throw new LabFailure("cannot write " + file + ": " + e, e);
    }
    tell(secret.key(), OperatorSecret.publicFile(file));
    return OK;
  }

  private int show() throws LabFailure {
    try {
      tell(OperatorKey.read(file), file);
      return OK;
    } catch (IllegalArgumentException e) {
      throw wrong(file + ": " + e.getMessage());
    } catch (NoSuchFileException e) {
      throw wrong(e.getFile() + ": no such file");
    } catch (IOException e) {
      throw new LabFailure("cannot read " + file + ": " + e, e);
    }
  }

  private void tell(OperatorKey key, Path publicFile) {
    if (json) {
      printJson(new Key(key.id(), key.text(), publicFile.toString()));
      return;
    }
    if (action == Action.NEW) {
      print("%s holds the private key, %s the public one", file, publicFile);
    }
    print("key %s", key.id());
    print("a network takes what it signs when its topology says");
    print("  operators: [%s]", key.text());
    print("or names the file: operators: [%s]", publicFile.getFileName());
  }
}
