// SPDX-License-Identifier: Apache-2.0
package rani.study.chaos;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import rani.rdp.CloseReason;
import rani.wire.Address;

/** Traffic between two nodes: over one RDP connection, or as datagrams in one direction. */
final class Conversation {
  private final int id;
  private final JudgedFlow flow;
  private final String caller;
  private final int callerAddress;
  private final Way forth;
  private final Way back;
  private @Nullable CloseReason callerEnded;

  /** How it is carried. */
  enum Kind {
    /** Messages over a connection, both ways. */
    MESSAGES("message"),
    /** Two streams of bytes over a connection. */
    STREAM("byte"),
    /** Datagrams from the caller. */
    DATAGRAMS("datagram");

    /** One of what is counted. */
    final String unit;

    Kind(String unit) {
      this.unit = unit;
    }

    /** As options name it. */
    String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** One direction: what was sent and what was received, in the unit of the kind. */
  static final class Way {
    /** The amount to be sent in all. */
    final long planned;

    long given;
    long came;

    /** Whether a stream's end has come. */
    boolean ended;

    /** Corrupted on two wires, possibly undetected by a 16-bit checksum: not judged. */
    boolean excused;

    Way(long planned) {
      this.planned = planned;
    }
  }

  /**
   * Nothing has been said yet.
   *
   * @param caller the name of the node that begins
   */
  Conversation(int id, JudgedFlow flow, String caller, int callerAddress) {
    this.id = id;
    this.flow = flow;
    this.caller = caller;
    this.callerAddress = callerAddress;
    this.forth = new Way(flow.count());
    this.back = new Way(flow.answers());
  }

  int id() {
    return id;
  }

  Kind kind() {
    return flow.kind();
  }

  int callerAddress() {
    return callerAddress;
  }

  int calledAddress() {
    return flow.destination();
  }

  /** The direction from the caller, or back. */
  Way way(boolean isBack) {
    return isBack ? back : forth;
  }

  int sourceAddress(boolean isBack) {
    return isBack ? calledAddress() : callerAddress;
  }

  void callerEnded(CloseReason reason) {
    callerEnded = reason;
  }

  /** How it ended at the caller; null if it has not. */
  @Nullable CloseReason callerEnded() {
    return callerEnded;
  }

  boolean isExcused() {
    return forth.excused || back.excused;
  }

  /** Whether all that was sent was received. */
  boolean isWhole() {
    return forth.came == forth.given && back.came == back.given;
  }

  /** Whether the caller has sent and received everything. */
  boolean isAllHere() {
    return forth.given == forth.planned && back.came == back.planned;
  }

  /** What came and what was given. */
  String counts() {
    return "%d of %d %ss came there and %d of %d back"
        .formatted(forth.came, forth.given, kind().unit, back.came, back.given);
  }

  /** Sender and receiver of one direction. */
  String text(boolean isBack) {
    String called = Address.text(calledAddress());
    return "%s #%d between %s and %s, %s"
        .formatted(kind().text(), id, caller, called, isBack ? "back" : "there");
  }
}
