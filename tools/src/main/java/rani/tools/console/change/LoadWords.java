// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.change;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import rani.ground.ExitCodes;
import rani.ground.LabFailure;
import rani.json.JsonObject;
import rani.model.file.InputFile;
import rani.model.file.NamedFiles;
import rani.model.jar.JarLimits;
import rani.model.jar.SignedJar;
import rani.nodehost.loader.LoadRequest;
import rani.testbed.RunningLab;
import rani.testbed.loader.JarUpload;
import rani.testbed.loader.ServiceDelivery;
import rani.tools.console.verb.Shown;
import rani.tools.option.OptionGroup;
import rani.tools.screen.Screen;
import rani.world.Reply;

/** Arguments of {@code service load}, in the shell and in the console. */
public final class LoadWords extends OptionGroup {
  @Parameters(
      arity = "1..*",
      paramLabel = "NODE JAR [OPTION=VALUE]",
      description = {
        "Where it is to run, unless that was said before the verb; a jar or module of",
        "`rani operator sign`, or a plain module if the node's `code` is `any-sandboxed`;",
        "options of the service, as its manual has them."
      })
  private List<String> words = List.of();

  @Option(
      names = "--from",
      paramLabel = "NODE",
      description = "Where it enters the network. Default: a neighbour.")
  private @Nullable String from;

  @Option(
      names = "--number",
      paramLabel = "N",
      description = "Its number in packets. Default: its own, or a spare one if that is in use.")
  private int number;

  @Option(
      names = "--replace",
      description = "It takes the place of the version that is there, name and number included.")
  private boolean replace;

  @Option(
      names = "--any-version",
      description = {
        "It may be older than a version that the node has had in this run, or differ from what",
        "the node has had by the same version. Default: versions go forward."
      })
  private boolean anyVersion;

  /** Loads the service, prints the outcome, and returns the exit code. */
  public int load(RunningLab lab, List<String> named, NamedFiles files, boolean json)
      throws LabFailure {
    Deque<String> said = new ArrayDeque<>(words);
    boolean beginsWithJar = words.stream().skip(1).allMatch(word -> word.indexOf('=') > 0);
    String node = named.size() == 1 && beginsWithJar ? named.getFirst() : said.removeFirst();
    if (said.isEmpty()) {
      throw wrong("say NODE and JAR, as in `n4 my.jar`");
    }
    Path jar;
    try {
      jar = files.at(said.removeFirst());
    } catch (IllegalArgumentException e) {
      throw wrong(e.getMessage());
    }
    return load(lab, node, jar, List.copyOf(said), json);
  }

  private int load(RunningLab lab, String node, Path jar, List<String> options, boolean json)
      throws LabFailure {
    JarUpload shipment;
    try {
      shipment =
          new JarUpload(
              new LoadRequest(yaml(options), number, replace, anyVersion),
              InputFile.bytes(jar, JarLimits.JAR_BYTES_MAX));
    } catch (InputFile.UnfitFile e) {
      throw wrong(jar + ": " + e.getMessage());
    } catch (IOException e) {
      throw wrong(jar + " is no file that can be read");
    } catch (IllegalArgumentException e) {
      throw wrong(e.getMessage());
    }
    Reply reply = new ServiceDelivery(lab).load(from, node, shipment);
    if (!reply.ok()) {
      throw new LabFailure("node " + node + " refuses " + jar + ": " + reply.message());
    }
    Screen screen = new Screen(spec);
    JsonObject facts = JsonObject.of(reply.facts());
    if (json) {
      screen.printJson(facts);
    } else {
      Object replaced = Shown.cell(facts, "replaced");
      Object failed = Shown.cell(facts, "failed");
      screen.print(
          "%s runs at %s: version %s%s, number %s, %s%s%s",
          Shown.cell(facts, "name"),
          node,
          Shown.cell(facts, "version"),
          "".equals(replaced) ? "" : " in place of " + replaced,
          Shown.cell(facts, "number"),
          SignedJar.UNSIGNED.equals(Shown.cell(facts, "key"))
              ? SignedJar.UNSIGNED
              : "signed by " + Shown.cell(facts, "key"),
          "".equals(failed) ? "" : "; it has failed already: " + failed,
          Shown.cell(facts, "left"));
    }
    return ExitCodes.OK;
  }

  /** Joins options to a YAML mapping; their values are YAML. */
  private static String yaml(List<String> options) {
    StringBuilder yaml = new StringBuilder();
    for (String option : options) {
      int equals = option.indexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException("`" + option + "` is no option; write NAME=VALUE");
      }
      yaml.append(option, 0, equals).append(": ").append(option.substring(equals + 1)).append('\n');
    }
    return yaml.toString();
  }
}
