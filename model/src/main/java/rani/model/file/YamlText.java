// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.StreamDataWriter;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.emitter.Emitter;
import org.snakeyaml.engine.v2.events.DocumentEndEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.ImplicitTuple;
import org.snakeyaml.engine.v2.events.MappingEndEvent;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceEndEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.events.StreamEndEvent;
import org.snakeyaml.engine.v2.events.StreamStartEvent;

/** Prints a tree as YAML that {@link LocatedYaml} parses to an equal tree. */
public final class YamlText {
  private static final int LINE_WIDTH = 120;

  /** Longest list or mapping that is printed on one line. */
  private static final int ON_ONE_LINE_MAX = 20;

  /** Tells the emitter that plain and quoted scalars need no tag. */
  private static final ImplicitTuple NO_TAG = new ImplicitTuple(true, true);

  private final List<Event> events = new ArrayList<>();

  private YamlText() {}

  /** Prints a tree. Mappings without nested values are printed on one line. */
  public static String print(LocatedMap root) {
    YamlText text = new YamlText();
    text.events.add(new StreamStartEvent());
    text.events.add(new DocumentStartEvent(false, Optional.empty(), new LinkedHashMap<>()));
    text.map(root, FlowStyle.BLOCK);
    text.events.add(new DocumentEndEvent(false));
    text.events.add(new StreamEndEvent());
    DumpSettings settings =
        DumpSettings.builder().setWidth(LINE_WIDTH).setSplitLines(false).build();
    Text out = new Text();
    Emitter emitter = new Emitter(settings, out);
    text.events.forEach(emitter::emit);
    return out.toString();
  }

  private static final class Text extends StringWriter implements StreamDataWriter {}

  private void value(LocatedValue value) {
    switch (value) {
      case LocatedMap map -> map(map, isFlat(map) ? FlowStyle.FLOW : FlowStyle.BLOCK);
      case LocatedList list -> list(list);
      case LocatedScalar scalar when scalar.isNull() -> scalar("~", false);
      case LocatedScalar scalar -> scalar(scalar.text(), scalar.quoted());
    }
  }

  private void map(LocatedMap map, FlowStyle style) {
    events.add(new MappingStartEvent(Optional.empty(), Optional.empty(), true, style));
    map.entries()
        .forEach(
            (key, entry) -> {
              scalar(key, new LocatedScalar(Location.ofFile(""), key, false).isNull());
              value(entry.value());
            });
    events.add(new MappingEndEvent());
  }

  private void list(LocatedList list) {
    FlowStyle style =
        list.values().size() <= ON_ONE_LINE_MAX
                && list.values().stream().allMatch(value -> value instanceof LocatedScalar)
            ? FlowStyle.FLOW
            : FlowStyle.BLOCK;
    events.add(new SequenceStartEvent(Optional.empty(), Optional.empty(), true, style));
    list.values().forEach(this::value);
    events.add(new SequenceEndEvent());
  }

  private void scalar(String text, boolean quoted) {
    ScalarStyle style = quoted ? ScalarStyle.DOUBLE_QUOTED : ScalarStyle.PLAIN;
    events.add(new ScalarEvent(Optional.empty(), Optional.empty(), NO_TAG, text, style));
  }

  private static boolean isFlat(LocatedMap map) {
    return map.entries().size() <= ON_ONE_LINE_MAX
        && map.entries().values().stream()
            .allMatch(entry -> entry.value() instanceof LocatedScalar);
  }
}
