// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.model.file.FileError;
import rani.model.topology.LinkNumbers;
import rani.model.topology.Topology;
import rani.model.topology.TopologyFile;
import rani.study.experiment.Experiment;
import rani.study.experiment.ExperimentFile;
import rani.study.trace.TraceSource;
import rani.world.FilterChange;
import rani.world.NodeTrace;
import rani.world.Note;
import rani.world.NoteDetail;

/** The sentences of events: by hand, and of each note that some shipped experiments write. */
class EventWordsTest {
  private static final String NETWORK =
      "topology: pair\nnodes: {a: {}, b: {}, c: {}}\nlinks: {a -- b: {}, b -- c: {}}\n";

  private EventWords words;

  @BeforeEach
  void loadNetwork() throws FileError {
    words = words(TopologyFile.load("pair.yaml", NETWORK));
  }

  private static EventWords words(Topology network) {
    return new EventWords(network, LinkNumbers.of(network)::at);
  }

  @Test
  void nodesAndLinksAreCalledByTheirNames() {
    assertEquals("link b -- c is down", words.link("b", "link-1", false));
    assertEquals("link 7 is up", words.link("b", "link-7", true), "one that came later");
    assertEquals(
        "queue at link a -- b: average above max_th", words.congestion("b", "link-0", "above-max"));
    assertEquals(
        "queue of the node: average below max_th", words.congestion("b", "node", "below-max"));
    assertEquals(
        "filter against a ends, caught 7", words.filter(FilterChange.EXPIRE, "10.0.0.1", 7));
    assertEquals(
        "filter against a:7000 → c:80 renewed",
        words.filter(FilterChange.REFRESH, "10.0.0.1:7000>10.0.0.3:80/6", 7));
    SequencedMap<String, Integer> reasons = new LinkedHashMap<>();
    reasons.put("red-early", 2);
    reasons.put("no-route", 1);
    assertEquals("dropped: 2 early by RED, 1 no route", words.drops(reasons));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "node|set-link|by=operator link=1 loss=0.02"
            + "|link b -- c is set to loss 2 %, by the operator",
        "node|set-link|by=schedule link=0 rate=2000000bit/s delay=0.020000000"
            + "|link a -- b is set to rate 2 Mbit/s, delay 20 ms, by the schedule",
        "node|refused|by=operator operation=add-filter link=own flow=10.0.0.1 why=no_room_left"
            + "|add filter at the node itself by the operator is refused: no room left",
        "ping|done|id=1 to=10.0.0.3 sent=2 received=1 duplicates=0 rtt-seconds-mean=0.0866392405"
            + "|ping of c: 1 of 2 answered, on the mean after 86.6 ms",
        "source|connection|conn=10.0.0.1:7001-10.0.0.3:7000 state=OPEN"
            + "|source: connection a:7001 → c:7000 is OPEN",
        "echo|start|by=10.0.0.1|echo: starts, asked by a",
        "strange|odd-thing|at-most=3 of=10.0.0.2|strange: odd thing, at most 3, of b",
        "strange|odd-thing||strange: odd thing",
      })
  void aNoteIsASentence(String service, String event, String detail, String sentence) {
    Note note = detail == null ? Note.NOTHING : Note.parse(detail);
    assertEquals(sentence, words.note("b", service, event, note));
  }

  /** An experiment's notes, each service and event once. */
  private static final class Notes implements RunTrace {
    private final EventWords words;
    private final SequencedMap<String, String> sentences = new LinkedHashMap<>();
    private final List<String> undeclared = new ArrayList<>();

    Notes(Topology network) {
      this.words = words(network);
    }

    @Override
    public void go(long nanos) {}

    @Override
    public NodeTrace at(String node) {
      return new NodeTrace() {
        @Override
        public void note(long nowNanos, String service, String event, NoteDetail detail) {
          String key = service + " " + event;
          if (!sentences.containsKey(key)) {
            sentences.put(key, words.note(node, service, event, detail));
            if (ServiceNotes.mark(service, event) == null) {
              undeclared.add(key);
            }
          }
        }
      };
    }
  }

  @ParameterizedTest
  @CsvSource({
    "lgc-2-mobility, run.max=20s",
    "link-changes, run.max=20s",
    "acc-basic, run.until=20s",
    "ufc-basic, run.until=10s",
  })
  void eachNoteOfAnExperimentHasItsSentence(String name, String shorter) throws Exception {
    Experiment experiment =
        ExperimentFile.load(
            Path.of("../../config/experiments/" + name + ".yaml"), List.of(shorter));
    Notes notes = new Notes(experiment.network());
    assertNotNull(new TraceSource.OfReplay(experiment, 1, Optional.empty(), List.of()).read(notes));
    assertFalse(notes.sentences.isEmpty());
    assertEquals(List.of(), notes.undeclared, "notes without a mark");
    notes.sentences.forEach(
        (note, sentence) -> {
          assertFalse(sentence.contains("="), () -> note + ": " + sentence);
          assertFalse(sentence.contains("?"), () -> note + " lacks a value: " + sentence);
          assertFalse(sentence.contains("10.0."), () -> note + ": " + sentence);
        });
  }
}
