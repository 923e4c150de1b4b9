// SPDX-License-Identifier: Apache-2.0
package rani.study.hostile;

import static rani.study.hostile.Code.DROP;
import static rani.study.hostile.Code.I32_REM_U;
import static rani.study.hostile.Code.I64_ADD;
import static rani.study.hostile.Code.I64_LOAD;
import static rani.study.hostile.Code.I64_STORE;

import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;
import rani.world.Streams;

/**
 * A module drawn from a seed: one {@link Attack}, by the seed in turn, with numbers and a place by
 * chance. The same seed gives the same bytes on every machine.
 *
 * @param bytes the module, which may be one that is refused
 */
public record HostileModule(long seed, Attack attack, byte[] bytes) {
  static final String NAME = "hostile";
  static final int NUMBER = 64_999;

  /** The facts and notes of the description; more are out of range. */
  private static final int FACTS = 2;

  private static final int WINDOW = 0x7000_0000;
  private static final int VALUES = 0xC0;
  private static final int DESCRIPTION_AT = 1024;
  private static final int LOCALS = 4;
  private static final int DEPTH_MAX = 128;
  private static final int FUNCTIONS_MAX = 4096;
  private static final int LOCALS_MAX = 1024;
  private static final int TABLE_MAX = 4096;

  private static final String DESCRIPTION =
      """
      name %s
      number %d
      version 1.0.0
      reach every-hop
      evidence
      message 1
      message 2
      fact one integer
      fact two real
      note forged what:integer flow:flow
      """
          .formatted(NAME, NUMBER);

  /** Draws the module of a seed. */
  public static HostileModule of(long seed) {
    Attack[] all = Attack.values();
    Attack attack = all[(int) Math.floorMod(seed - 1, (long) all.length)];
    return new HostileModule(seed, attack, new Drawing(seed, attack).bytes());
  }

  String name() {
    return attack.text();
  }

  /** Draws one module. */
  private static final class Drawing {
    private final RandomGenerator random;
    private final Attack attack;
    private final ModuleWriter module = new ModuleWriter();
    private String description = DESCRIPTION;

    Drawing(long seed, Attack attack) {
      this.random = Streams.of(seed, "hostile", attack.text());
      this.attack = attack;
    }

    byte[] bytes() {
      module.memory(count(1, 3), ModuleWriter.UNLIMITED);
      int attacking = attack == Attack.DEEP_NESTING ? nested() : attacking();
      boolean inStart = chance(8);
      boolean inWake = chance(2);
      int describe = module.nextFunction();
      module.function(":i", LOCALS, describe(attacking));
      module.export("describe", describe);
      module.export("start", module.function(":", LOCALS, start(attacking, inStart, inWake)));
      module.export("on_packet", module.function(":i", LOCALS, onPacket(attacking)));
      module.export("on_wake", module.function("i:", LOCALS, onWake(attacking, inWake)));
      Code also = new Code();
      if (watchesQueues()) {
        also.call(attacking);
      }
      module.export("on_congestion", module.function(":", LOCALS, also));
      Code transmits = new Code();
      if (watchesTransmissions()) {
        transmits.call(attacking);
      }
      module.export("on_transmission", module.function(":", LOCALS, transmits));
      Code diverted = new Code();
      if (attack == Attack.CLOSES_DIVERSIONS && chance(2)) {
        diverted.i32(0).call(Abi.CLOSE);
      }
      diverted.i32(count(0, 5));
      module.export("on_diverted", module.function(":i", LOCALS, diverted));
      shape();
      byte[] text = (description + "\0").getBytes(StandardCharsets.ISO_8859_1);
      module.data(DESCRIPTION_AT, text);
      return module.bytes();
    }

    private boolean watchesQueues() {
      return attack == Attack.LOOPS_IN_CONGESTION || attack == Attack.SENDS_IN_CONGESTION;
    }

    private boolean watchesTransmissions() {
      return attack == Attack.SPOILS_TRANSMISSIONS
          || attack == Attack.LOOPS_IN_TRANSMISSION
          || attack == Attack.SENDS_IN_TRANSMISSION;
    }

    /** What is in the module's form, not in its code. */
    private void shape() {
      switch (attack) {
        case HUGE_TABLE -> {
          int entries = chance(2) ? TABLE_MAX : oneOf(TABLE_MAX + 1, 1 << 20, Integer.MAX_VALUE);
          module.table(entries);
        }
        case MANY_FUNCTIONS -> {
          int functions = chance(2) ? FUNCTIONS_MAX - 64 : FUNCTIONS_MAX + count(1, 60_000);
          for (int i = 0; i < functions; i++) {
            module.function(":", 0, new Code());
          }
        }
        case MANY_LOCALS ->
            module.function(
                ":", chance(2) ? LOCALS_MAX : oneOf(LOCALS_MAX + 1, 50_000, 1 << 30), new Code());
        case HUGE_MEMORY -> module.memory(oneOf(16, 17, 64, 1024, 32_768, 65_536), 65_536);
        case START_FUNCTION ->
            module.startFunction(module.function(":", LOCALS, new Code().forever(() -> {})));
        case WRONG_DESCRIPTION -> description = wrongDescription();
        default -> {}
      }
    }

    private String wrongDescription() {
      return switch (count(0, 9)) {
        case 0 -> "";
        case 1 -> DESCRIPTION.replace("number " + NUMBER, "number 0");
        case 2 -> DESCRIPTION.replace("number " + NUMBER, "number 65535");
        case 3 -> DESCRIPTION.replace("name " + NAME, "name ../\u001b[31m" + NAME);
        case 4 -> DESCRIPTION.repeat(1 + 8192 / DESCRIPTION.length());
        case 5 -> DESCRIPTION + "depends nothing-of-that-name\n";
        case 6 -> DESCRIPTION + "option fuel integer 1 1 9 More of it.\n";
        case 7 -> DESCRIPTION + "packet 999999999999999999999\n";
        case 8 -> DESCRIPTION + "summary " + "\u00ff\u0001 ".repeat(100) + "\n";
        default -> DESCRIPTION.replace("name " + NAME, "name " + NAME.repeat(9));
      };
    }

    private Code describe(int attacking) {
      Code code = new Code();
      if (attack == Attack.DESCRIBES_WITHOUT_END) {
        switch (count(0, 3)) {
          case 0 -> code.forever(() -> {});
          case 1 -> code.op(Code.UNREACHABLE);
          case 2 -> code.i32(oneOf(-1, WINDOW, Integer.MAX_VALUE, 3 * 65_536)).giveBack();
          default -> code.call(attacking);
        }
      }
      return code.i32(DESCRIPTION_AT);
    }

    private Code start(int attacking, boolean inStart, boolean inWake) {
      Code code = new Code();
      if (inWake || attack == Attack.TIMERS_WITHOUT_TIME) {
        now(code.i32(0)).i64(50_000_000L).op(I64_ADD).call(Abi.TIMER);
      }
      if (watchesQueues()) {
        code.i32(1).call(Abi.WATCH_QUEUES);
      }
      if (watchesTransmissions() || attack == Attack.SENDS_IN_CONGESTION) {
        code.call(Abi.WATCH_TRANSMISSIONS);
      } else if (inStart) {
        code.call(attacking);
      }
      return code;
    }

    private Code onPacket(int attacking) {
      Code code = new Code();
      if (!watchesTransmissions() && attack != Attack.LOOPS_IN_CONGESTION) {
        code.call(attacking);
      }
      if (attack == Attack.WRONG_FATES) {
        return code.call(Abi.RANDOM_I32.ordinal()).i32(oneOf(5, 7, 1 << 20)).op(I32_REM_U);
      }
      return code.i32(count(0, 2));
    }

    private Code onWake(int attacking, boolean attacks) {
      Code code = new Code();
      if (attacks) {
        now(code.i32(0)).i64(20_000_000L).op(I64_ADD).call(Abi.TIMER);
        code.call(attacking);
      } else if (attack == Attack.TIMERS_WITHOUT_TIME) {
        code.call(attacking);
      }
      return code;
    }

    /** Adds blocks within blocks; at half of the seeds beyond the limit. */
    private int nested() {
      int depth = chance(2) ? DEPTH_MAX - 1 : oneOf(DEPTH_MAX + 1, 1000, 50_000);
      Code code = new Code();
      for (int i = 0; i < depth; i++) {
        code.block();
      }
      for (int i = 0; i < depth; i++) {
        code.end();
      }
      return module.function(":", LOCALS, code);
    }

    /** Adds the function that attacks. */
    private int attacking() {
      int own = module.nextFunction();
      Code code = new Code();
      switch (attack) {
        case ENDLESS_LOOP, LOOPS_IN_CONGESTION, LOOPS_IN_TRANSMISSION -> code.forever(() -> {});
        case LONG_LOOP -> code.repeat(0, oneOf(1000, 20_000, 100_000, 1 << 30), () -> count(code));
        case RECURSION -> recursion(code, own);
        case RECURSION_BY_TABLE -> {
          module.table(2, own, own);
          code.i32(count(0, 2)).callIndirect(module.type(":"));
        }
        case MEMORY_GROWTH ->
            code.repeat(0, 300, () -> code.i32(oneOf(1, 7, 16, 65_535, -1)).grow().op(DROP));
        case MEMORY_FILL ->
            code.forever(
                () -> {
                  if (chance(2)) {
                    code.i32(0).i32(7).i32(65_536).fill();
                  } else {
                    code.i32(1).i32(0).i32(oneOf(65_535, 60_000, 1 << 30)).copy();
                  }
                });
        case WILD_ADDRESSES -> wild(code);
        case TRAP_AT_ONCE -> trap(code);
        case TRAPS_IN_TURN -> {
          count(code);
          code.getGlobal(0).op(0xA7).i32(3).op(I32_REM_U).ifTrue();
          trap(code);
          code.end();
        }
        default -> actingOnNode(code);
      }
      return module.function(":", LOCALS, code);
    }

    /** Adds an attack by functions of the node. */
    private void actingOnNode(Code code) {
      switch (attack) {
        case FORGED_FACTS -> forgedFacts(code);
        case FORGED_NOTES -> {
          values(code);
          code.i32(chance(2) ? 0 : oneOf(1, -1, 1 << 30)).call(Abi.NOTE);
        }
        case NOTE_STORM -> {
          values(code);
          code.forever(() -> code.i32(0).call(Abi.NOTE));
        }
        case TIMER_STORM ->
            code.repeat(
                0,
                count(500, 3000),
                () -> {
                  code.get(0).i32(oneOf(1000, 1024, 1100)).op(I32_REM_U);
                  now(code).i64(random.nextLong() >>> 40).op(I64_ADD).call(Abi.TIMER);
                });
        case TIMERS_WITHOUT_TIME ->
            code.repeat(
                0,
                1000,
                () -> {
                  code.get(0);
                  if (chance(2)) {
                    now(code);
                  } else {
                    code.i64(oneOf(0, -1));
                  }
                  code.call(Abi.TIMER);
                });
        case PORT_STORM ->
            code.repeat(
                0,
                20_000,
                () -> {
                  code.i32(oneOf(17, 27, 0, -1)).get(0).call(Abi.CLAIM);
                  code.get(0).call(Abi.LISTEN);
                });
        case WRONG_ARGUMENTS -> wrongArguments(code);
        default -> touchingPackets(code);
      }
    }

    /** Adds an attack by packets of its own, or on those of others. */
    private void touchingPackets(Code code) {
      switch (attack) {
        case SENDS_TO_ITSELF -> storm(code, this::own, oneOf(8, 200, 1000), Abi.DATAGRAM);
        case HUGE_PACKETS_TO_ITSELF ->
            storm(code, this::own, oneOf(9000, 60_000, 65_000), Abi.DATAGRAM);
        case MESSAGES_TO_ITSELF -> messages(code, this::own);
        case MESSAGE_STORM -> messages(code, this::sink);
        case DATAGRAM_STORM -> storm(code, this::sink, oneOf(8, 200, 1000), Abi.DATAGRAM);
        case ACTIVE_STORM -> storm(code, this::sink, oneOf(8, 200, 1000), Abi.ACTIVE);
        case SENDS_IN_CONGESTION, SENDS_IN_TRANSMISSION -> {
          int length = oneOf(8, 200, 1000);
          code.repeat(0, count(1, 20), () -> sinkward(code, length));
        }
        case HUGE_PACKETS -> storm(code, this::sink, oneOf(1600, 9000, 60_000), Abi.DATAGRAM);
        case FILTERS_EVERYTHING ->
            code.repeat(
                0,
                count(1, 2000),
                () -> {
                  link(code).i64(0x0A00_0001L << 32).i64(0);
                  code.i64(oneOf(-1, 0)).i64(1).op(0x88).call(Abi.FILTER);
                });
        case DIVERTS_EVERYTHING, CLOSES_DIVERSIONS ->
            code.repeat(
                0,
                count(1, 400),
                () -> {
                  link(code).i64(chance(2) ? 0 : 0x0A00_0001L << 32).i64(0);
                  now(code).i64(1_000_000_000L).op(I64_ADD).call(Abi.DIVERT);
                  if (attack == Attack.CLOSES_DIVERSIONS) {
                    code.get(0).call(oneOf(Abi.CLOSE, Abi.FLUSH));
                  }
                });
        case SPOILS_TRANSMISSIONS -> {
          switch (count(0, 3)) {
            case 0 -> code.i32(count(0, 70)).call(Abi.MARK);
            case 1 -> code.i32(oneOf(20, 28, 1, 0, -1)).call(Abi.SHORTEN);
            default -> code.i32(oneOf(0, 8, 4000)).i32(0).i32(oneOf(8, 64)).call(Abi.REWRITE);
          }
        }
        default -> {}
      }
    }

    private void recursion(Code code, int own) {
      if (chance(2)) {
        code.call(own);
        return;
      }
      // by way of another function, whose frame is large
      int other = own + 1;
      code.call(other);
      module.function(":", LOCALS, new Code().call(other));
      module.function(":", oneOf(16, 200, 1000), new Code().call(own));
    }

    private void wild(Code code) {
      code.repeat(
          0,
          100,
          () -> {
            int at = oneOf(0, 65_535, 65_536 * 3, WINDOW + 0x1000, WINDOW + 0x20_000, -8, -1);
            if (chance(2)) {
              code.i32(at).memory(I64_LOAD, oneOf(0, 1, 0x7FFF_FFFF)).op(DROP);
            } else {
              code.i32(at).i64(random.nextLong()).memory(I64_STORE, oneOf(0, 7, 0x7000_0000));
            }
          });
    }

    private void trap(Code code) {
      switch (count(0, 4)) {
        case 0 -> code.op(Code.UNREACHABLE);
        case 1 -> code.i32(1).i32(0).op(Code.I32_DIV_S, DROP);
        case 2 -> code.i32(Integer.MIN_VALUE).i32(-1).op(Code.I32_DIV_S, DROP);
        case 3 -> code.f64(-1).op(Code.F64_SQRT, Code.I32_TRUNC_F64_S, DROP);
        default -> code.f64(0).f64(0).op(Code.F64_DIV, Code.I32_TRUNC_F64_S, DROP);
      }
    }

    private void forgedFacts(Code code) {
      code.i32(count(0, FACTS)).call(Abi.RANDOM_I64.ordinal()).call(Abi.FACT);
      code.i32(count(0, FACTS))
          .f64(oneOf(Double.NaN, Double.POSITIVE_INFINITY, -1.0, Double.MIN_VALUE))
          .call(Abi.FACT_F64);
      code.i32(0x0A00_0001).i32(-1).i32(0).i32(Integer.MAX_VALUE).call(Abi.TELL_FORWARDED);
      if (chance(3)) {
        code.i32(oneOf(-1, FACTS, 1 << 30)).i64(1).call(Abi.FACT);
      }
    }

    /** Calls every function of the node by arguments that make no sense. */
    private void wrongArguments(Code code) {
      Abi function = Abi.values()[count(0, Abi.values().length - 1)];
      code.repeat(
          0,
          10,
          () -> {
            for (char kind : function.parameters().toCharArray()) {
              switch (kind) {
                case 'i' -> code.i32(oneOf(0, 1, -1, 1 << 16, Integer.MIN_VALUE, 0x0A00_0063));
                case 'I' -> code.i64(chance(2) ? Long.MIN_VALUE : random.nextLong());
                default -> code.f64(chance(2) ? Double.NaN : Double.NEGATIVE_INFINITY);
              }
            }
            code.call(function);
          });
    }

    private void storm(Code code, Destination destination, int length, Abi function) {
      int ports = count(1, 0xFFFF) << 16 | count(1, 0xFFFF);
      int dscp = chance(4) ? 48 : 0;
      code.forever(
          () -> {
            destination.push(code);
            code.i32(ports).i32(dscp).i64(60_000_000).i32(0).i32(8).i32(length).call(function);
          });
    }

    /** Sends one datagram to the sink or to the caller, whose links differ. */
    private void sinkward(Code code, int length) {
      code.i32(oneOf(HostileRun.SINK, HostileRun.CALLER)).i32(0x1234_1234).i32(0).i64(60_000_000);
      code.i32(0).i32(8).i32(length).call(Abi.DATAGRAM);
    }

    private void messages(Code code, Destination destination) {
      int type = count(1, 3);
      int length = oneOf(0, 8, 1000);
      code.forever(
          () -> {
            destination.push(code);
            code.i32(0).i32(type).i32(0).i32(length).call(Abi.MESSAGE);
          });
    }

    private interface Destination {
      void push(Code code);
    }

    private void own(Code code) {
      code.i32(WINDOW).memory(0x28, 0x10);
    }

    private void sink(Code code) {
      code.i32(HostileRun.SINK);
    }

    private Code link(Code code) {
      return code.i32(chance(8) ? oneOf(-1, 7) : 0);
    }

    private static Code now(Code code) {
      return code.i32(WINDOW).memory(I64_LOAD, 0);
    }

    private static void count(Code code) {
      code.getGlobal(0).i64(1).op(I64_ADD).setGlobal(0);
    }

    private void values(Code code) {
      for (int i = 0; i < 3; i++) {
        code.i32(WINDOW).i64(random.nextLong()).memory(I64_STORE, VALUES + i * Long.BYTES);
      }
    }

    private int count(int least, int most) {
      return least + (int) Streams.below(random, most - least + 1L);
    }

    private boolean chance(int oneOf) {
      return Streams.below(random, oneOf) == 0;
    }

    private int oneOf(int... of) {
      return of[(int) Streams.below(random, of.length)];
    }

    private double oneOf(double... of) {
      return of[(int) Streams.below(random, of.length)];
    }

    private Abi oneOf(Abi... of) {
      return of[(int) Streams.below(random, of.length)];
    }
  }
}
