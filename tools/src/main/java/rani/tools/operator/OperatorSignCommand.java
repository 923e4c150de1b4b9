// SPDX-License-Identifier: Apache-2.0
package rani.tools.operator;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import rani.ground.LabFailure;
import rani.model.file.InputFile;
import rani.model.file.WholeFile;
import rani.model.jar.JarLimits;
import rani.model.jar.JarRefusal;
import rani.model.jar.JarSigner;
import rani.model.jar.JarStatement;
import rani.model.jar.OperatorSecret;
import rani.model.jar.SignedJar;
import rani.tools.option.RaniCommand;

@Command(
    name = "sign",
    description = {
      "Signs a service jar, or a module in WebAssembly, for one network and a time. It is replaced"
          + " by the signed one, or stays as it is with -o.",
      "What a node would refuse for its signer is refused here already."
    },
    footer = {
      "  rani operator sign talkers.jar --key ops.key --network ring-6",
      "  rani operator sign talkers.jar --key ops.key --network ring-6 --expires 12h -o out.jar",
      "  rani operator sign talkers.wasm --key ops.key --network ring-6 -o signed.wasm"
    })
final class OperatorSignCommand extends RaniCommand {
  /** Assumed largest difference between clocks of machines. */
  private static final Duration BEFORE_NOW = Duration.ofMinutes(5);

  @Parameters(paramLabel = "JAR", description = "A jar with one service, or a module.")
  private Path jar;

  @Option(
      names = "--key",
      paramLabel = "FILE",
      required = true,
      description = "The operator's private key; FILE.pub lies beside it.")
  private Path key;

  @Option(
      names = "--network",
      paramLabel = "NAME",
      required = true,
      description = "The network that it is for: what its file calls `topology`.")
  private String network;

  @Option(
      names = "--release",
      paramLabel = "VERSION",
      description =
          "Which version of the service it is. Default: what the jar's manifest or Maven project,"
              + " or the module's description says.")
  private @Nullable String release;

  @Option(
      names = "--expires",
      paramLabel = "WHEN",
      defaultValue = "30d",
      description =
          "How long it may be loaded: 12h, 30d, or a date such as 2027-01-31. Default: 30d.")
  private String expires;

  @Option(
      names = "--not-before",
      paramLabel = "WHEN",
      description = "From when on, as a date. Default: now.")
  private @Nullable String notBefore;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "OUT",
      description = "Where what is signed goes. Default: in place of JAR.")
  private @Nullable Path out;

  @Option(names = "--json", description = "Prints what was signed as one JSON object.")
  private boolean json;

  private record Signed(
      String file,
      String service,
      String version,
      int number,
      String network,
      String expires,
      String key) {}

  @Override
  public Integer call() throws LabFailure {
    Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    Path target = out == null ? jar : out;
    try {
      Instant from = notBefore == null ? now.minus(BEFORE_NOW) : SpanOrDate.parse(notBefore, now);
      Instant until = SpanOrDate.parse(expires, now);
      OperatorSecret secret = OperatorSecret.read(key);
      byte[] signed =
          JarSigner.sign(
              InputFile.bytes(jar, JarLimits.JAR_BYTES_MAX),
              secret,
              new JarSigner.Terms(network, release, from, until));
      ByteBuffer bytes = ByteBuffer.wrap(signed);
      WholeFile.write(
          target,
          channel -> {
            while (bytes.hasRemaining()) {
              channel.write(bytes);
            }
          });
      JarStatement statement = SignedJar.open(signed, List.of(secret.key())).statement();
      if (json) {
        printJson(
            new Signed(
                target.toString(),
                statement.service(),
                statement.version(),
                statement.number(),
                statement.network(),
                statement.expires().toString(),
                secret.key().id()));
        return OK;
      }
      print(
          "%s: service %s %s, number %d, for network %s until %s, signed by %s",
          target,
          statement.service(),
          statement.version(),
          statement.number(),
          statement.network(),
          statement.expires(),
          secret.key().id());
      return OK;
    } catch (JarRefusal e) {
      throw wrong(jar + ": " + e.reason().text() + ": " + e.getMessage());
    } catch (IllegalArgumentException e) {
      throw wrong(e.getMessage());
    } catch (NoSuchFileException e) {
      throw wrong(e.getFile() + ": no such file");
    } catch (IOException e) {
      throw new LabFailure("cannot sign " + jar + ": " + e, e);
    }
  }
}
