// SPDX-License-Identifier: Apache-2.0
package rani.tools.operator;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import rani.ground.ExitCodes;
import rani.ground.LabFailure;
import rani.model.jar.OperatorKey;
import rani.model.jar.OperatorSecret;
import rani.tools.option.RaniCommand;

/** {@code rani operator key new|show FILE}. */
@Command(
    name = "key",
    customSynopsis = {"rani operator key new FILE", "rani operator key show FILE.pub"},
    description = {
      "Generates an operator's key, or shows one.",
      "FILE takes the private key, for its owner's eyes alone; FILE.pub the public one, which"
          + " topologies list. Neither is ever overwritten."
    })
final class OperatorKeyCommand extends RaniCommand {
  @Parameters(index = "0", paramLabel = "new|show", description = "What to do.")
  private Action action;

  @Parameters(index = "1", paramLabel = "FILE", description = "The key's file.")
  private Path file;

  /** The actions. */
  enum Action {
    /** Generates a key. */
    NEW,
    /** Shows a public key. */
    SHOW
  }

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
    return ExitCodes.OK;
  }

  private int show() throws LabFailure {
    try {
      tell(OperatorKey.read(file), file);
      return ExitCodes.OK;
    } catch (IllegalArgumentException e) {
      throw wrong(file + ": " + e.getMessage());
    } catch (IOException e) {
      throw new LabFailure("cannot read " + file + ": " + e, e);
    }
  }

  private void tell(OperatorKey key, Path publicFile) {
    if (action == Action.NEW) {
      screen().print("%s holds the private key, %s the public one", file, publicFile);
    }
    screen().print("key %s", key.id());
    screen().print("a network takes what it signs when its topology says");
    screen().print("  operators: [%s]", key.text());
    screen().print("or names the file: operators: [%s]", publicFile.getFileName());
  }
}
