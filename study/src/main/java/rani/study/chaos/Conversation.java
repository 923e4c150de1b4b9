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

  /** Transport of the data: RDP messages, an RDP byte stream, or datagrams. */
  enum Kind {
    MESSAGES("message"),
    STREAM("byte"),
    DATAGRAMS("datagram");

    final String unit;

    Kind(String unit) {
      this.unit = unit;
    }

    String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** One direction: the amounts sent and received, in the unit of the kind. */
  static final class Way {
    final long planned;

    long given;
    long came;
    boolean ended;

    /** True once 16-bit checksums may have missed corruption; the direction is judged no longer. */
    boolean excused;

    Way(long planned) {
      this.planned = planned;
    }
  }

  /** Begins a conversation; {@code caller} is the name of the node that begins. */
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

  Way way(boolean isBack) {
    return isBack ? back : forth;
  }

  int sourceAddress(boolean isBack) {
    return isBack ? calledAddress() : callerAddress;
  }

  void callerEnded(CloseReason reason) {
    callerEnded = reason;
  }

  /** Returns how the connection ended at the caller; null if it has not ended. */
  @Nullable CloseReason callerEnded() {
    return callerEnded;
  }

  boolean isExcused() {
    return forth.excused || back.excused;
  }

  /** Returns whether everything sent so far was received, in both directions. */
  boolean isWhole() {
    return forth.came == forth.given && back.came == back.given;
  }

  /** Returns whether the caller has sent and received everything that is planned. */
  boolean isAllHere() {
    return forth.given == forth.planned && back.came == back.planned;
  }

  String counts() {
    return "%d of %d %ss came there and %d of %d back"
        .formatted(forth.came, forth.given, kind().unit, back.came, back.given);
  }

  String text(boolean isBack) {
    String called = Address.text(calledAddress());
    return "%s #%d between %s and %s, %s"
        .formatted(kind().text(), id, caller, called, isBack ? "back" : "there");
  }
}
