// SPDX-License-Identifier: Apache-2.0
package rani.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import rani.fixture.Packet;
import rani.sim.CountingAllocator;
import rani.wire.Frame;
import rani.wire.KeyedTrailer;
import rani.wire.NodeMessage;
import rani.wire.ReplayWindow;
import rani.world.DropReason;

class LinkSealTest {
  private static final byte[] THERE = secret(1);
  private static final byte[] BACK = secret(2);

  private final CountingAllocator buffers = new CountingAllocator();
  private final LinkSeal left = new LinkSeal(keys(LinkKeys.Scope.CONTROL, 0, THERE, BACK));
  private final LinkSeal right = new LinkSeal(keys(LinkKeys.Scope.CONTROL, 0, BACK, THERE));

  private static byte[] secret(int of) {
    byte[] secret = new byte[LinkKeys.SECRET_BYTES_MIN];
    Arrays.fill(secret, (byte) of);
    return secret;
  }

  private static LinkKeys keys(LinkKeys.Scope scope, int id, byte[] out, byte[] in) {
    return new LinkKeys(scope, id, out, in, 0);
  }

  private static LinkSeal of(LinkKeys.Scope scope) {
    return new LinkSeal(keys(scope, 0, THERE, BACK));
  }

  private ByteBuf hello() {
    return Packet.message(0, new NodeMessage.LinkHello(1, true, 1000)).frame(buffers);
  }

  private ByteBuf data() {
    return Packet.datagram().length(100).frame(buffers);
  }

  @Test
  void whatIsSealedAtOneEndOpensAtTheOtherAndIsAsItWas() {
    String before = ByteBufUtil.hexDump(hello());

    ByteBuf sealed = left.seal(buffers, hello());
    assertEquals(before.length() / 2 + KeyedTrailer.LENGTH, sealed.readableBytes());

    assertNull(right.open(sealed));
    assertEquals(before, ByteBufUtil.hexDump(sealed));
    assertNull(Frame.check(sealed));
  }

  @Test
  void anEndThatBeginsAnewCountsOnAndIsHeard() {
    assertNull(right.open(left.seal(buffers, hello())));
    LinkSeal fromZero = new LinkSeal(keys(LinkKeys.Scope.CONTROL, 0, THERE, BACK));
    assertEquals(DropReason.REPLAYED, right.open(fromZero.seal(buffers, hello())));

    LinkSeal again = new LinkSeal(new LinkKeys(LinkKeys.Scope.CONTROL, 0, THERE, BACK, 5000));
    assertNull(right.open(again.seal(buffers, hello())));
    assertNull(right.open(again.seal(buffers, hello())));
  }

  @Test
  void anEndThatBeganAnewTakesNothingOlderThanItsFirst() {
    LinkSeal old = new LinkSeal(new LinkKeys(LinkKeys.Scope.CONTROL, 0, THERE, BACK, 5000));
    ByteBuf before = old.seal(buffers, hello());
    ByteBuf first = old.seal(buffers, hello());

    assertNull(right.open(first));
    assertEquals(DropReason.REPLAYED, right.open(before));
  }

  @Test
  void aFrameIsTakenOnce() {
    ByteBuf sealed = left.seal(buffers, hello());
    ByteBuf copy = sealed.copy();

    assertNull(right.open(sealed));
    assertEquals(DropReason.REPLAYED, right.open(copy));
  }

  @Test
  void aStrangersControlPacketIsRefusedAndHisDataIsNot() {
    assertEquals(DropReason.BAD_KEY, right.open(hello()));
    assertEquals(DropReason.BAD_KEY, right.open(Packet.datagram().act(3).frame(buffers)));
    assertNull(right.open(data()));
  }

  @Test
  void withEveryFrameSealedDataIsRefusedToo() {
    LinkSeal strict = of(LinkKeys.Scope.ALL);

    assertEquals(DropReason.BAD_KEY, strict.open(data()));
    assertEquals(
        data().readableBytes() + KeyedTrailer.LENGTH, strict.seal(buffers, data()).readableBytes());
  }

  @Test
  void whatAnEndHasSealedItDoesNotTakeBack() {
    assertEquals(DropReason.BAD_KEY, left.open(left.seal(buffers, hello())));
  }

  @Test
  void everyFlippedBitIsFoundOut() {
    byte[] sealed = ByteBufUtil.getBytes(left.seal(buffers, hello()));
    for (int bit = 0; bit < sealed.length * 8; bit++) {
      byte[] forged = sealed.clone();
      forged[bit / 8] ^= (byte) (1 << (bit % 8));

      DropReason refused = right.open(buffers.heapBuffer().writeBytes(forged));

      assertNotNull(refused, "bit " + bit);
    }
    assertNull(right.open(buffers.heapBuffer().writeBytes(sealed)), "none of them used it up");
  }

  @Test
  void aFrameThatSomebodyElseLooksAtStaysAsItIs() {
    ByteBuf lent = hello().retain();
    String before = ByteBufUtil.hexDump(lent);

    ByteBuf sealed = left.seal(buffers, lent);

    assertNotSame(lent, sealed);
    assertEquals(before, ByteBufUtil.hexDump(lent));
    assertEquals(1, lent.refCnt());
    lent.release();
    sealed.release();
    assertEquals(0, buffers.live());
  }

  @Test
  void aFrameWithoutRoomIsSealedInAnother() {
    ByteBuf train = buffers.heapBuffer().writeBytes(hello()).writeBytes(hello());
    int length = train.readableBytes() / 2;
    ByteBuf second = train.slice(length, length).retain();

    assertNull(right.open(left.seal(buffers, second)));
  }

  @Test
  void aFrameThatTheWireHasSpoiledIsStillProvedToComeFromTheNeighbour() {
    ByteBuf spoiled = data();
    spoiled.setByte(spoiled.readerIndex() + 1, 0); // the length of its first header

    ByteBuf sealed = left.seal(buffers, spoiled);

    assertEquals(DropReason.BAD_HEADER, right.open(sealed));
  }

  @Test
  void aKeyIsChangedWithoutALoss() {
    ByteBuf underWay = left.seal(buffers, hello());
    LinkKeys next = keys(LinkKeys.Scope.CONTROL, 1, secret(3), secret(4));
    LinkKeys mirrored = keys(LinkKeys.Scope.CONTROL, 1, secret(4), secret(3));

    assertNull(left.offer(next));
    assertNull(right.offer(mirrored));
    assertNull(left.use(1));
    ByteBuf later = left.seal(buffers, hello());

    assertEquals(1, KeyedTrailer.keyId(later));
    assertNull(right.open(later));
    assertNull(right.open(underWay), "what was on its way is still taken");
    assertNull(left.open(right.seal(buffers, hello())), "and what is sealed with the old key");
    assertNull(right.use(1));
    assertNull(left.open(right.seal(buffers, hello())));
  }

  @Test
  void aKeyThatIsOfferedTwiceDoesNotForgetWhatItHasSeen() {
    ByteBuf sealed = left.seal(buffers, hello());
    ByteBuf copy = sealed.copy();
    assertNull(right.open(sealed));

    assertNull(right.offer(keys(LinkKeys.Scope.CONTROL, 0, BACK, THERE)));

    assertEquals(DropReason.REPLAYED, right.open(copy));
  }

  @Test
  void aKeyThatWasReplacedTwiceIsNotTakenAnyMore() {
    ByteBuf old = left.seal(buffers, hello());
    for (int id = 1; id <= 2; id++) {
      assertNull(right.offer(keys(LinkKeys.Scope.CONTROL, id, secret(2 * id), secret(9))));
      assertNull(right.use(id));
    }

    assertEquals(DropReason.BAD_KEY, right.open(old));
  }

  @Test
  void nothingIsSaidAgainstALinkWithoutKeys() {
    LinkSeal none = new LinkSeal(null);
    ByteBuf frame = hello();

    assertSame(frame, none.seal(buffers, frame));
    assertNull(none.open(frame));
    assertNull(none.facts());
    assertNotNull(none.offer(keys(LinkKeys.Scope.CONTROL, 0, BACK, THERE)));
    assertNotNull(none.use(0));
    assertNotNull(left.use(7), "a key that was never offered");
  }

  @Test
  void secretsAreInNoLog() {
    assertEquals("key 0 for control", keys(LinkKeys.Scope.CONTROL, 0, THERE, BACK).toString());
  }

  /** However frames overtake each other within the window, each is taken once. */
  @Property(tries = 200)
  void orderDoesNotMatter(@ForAll List<@IntRange(min = 0, max = 500) Integer> swaps) {
    List<ByteBuf> frames = new ArrayList<>();
    for (int number = 0; number < ReplayWindow.WIDTH / 2; number++) {
      frames.add(left.seal(buffers, hello()));
    }
    for (int swap = 0; swap + 1 < swaps.size(); swap += 2) {
      ByteBuf one = frames.get(swaps.get(swap));
      frames.set(swaps.get(swap), frames.get(swaps.get(swap + 1)));
      frames.set(swaps.get(swap + 1), one);
    }
    for (ByteBuf frame : frames) {
      ByteBuf copy = frame.copy();
      assertNull(right.open(frame));
      assertEquals(DropReason.REPLAYED, right.open(copy));
    }
  }

  @Test
  void whereControlIsSealedDataGoesAsItIs() {
    ByteBuf data = data();
    int length = data.readableBytes();

    assertSame(data, left.seal(buffers, data));
    assertEquals(length, data.readableBytes());
  }

  @Test
  void aFrameOfItsOwnWithRoomIsSealedInPlace() {
    ByteBuf frame = buffers.buffer(200).writeBytes(hello());

    assertSame(frame, left.seal(buffers, frame));
    assertNull(right.open(frame));
  }

  @Test
  void theLastCounterIsUsedAndNoneAgain() {
    LinkSeal old =
        new LinkSeal(new LinkKeys(LinkKeys.Scope.ALL, 0, THERE, BACK, KeyedTrailer.COUNTER_MAX));
    ByteBuf last = old.seal(buffers, hello());
    ByteBuf beyond = hello();

    assertEquals(KeyedTrailer.COUNTER_MAX, KeyedTrailer.counter(last));
    assertNull(right.open(last));
    assertSame(beyond, old.seal(buffers, beyond));
    assertEquals(DropReason.BAD_KEY, right.open(beyond));
  }

  @Test
  void itTellsOfItsKeyAndItsFrames() {
    right.open(left.seal(buffers, hello()));
    left.seal(buffers, hello());

    assertEquals(new LinkSeal.Shown("control", 0, 2, 0), left.facts());
    assertEquals(new LinkSeal.Shown("control", 0, 0, 1), right.facts());
    assertEquals(new LinkSeal.Shown("all", 0, 0, 0), of(LinkKeys.Scope.ALL).facts());
    assertTrue(left.isKeyed());
  }

  @Test
  void itSaysWhyAKeyIsNotTaken() {
    LinkSeal none = new LinkSeal(null);
    LinkKeys any = keys(LinkKeys.Scope.ALL, 3, THERE, BACK);

    assertFalse(none.isKeyed());
    assertEquals("the link has no keys", none.offer(any));
    assertEquals("the link has no keys", none.use(3));
    assertEquals("a key's scope stays as it was", left.offer(any));
    assertEquals("no key 3 was offered", left.use(3));
  }

  @Test
  void keysAreEqualIfAllOfThemIs() {
    LinkKeys one = new LinkKeys(LinkKeys.Scope.ALL, 255, THERE, BACK, KeyedTrailer.COUNTER_MAX);
    LinkKeys same =
        new LinkKeys(
            LinkKeys.Scope.ALL, 255, THERE.clone(), BACK.clone(), KeyedTrailer.COUNTER_MAX);
    assertEquals(one, same);
    assertEquals(one.hashCode(), same.hashCode());
    List<LinkKeys> others =
        List.of(
            new LinkKeys(LinkKeys.Scope.CONTROL, 255, THERE, BACK, KeyedTrailer.COUNTER_MAX),
            new LinkKeys(LinkKeys.Scope.ALL, 0, THERE, BACK, KeyedTrailer.COUNTER_MAX),
            new LinkKeys(LinkKeys.Scope.ALL, 255, BACK, BACK, KeyedTrailer.COUNTER_MAX),
            new LinkKeys(LinkKeys.Scope.ALL, 255, THERE, THERE, KeyedTrailer.COUNTER_MAX),
            new LinkKeys(LinkKeys.Scope.ALL, 255, THERE, BACK, 0));
    for (LinkKeys other : others) {
      assertNotEquals(one, other);
    }
    assertNotEquals(one.hashCode(), others.get(2).hashCode());
    assertNotEquals(one, (Object) "key 255 for every frame");
  }
}
