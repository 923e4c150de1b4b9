// SPDX-License-Identifier: Apache-2.0
package rani.wasm.capsule;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;
import rani.service.ServiceContext;
import rani.wasm.CodeHash;
import rani.wasm.SandboxedCode;
import rani.world.LinkId;
import rani.world.Reply;

/** The codes that run on a node, each a service of its own on the menu. */
final class RunningCodes {
  private static final int[] DIGITS = {8, 16, CodeHash.DIGITS};

  private final ServiceContext node;
  private final long idleNanos;
  private final @Nullable Running[] places = new Running[CapsuleLimits.RUNNING_MAX];

  /** A code that starts or runs. */
  static final class Running {
    private final CodeStore.Stored stored;
    private final LinkId link;
    private final String name;
    private final int number;
    private boolean isStarted;
    private long lastNanos;
    private long capsules;

    private Running(long nowNanos, CodeStore.Stored stored, LinkId link, String name, int number) {
      this.stored = stored;
      this.link = link;
      this.name = name;
      this.number = number;
      this.lastNanos = nowNanos;
    }

    CodeHash hash() {
      return stored.hash();
    }

    /** Returns the service's name: the code's, {@code @} and digits of the hash. */
    String name() {
      return name;
    }

    /** Returns the service's number on the menu. */
    int number() {
      return number;
    }

    long capsules() {
      return capsules;
    }

    void used(long nowNanos) {
      lastNanos = nowNanos;
      capsules++;
    }
  }

  /** Makes an empty table; a code without capsules for {@code idleNanos} is stopped. */
  RunningCodes(ServiceContext node, long idleNanos) {
    this.node = node;
    this.idleNanos = idleNanos;
  }

  /** Returns the running code that a capsule asks for; null if there is none. */
  @Nullable Running find(ByteBuf frame, int capsuleIndex) {
    for (Running each : places) { // allocates nothing
      if (each != null
          && each.isStarted
          && CapsuleHeader.asksFor(each.stored.hash(), frame, capsuleIndex)) {
        return each;
      }
    }
    return null;
  }

  @Nullable Running find(CodeHash hash) {
    for (Running each : places) {
      if (each != null && each.isStarted && each.hash().equals(hash)) {
        return each;
      }
    }
    return null;
  }

  /**
   * Has the node start a code. If there are too many it takes the place of an idle one, or of one
   * of the link that has most, as long as that has more than this link will have. The store keeps
   * the code meanwhile.
   *
   * @param link by which the capsule came that asks for it
   * @param then takes why it has not started, or an empty text
   * @return false if it cannot be started now
   */
  boolean start(
      long nowNanos,
      CodeStore.Stored stored,
      SandboxedCode code,
      LinkId link,
      ObjLongConsumer<String> then) {
    int place = freePlace(nowNanos);
    if (place < 0) {
      place = placeOfMost(link);
    }
    if (place < 0) {
      return false;
    }
    int number = CapsuleLimits.RUNNING_NUMBER_FIRST + place;
    Running wanted = new Running(nowNanos, stored, link, nameOf(code, stored.hash()), number);
    try {
      stop(place);
      node.startService(
          code.provider().runBy(wanted.name, number, new CapsuleCode(stored.hash())),
          (reply, now) -> started(now, wanted, reply, then));
    } catch (IllegalStateException tooOften) {
      return false;
    }
    stored.pin();
    places[place] = wanted;
    return true;
  }

  private String nameOf(SandboxedCode code, CodeHash hash) {
    String name = "";
    for (int digits : DIGITS) { // two hashes with the same first digits can be made
      name = code.description().name() + "@" + hash.hex().substring(0, digits);
      String wanted = name;
      if (running().stream().noneMatch(other -> other.name.equals(wanted))) {
        break;
      }
    }
    return name;
  }

  private void started(long nowNanos, Running wanted, Reply reply, ObjLongConsumer<String> then) {
    if (reply.ok()) {
      wanted.isStarted = true;
      wanted.lastNanos = nowNanos;
    } else {
      free(wanted.number - CapsuleLimits.RUNNING_NUMBER_FIRST, wanted);
    }
    then.accept(reply.ok() ? "" : reply.message(), nowNanos);
  }

  private int freePlace(long nowNanos) {
    int idlest = -1;
    long idlestNanos = nowNanos - CapsuleLimits.GIVES_WAY_NANOS;
    for (int place = 0; place < places.length; place++) {
      Running there = places[place];
      if (there == null) {
        return place;
      }
      if (there.isStarted && there.lastNanos <= idlestNanos) {
        idlest = place;
        idlestNanos = there.lastNanos;
      }
    }
    return idlest;
  }

  /** Returns the longest unused place of the link with most; −1 if this link would have as many. */
  private int placeOfMost(LinkId link) {
    LinkId most = link;
    long mostPlaces = placesOf(link) + 1;
    for (Running each : running()) {
      long places = placesOf(each.link);
      if (places > mostPlaces) {
        most = each.link;
        mostPlaces = places;
      }
    }
    int longest = -1;
    for (int place = 0; place < places.length; place++) {
      Running there = places[place];
      if (there != null
          && there.isStarted
          && !there.link.equals(link)
          && there.link.equals(most)
          && (longest < 0 || there.lastNanos < places[longest].lastNanos)) {
        longest = place;
      }
    }
    return longest;
  }

  private long placesOf(LinkId link) {
    return running().stream().filter(each -> each.link.equals(link)).count();
  }

  /** Has the node stop what has been idle. */
  void look(long nowNanos) {
    for (int place = 0; place < places.length; place++) {
      Running there = places[place];
      if (there != null && there.isStarted && nowNanos - there.lastNanos >= idleNanos) {
        stop(place);
      }
    }
  }

  /** Gives up a code that the node does not call any more. */
  void giveUp(Running gone) {
    for (int place = 0; place < places.length; place++) {
      if (places[place] == gone) {
        stop(place);
      }
    }
  }

  /** Returns when to {@link #look} next. */
  long deadlineNanos() {
    long earliest = Long.MAX_VALUE;
    for (Running each : places) {
      if (each != null && each.isStarted) {
        earliest = Math.min(earliest, each.lastNanos + idleNanos);
      }
    }
    return earliest;
  }

  /** Has the node stop all of them. */
  void stopAll() {
    for (int place = 0; place < places.length; place++) {
      stop(place);
    }
  }

  private void stop(int place) {
    Running there = places[place];
    if (there != null) {
      free(place, there);
      node.stopService(there.name, (reply, now) -> {});
    }
  }

  private void free(int place, Running running) {
    if (places[place] == running) {
      places[place] = null;
      running.stored.unpin();
    }
  }

  /** Returns those that start or run. */
  List<Running> running() {
    List<Running> all = new ArrayList<>();
    for (Running each : places) {
      if (each != null) {
        all.add(each);
      }
    }
    return all;
  }
}
