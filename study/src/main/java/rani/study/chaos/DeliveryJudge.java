// SPDX-License-Identifier: Apache-2.0
package rani.study.chaos;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.rdp.CloseReason;
import rani.service.FrameView;
import rani.wire.Address;

/**
 * Compares what applications receive with what others sent, without asking the transport. A
 * connection delivers each message or byte once, in order and uncorrupted: all of them if it closes
 * normally, else a prefix. A datagram that arrives must have been sent to that destination, and is
 * uncorrupted. Checksums of UDP and RDP have 16 bits, so that some packets corrupted on two wires
 * pass. Where a node has forwarded a corrupted packet, mismatches between the same two ends are
 * counted as excused, and that direction is no longer judged.
 */
final class DeliveryJudge {
  private final Findings findings;
  private final HopJudge hops;
  private final List<Conversation> conversations = new ArrayList<>();
  private final SequencedMap<Caller, Conversation> callers = new LinkedHashMap<>();
  private long excused;

  /** The end that opened a connection. A later connection may use the same port. */
  private record Caller(int address, int port) {}

  DeliveryJudge(Findings findings, HopJudge hops) {
    this.findings = findings;
    this.hops = hops;
  }

  Conversation open(JudgedFlow flow, String caller, int callerAddress) {
    Conversation opened = new Conversation(conversations.size(), flow, caller, callerAddress);
    conversations.add(opened);
    return opened;
  }

  /** Records the local port of the connection that carries a conversation. */
  void called(Conversation conversation, int port) {
    callers.put(new Caller(conversation.callerAddress(), port), conversation);
  }

  /** Returns the conversation of an accepted connection; null if there is none. */
  @Nullable Conversation answered(int callerAddress, int callerPort, int ownAddress) {
    Conversation known = callers.get(new Caller(callerAddress, callerPort));
    if ((known == null || known.calledAddress() != ownAddress)
        && !hops.sentOnSpoilt(callerAddress, ownAddress)) {
      findings.report(
          "a connection came to %s that %s never opened"
              .formatted(Address.text(ownAddress), Address.text(callerAddress)));
    }
    return known;
  }

  void message(Conversation conversation, boolean back, ByteBuf message) {
    Conversation.Way way = conversation.way(back);
    if (!way.excused) {
      String wrong = wrong(conversation, back, message);
      if (wrong == null) {
        way.came++;
      } else {
        report(conversation, back, wrong);
      }
    }
  }

  private static @Nullable String wrong(Conversation conversation, boolean back, ByteBuf message) {
    Conversation.Way way = conversation.way(back);
    int at = message.readerIndex();
    if (!JudgedPayload.isWhole(message, at, message.readableBytes())) {
      return "message " + way.came + " came spoilt";
    }
    if (JudgedPayload.conversation(message, at) != conversation.id()
        || JudgedPayload.isBack(message, at) != back) {
      return "a message of another conversation came, of #"
          + JudgedPayload.conversation(message, at);
    }
    int number = JudgedPayload.number(message, at);
    if (number < way.came) {
      return "message " + number + " came twice";
    }
    return number > way.came
        ? "message " + number + " came where " + way.came + " was to come: lost, or out of order"
        : null;
  }

  void bytes(Conversation conversation, boolean back, ByteBuf bytes) {
    Conversation.Way way = conversation.way(back);
    int end = bytes.writerIndex();
    for (int at = bytes.readerIndex(); at < end && !way.excused; at++) {
      if (bytes.getByte(at) != JudgedPayload.streamByte(conversation.id(), back, way.came)) {
        report(conversation, back, "byte " + way.came + " is not the one that was written");
        return;
      }
      way.came++;
    }
    if (way.ended || way.came > way.given) {
      report(conversation, back, "byte " + (way.came - 1) + " came behind the end");
    }
  }

  void ended(Conversation conversation, boolean back) {
    Conversation.Way way = conversation.way(back);
    way.ended = true;
    if (!way.excused && way.came != way.given) {
      report(conversation, back, "it ended after " + way.came + " of " + way.given + " bytes");
    }
  }

  void closed(Conversation conversation, boolean isCaller, CloseReason reason) {
    if (isCaller) {
      conversation.callerEnded(reason);
    }
    boolean whole = reason == CloseReason.CLOSED || reason == CloseReason.CLOSED_BY_PEER;
    if (whole && !conversation.isExcused() && !conversation.isWhole()) {
      report(
          conversation,
          !isCaller,
          "it ended as " + reason.text() + ", and " + conversation.counts());
    }
  }

  /** Checks a datagram that was delivered to the node with that address. */
  void datagram(int address, FrameView packet) {
    int at = packet.dataIndex();
    if (!JudgedPayload.isWhole(packet.frame(), at, packet.dataLength())) {
      if (hops.sentOnSpoilt(packet.source(), address)) {
        excused++;
      } else {
        findings.report(
            "a datagram from " + Address.text(packet.source()) + " came spoilt to " + address);
      }
      return;
    }
    int id = JudgedPayload.conversation(packet.frame(), at);
    int number = JudgedPayload.number(packet.frame(), at);
    Conversation conversation = id < conversations.size() ? conversations.get(id) : null;
    if (conversation == null
        || conversation.kind() != Conversation.Kind.DATAGRAMS
        || conversation.calledAddress() != address
        || number >= conversation.way(false).given) {
      findings.report(
          "datagram %s of #%s came to %s, for which it was not sent"
              .formatted(number, id, Address.text(address)));
      return;
    }
    conversation.way(false).came++;
  }

  private void report(Conversation conversation, boolean back, String wrong) {
    int source = conversation.sourceAddress(back);
    int destination = conversation.sourceAddress(!back);
    if (hops.sentOnSpoilt(source, destination)) {
      conversation.way(back).excused = true;
      excused++;
    } else {
      findings.report(conversation.text(back) + ": " + wrong);
    }
  }

  /** Returns the amount received in conversations of a kind, in its unit. */
  long came(Conversation.Kind kind) {
    return conversations.stream()
        .filter(each -> each.kind() == kind)
        .mapToLong(each -> each.way(false).came + each.way(true).came)
        .sum();
  }

  /** Returns the number of mismatches that corruption on wires may have caused. */
  long excused() {
    return excused;
  }

  /** Returns the conversation that began last; there must be one. */
  Conversation last() {
    return conversations.getLast();
  }
}
