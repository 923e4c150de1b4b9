// SPDX-License-Identifier: Apache-2.0
package rani.node;

import java.util.List;
import java.util.stream.Stream;
import rani.service.metric.NoteMark;
import rani.service.metric.NoteMark.Kind;

/** How the notes of the node itself, and its notes about any service, are described. */
public final class NodeMarks {
  /** The service as which a node writes notes of its own. */
  public static final String NODE = Operations.NOTED_BY;

  private NodeMarks() {}

  /** Returns the marks of notes of the node itself. */
  public static List<NoteMark> ofNode() {
    return Stream.concat(
            Stream.of(
                change(
                    "set-link",
                    "{link} is set to[ rate {rate bit/s},][ delay {delay s},][ jitter {jitter s},]"
                        + "[ loss {loss %},][ duplicate {duplicate %},][ reorder {reorder %},]"
                        + "[ corrupt {corrupt %},][ drop {drop},][ drop-flow {drop-flow},]"
                        + "[ drop-count {drop-count},] by {by}"),
                change("cut-link", "{link} is cut by {by}"),
                change("mend-link", "{link} is mended by {by}"),
                change("add-link", "{link} to {neighbour} is added by {by}"),
                change("remove-link", "{link} is removed by {by}"),
                change(
                    "inject",
                    "{count} packets of {len B} to {to} are injected[, {gap s} apart,] by {by}"),
                change(
                    "add-filter",
                    "filter against {flow} is added[ at {link}][ for {for s}] by {by}"),
                change("remove-filter", "filter against {flow} is removed[ at {link}] by {by}"),
                change("start-service", "service {name} is started by {by}"),
                change("stop-service", "service {name} is stopped by {by}"),
                change("restart-service", "service {name} is started again by {by}"),
                change("replace-service", "service {name} gets its code by {by}"),
                change("tell", "service {name} gets the command {verb} by {by}"),
                new NoteMark(
                    OperationNotes.REFUSED,
                    Kind.FAULT,
                    "{operation}[ of {name}][ at {link}] by {by} is refused: {why}")),
            Stream.of(
                new NoteMark(
                    "link-state",
                    Kind.SILENT,
                    "link state {sequence} says {neighbours} neighbours"),
                new NoteMark(
                    "routes",
                    Kind.SILENT,
                    "routes to {reachable} nodes, {changed} of them changed, {lost} lost"),
                new NoteMark(
                    "origin-contested",
                    Kind.FAULT,
                    "by {link} came link state {sequence} in this node's name, which is at {own}")))
        .toList();
  }

  private static NoteMark change(String event, String text) {
    return new NoteMark(event, Kind.CHANGE, text);
  }

  /** Returns the marks of notes of any service that are the node's, to be read behind its name. */
  public static List<NoteMark> ofServices() {
    return List.of(
        new NoteMark("start", Kind.NOTE, "starts, asked by {by}"),
        new NoteMark("stop", Kind.NOTE, "stops: {by}"),
        new NoteMark("failure", Kind.FAULT, "fails, {count} times by now"),
        new NoteMark("blocked", Kind.FAULT, "has blocked its node for {seconds s}"),
        new NoteMark("suspended", Kind.FAULT, "is suspended"));
  }
}
