// SPDX-License-Identifier: Apache-2.0
package rani.tools.operator;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import rani.ground.LabFailure;
import rani.model.file.FileError;
import rani.model.file.InputFile;
import rani.model.jar.JarLimits;
import rani.model.jar.JarRefusal;
import rani.model.jar.JarStatement;
import rani.model.jar.OperatorKey;
import rani.model.jar.SignedJar;
import rani.model.topology.Topology;
import rani.model.topology.TopologyFile;
import rani.tools.option.NamedFile;
import rani.tools.option.RaniCommand;
import rani.world.Facts;

@Command(
    name = "verify",
    description = {
      "Checks whether a service jar or module is complete and signed by one of these keys, and"
          + " prints the statement.",
      "With --topology it checks whether that network would accept it now."
    },
    exitCodeList = {"0:it is good", "1:it is refused, with the reason", "2:bad usage or input"},
    footer = {
      "  rani operator verify talkers.jar --key ops.key.pub",
      "  rani operator verify talkers.jar --topology net.yaml"
    })
final class OperatorVerifyCommand extends RaniCommand {
  @Parameters(paramLabel = "JAR", description = "A signed jar, or a signed module.")
  private Path jar;

  @Option(names = "--key", paramLabel = "FILE.pub", description = "A public key; repeatable.")
  private List<Path> keys = List.of();

  @Option(
      names = "--topology",
      paramLabel = "FILE",
      description = "The network whose operators, name and time count.")
  private @Nullable Path topology;

  @Option(names = "--json", description = "Prints the result as one JSON object, nothing else.")
  private boolean json;

  private record Signed(
      String service,
      String version,
      int number,
      String provider,
      String network,
      String notBefore,
      String expires,
      String key,
      String sha256,
      int entries)
      implements Facts {}

  private record Refused(String reason, String message) {}

  @Override
  public Integer call() throws LabFailure, FileError {
    if (keys.isEmpty() == (topology == null)) {
      throw wrong("say --key FILE.pub, or --topology FILE");
    }
    Topology network =
        topology == null ? null : TopologyFile.load(NamedFile.topology(topology, screen()));
    Path reading = jar;
    try {
      List<OperatorKey> operators = new ArrayList<>();
      for (Path each : keys) {
        reading = each;
        operators.add(OperatorKey.read(each));
      }
      reading = jar;
      SignedJar open =
          SignedJar.open(
              InputFile.bytes(jar, JarLimits.JAR_BYTES_MAX),
              network == null ? operators : network.operators());
      open.contents().requireClasses();
      if (network != null) {
        open.requireFor(network.name(), Instant.now());
      }
      tell(open);
      return OK;
    } catch (JarRefusal e) {
      refuse(e);
      return FAILED;
    } catch (IllegalArgumentException e) {
      throw wrong(e.getMessage());
    } catch (NoSuchFileException e) {
      throw wrong(e.getFile() + ": no such file");
    } catch (IOException e) {
      throw new LabFailure("cannot read " + reading + ": " + e, e);
    }
  }

  private void tell(SignedJar open) {
    JarStatement statement = open.statement();
    Signed signed =
        new Signed(
            statement.service(),
            statement.version(),
            statement.number(),
            statement.provider(),
            statement.network(),
            statement.notBefore().toString(),
            statement.expires().toString(),
            open.keyId(),
            open.sha256(),
            statement.entries().size());
    if (json) {
      printJson(signed);
    } else {
      signed.byKey().forEach((key, value) -> print("%-11s %s", key, value));
    }
  }

  private void refuse(JarRefusal refusal) {
    if (json) {
      printJson(new Refused(refusal.reason().text(), "" + refusal.getMessage()));
    } else {
      print("%s is refused: %s: %s", jar, refusal.reason().text(), "" + refusal.getMessage());
    }
  }
}
