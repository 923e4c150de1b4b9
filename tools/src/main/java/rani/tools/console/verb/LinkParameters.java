// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.verb;

import java.util.List;
import org.jspecify.annotations.Nullable;
import rani.link.ImpairmentConfig;
import rani.link.LinkChange;
import rani.model.file.UnitError;
import rani.model.file.Units;
import rani.model.topology.LinkEnd;

/** Parameters of one direction of a link, as {@code link … set} takes them. */
public final class LinkParameters {
  public static final List<String> NAMES =
      List.of(
          "rate delay jitter loss duplicate reorder corrupt drop drop-flow drop-count".split(" "));

  private LinkParameters() {}

  /** Returns the parameters of a direction in the topology file. */
  public static LinkChange ofFile(LinkEnd end) {
    ImpairmentConfig wire = end.impairment();
    return new LinkChange(
        end.rate(),
        wire.delayNanos(),
        wire.jitterNanos(),
        wire.loss(),
        wire.duplicate(),
        wire.reorder(),
        wire.corrupt(),
        wire.drops());
  }

  /** Returns a rate in the syntax of files. */
  public static String rate(@Nullable Object shown) {
    String text = String.valueOf(shown);
    try {
      return Units.printRate(Units.rate(text));
    } catch (UnitError e) {
      return text;
    }
  }
}
