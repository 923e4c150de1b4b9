// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import rani.json.Json;
import rani.json.JsonObject;
import rani.system.RaniCommand.Outcome;
import rani.tools.Rani;
import rani.tools.screen.VerbGroup;

/** The verbs that start nothing. */
class CommandLineTest {
  private static final String EXPERIMENT = Checkout.file("config/experiments/lgc-1-basic.yaml");

  private static List<String> verbs() {
    return Rani.verbs().stream().map(verb -> verb.getAnnotation(Command.class).name()).toList();
  }

  @ParameterizedTest
  @Execution(CONCURRENT)
  @MethodSource("verbs")
  void everyVerbExplainsItself(String verb) {
    Outcome outcome = InThisJvm.rani(verb, "--help").expectExit(0);

    assertTrue(outcome.out().startsWith("Usage: rani " + verb), outcome::toString);
    assertEquals("", outcome.err(), outcome::toString);
  }

  @Test
  @Execution(CONCURRENT)
  void aKeyIsExplained() {
    String all = InThisJvm.rani("explain").expectExit(0).out();
    String limit = InThisJvm.rani("explain", "queue.limit").expectExit(0).out();
    Outcome unknown = InThisJvm.rani("explain", "queue.limt").expectExit(2);

    assertTrue(all.contains("\n  nodes         Nodes by name"), all);
    assertTrue(limit.startsWith("limit: a number of packets such as 50packet\n"), limit);
    assertTrue(limit.contains("\n  Default: 100packet\n"), limit);
    assertTrue(limit.contains("topology: nodes.NAME.queue.limit\n"), limit);
    assertTrue(unknown.err().contains("did you mean `limit`?"), unknown::toString);
  }

  @Test
  @Execution(CONCURRENT)
  void aMetricIsExplained() {
    String one = InThisJvm.rani("metrics", "--explain", "throughput.n1").expectExit(0).out();
    String all = InThisJvm.rani("metrics", "--explain").expectExit(0).out();

    assertTrue(one.startsWith("throughput.NODE, bit/s: throughput of NODE\n"), one);
    assertTrue(one.contains("\n  over the observed span: "), one);
    assertTrue(all.contains(one), all);
    assertTrue(all.contains("\ndelay.NODE.p95, s: "), all);
    String json = InThisJvm.rani("metrics", "--explain=lgc.trigger-2.p", "--json").out();
    assertTrue(json.startsWith("{\"metric\":\"lgc.trigger-K.p\",\"unit\":\"packets\","), json);
    Outcome unknown = InThisJvm.rani("metrics", "--explain", "troughput.n1").expectExit(2);
    assertTrue(unknown.err().contains("did you mean `throughput.n1`?"), unknown::toString);
  }

  @Test
  @Execution(CONCURRENT)
  void validateSaysThatAFileIsGood() {
    Outcome outcome = RaniCommand.rani("validate", EXPERIMENT).run().expectExit(0);

    assertTrue(outcome.out().contains("8 nodes, 7 links"), outcome::toString);
    assertEquals("", outcome.err(), outcome::toString);
  }

  @ParameterizedTest
  @Execution(CONCURRENT)
  @CsvSource({"dot,' -- '", "mermaid,' ---|'", "svg,'<path class=\"link\"'"})
  void graphDrawsEveryNodeAndLink(String format, String link) throws Exception {
    Outcome outcome = InThisJvm.rani("graph", EXPERIMENT, "--format", format);

    outcome.expectExit(0);
    assertEquals("", outcome.err(), outcome::toString);
    for (int node = 1; node <= 8; node++) {
      assertTrue(outcome.out().contains("n" + node), outcome::toString);
    }
    int links = outcome.out().split(Pattern.quote(link), -1).length - 1;
    assertEquals(7, links, outcome::toString);
    assertTrue(outcome.out().contains("620ms"), outcome::toString);
    if (format.equals("svg")) {
      Document drawing =
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(new ByteArrayInputStream(outcome.out().getBytes(UTF_8)));
      assertEquals("svg", drawing.getDocumentElement().getTagName());
    }
  }

  /** Verbs without {@code --json}, and why. */
  private static final Map<String, String> WITHOUT_JSON =
      Map.ofEntries(
          Map.entry("console", "its verbs answer line by line"),
          Map.entry("shell", "its output is the program's"),
          Map.entry("watch", "a browser shows it"),
          Map.entry("node", "it runs until it is ended"),
          Map.entry("plot", "it prints the paths of its figures, one a line"),
          Map.entry("publish", "it writes the tables of our documents"),
          Map.entry("generate lte", "it prints a trace, which is a table"),
          Map.entry("generate wifi", "it prints a trace, which is a table"),
          Map.entry("generate starlink", "it prints a trace, which is a table"),
          Map.entry("completion", "it prints a script"),
          Map.entry("schema", "it prints a schema, which is JSON"),
          Map.entry("help", "it prints a help page"));

  @Test
  @Execution(CONCURRENT)
  void everyVerbWithAResultPrintsJson() {
    List<String> without = new ArrayList<>();
    for (Class<?> verb : Rani.verbs()) {
      Command command = verb.getAnnotation(Command.class);
      List<List<String>> words = new ArrayList<>(List.of(List.of(command.name())));
      for (Class<?> below : command.subcommands()) {
        if (below != HelpCommand.class) {
          words.add(List.of(command.name(), below.getAnnotation(Command.class).name()));
        }
      }
      boolean isGroup = words.size() > 1 && !Callable.class.isAssignableFrom(verb);
      for (List<String> each : isGroup ? words.subList(1, words.size()) : words) {
        String[] help = Stream.concat(each.stream(), Stream.of("--help")).toArray(String[]::new);
        Stream<String> lines = InThisJvm.rani(help).expectExit(0).out().lines();
        if (lines.noneMatch(line -> line.strip().startsWith("--json "))) {
          without.add(String.join(" ", each));
        }
      }
    }
    assertEquals(new TreeSet<>(WITHOUT_JSON.keySet()), new TreeSet<>(without));
  }

  /** No file, folder, run, key, service, experiment or case of that name. */
  @ParameterizedTest
  @Execution(CONCURRENT)
  @ValueSource(
      strings = {
        "run nosuch",
        "sweep nosuch",
        "sweep merge nosuch --out nowhere",
        "sweep verify nosuch",
        "sensitivity nosuch",
        "report nosuch",
        "report --index nosuch",
        "plot nosuch",
        "trace nosuch",
        "measure nosuch",
        "compare nosuch nosuch",
        "watch nosuch",
        "up nosuch",
        "down nosuch",
        "console nosuch",
        "console --virtual nosuch",
        "exec --run nosuch pingall",
        "shell --run nosuch n1",
        "top --run nosuch",
        "events --run nosuch",
        "metrics --run nosuch",
        "metrics --explain nosuch",
        "keys --run nosuch",
        "bundle --run nosuch",
        "inject --run nosuch n1 n2",
        "capture --run nosuch n1:n2",
        "forward --run nosuch tcp 7000 n1 n2 127.0.0.1:80",
        "send --run nosuch --from n1 --to n2:7000 nosuch",
        "receive --run nosuch --at n1:7000",
        "service load --run nosuch n1 nosuch.jar",
        "service unload --run nosuch n1 nosuch",
        "services nosuch",
        "explain nosuch",
        "validate nosuch",
        "graph nosuch",
        "export compose nosuch",
        "doctor nosuch",
        "node --topology nosuch --name n1",
        "operator key show nosuch",
        "operator sign nosuch.jar --key nosuch --network n",
        "operator verify nosuch.jar --key nosuch.pub",
        "bench nosuch"
      })
  void whatIsNotThereIsBadInput(String words) {
    Outcome outcome = InThisJvm.rani(words.split(" ", -1)).expectExit(2);

    assertEquals("", outcome.out(), outcome::toString);
    assertTrue(outcome.err().contains("nosuch"), outcome::toString);
  }

  /** The shape of the shipped file, with its settings. */
  @Test
  @Execution(CONCURRENT)
  void aShapeIsANetworkWithoutAFile() {
    String file = Checkout.file("config/topologies/ring-6.yaml");
    String drawn = InThisJvm.rani("graph", file).expectExit(0).out();
    String link = "rate=10Mbit/s,delay=2ms";

    Outcome made =
        InThisJvm.rani("graph", "--topo", "ring,6", "--link", link, "--node", "services.echo={}");

    made.expectExit(0);
    assertEquals(drawn, made.out());
    String prefix = "--node=queue.limit=5packet";
    Outcome set =
        InThisJvm.rani(
            "validate", "--topo", "tree,2,3,prefix=r", prefix, "--set", "nodes.r1.queue.limit=0");
    assertTrue(set.expectExit(2).err().startsWith("--set nodes.r1.queue.limit=0:"), set::err);
  }

  /** What an editor or a script shows beside the line. */
  @Test
  @Execution(CONCURRENT)
  void theProblemsOfAFileAreAListInJson() {
    Outcome good = InThisJvm.rani("validate", EXPERIMENT, "--json").expectExit(0);
    assertEquals("", good.err());
    JsonObject file = Json.object(good.out());
    assertEquals("lgc-1-basic", file.find("name"));
    assertEquals(8, file.whole("nodes"));

    Outcome bad =
        InThisJvm.rani("validate", "--topo", "ring,6", "--link=dely=2ms", "--json").expectExit(2);
    assertEquals("", bad.err());
    assertEquals(
        "{\"file\":\"--link dely=2ms\",\"problems\":[{\"file\":\"--link"
            + " dely=2ms\",\"line\":0,\"column\":0,\"message\":\"unknown key"
            + " `dely`\",\"hint\":\"did you mean `delay`?\"}],\"more\":0}\n",
        bad.out());
  }

  @Test
  void aResultThatCannotBeWrittenIsNoSuccess() {
    List<String> toFullDisk = List.of("sh", "-c", "exec \"$@\" >/dev/full", "sh");
    Outcome lost = RaniCommand.rani("help", "run").inside(toFullDisk).run().expectExit(3);

    assertEquals("rani: cannot write to standard output: No space left on device\n", lost.err());
    List<String> toHead = List.of("bash", "-c", "set -o pipefail; \"$@\" | head -1", "bash");
    Outcome enough = RaniCommand.rani("help", "run").inside(toHead).run().expectExit(0);
    assertEquals(1, enough.out().lines().count(), enough::toString);
  }

  @Test
  @Execution(CONCURRENT)
  void theListOfVerbsHasEachOnceInItsGroupInAShortSentence() {
    String help = InThisJvm.rani("--help").expectExit(0).out();

    assertEquals(help, InThisJvm.rani().expectExit(0).out());
    for (Class<?> verb : Rani.verbs()) {
      String name = verb.getAnnotation(Command.class).name();
      List<String> lines = help.lines().filter(line -> line.startsWith("  " + name + " ")).toList();
      assertEquals(1, lines.size(), name);
      assertTrue(lines.getFirst().endsWith("."), lines::getFirst);
      assertTrue(lines.getFirst().length() <= 80, lines::getFirst);
      assertTrue(
          verb == HelpCommand.class || verb.getAnnotation(VerbGroup.Of.class) != null,
          () -> name + " says no group");
    }
    for (VerbGroup group : VerbGroup.values()) {
      assertTrue(help.contains("\n\n" + group.heading() + ":\n"), help);
    }
  }

  @ParameterizedTest
  @Execution(CONCURRENT)
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          rnu x                      | there is no command `rnu`; did you mean `run`?
          rnu x --mode virtual       | there is no command `rnu`; did you mean `run`?
          rnu --help                 | there is no command `rnu`; did you mean `run`?
          help rnu                   | there is no command `rnu`; did you mean `run`?
          -rnu x                     | there is no command `-rnu`; did you mean `run`?
          --dwon                     | there is no command `--dwon`; did you mean `down`?
          --wrong                    | Unknown option: '--wrong'
          xyzzy                      | there is no command `xyzzy`
          validate --topo linaer,3   | there is no shape `linaer`; did you mean `linear`?
          validate --topo tree,2     | a number is missing; it is `tree,DEPTH,FANOUT`
          validate --topo ring,4,5   | too many numbers; it is `ring,NODES`
          validate --topo ring,2     | --topo ring,2: `nodes`: `2` is outside 3…10000
          validate --topo star,x     | --topo star,x: `nodes`: `x` is not a whole number
          validate --link delay=1ms  | --link and --node go with --topo; --set changes a file
          validate                   | name a file, or a network without one: --topo linear,3
          up x.yaml --topo ring,3    | --topo makes a network without a file; leave out x.yaml
          service                    | say which of load, unload
          service laod x.jar         | no command `laod` of `service`; did you mean `load`?
          operator --sgin            | no command `--sgin` of `operator`; did you mean `sign`?
          run --sed 4                | Unknown option: '--sed'; did you mean `--seed`?
          chaos --seed abc           | '--seed': `abc` is no whole number
          chaos --seed -3            | '--seed': `-3` is not within 0…9223372036854775807
          chaos --nodes 9999999999   | '--nodes': `9999999999` is not within 0…2147483647
          compare one                | name two runs or more; `one` is compared with nothing
          report nosuch              | there is no folder nosuch
          trace nosuch               | there is no folder nosuch
          measure nosuch             | there is no folder nosuch
          compare nosuch nosuch      | there is no folder nosuch
          """)
  void wrongWordsAreNamedWithWhatIsNear(String words, String why) {
    Outcome outcome = InThisJvm.rani(words.split(" ", -1)).expectExit(2);

    assertTrue(outcome.err().contains(why), outcome::toString);
  }

  @Test
  void optionsBehindTheVerbOfExecAreTheVerbs() {
    Outcome outcome = InThisJvm.rani("exec", "--run", "none", "pingall", "--count=1");

    assertTrue(outcome.expectExit(2).err().contains("no run is called none"), outcome::toString);
    assertEquals(2, outcome.err().lines().count(), outcome::toString);
  }
}
