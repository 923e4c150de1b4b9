// SPDX-License-Identifier: Apache-2.0
package rani.wasm;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.zip.ZipInputStream;
import rani.world.Streams;

/**
 * Modules by number: the first come from a generator (see {@code src/test/fuzz/corpus.py}), the
 * others are mutants of them. Most mutations exchange an instruction for one of the same type, or
 * change a constant, an offset, a label or an index, so that most mutants can be run; a few change
 * any byte.
 */
final class FuzzedModules {
  private static final int MUTATIONS_MAX = 12;
  private static final int CODE_SECTION = 10;
  private static final int HEADER_BYTES = 8;

  /** Instructions that take and give the same types, and have no operands of their own. */
  private static final int[][] ALIKE = {
    {0x46, 0x4F}, {0x51, 0x5A}, {0x5B, 0x60}, {0x61, 0x66}, {0x67, 0x69}, {0x6A, 0x78},
    {0x79, 0x7B}, {0x7C, 0x8A}, {0x8B, 0x91}, {0x92, 0x98}, {0x99, 0x9F}, {0xA0, 0xA6},
    {0xA8, 0xA9}, {0xAA, 0xAB}, {0xAE, 0xAF}, {0xB0, 0xB1}, {0xB2, 0xB3}, {0xB4, 0xB5},
    {0xB7, 0xB8}, {0xB9, 0xBA}, {0xC0, 0xC1}, {0xC2, 0xC4},
  };

  private static final int[][] LOADS_AND_STORES = {
    {0x28, 0x2C, 0x2D, 0x2E, 0x2F}, {0x29, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35}, {0x2A}, {0x2B},
    {0x36, 0x3A, 0x3B}, {0x37, 0x3C, 0x3D, 0x3E}, {0x38}, {0x39},
  };

  private static final long[] TELLING = {
    0,
    1,
    -1,
    2,
    16,
    17,
    27,
    48,
    0xFF,
    4096,
    65_535,
    65_536,
    0x7000_0000,
    0x7000_00C0,
    0x7000_1000,
    0x0A00_0001,
    0x0A00_0002,
    0x0A00_0003,
    1_000_000_000,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE,
  };

  private final List<byte[]> seeds = new ArrayList<>();

  FuzzedModules() {
    try (InputStream file =
            requireNonNull(FuzzedModules.class.getResourceAsStream("fuzz.zip"), "no fuzz.zip");
        ZipInputStream zip = new ZipInputStream(file)) {
      while (zip.getNextEntry() != null) {
        seeds.add(zip.readAllBytes());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  int seeds() {
    return seeds.size();
  }

  /** Returns the module of a number, from 0. */
  byte[] module(int number) {
    byte[] seed = seeds.get(number % seeds.size());
    if (number < seeds.size()) {
      return seed;
    }
    RandomGenerator random = Streams.of(number, "fuzz", "mutant");
    try {
      return new Mutant(seed, random).bytes();
    } catch (CodeRefusal e) {
      throw new IllegalStateException("a seed is no module", e);
    }
  }

  /** One instruction: its opcode, and where it and its operands stand. */
  private record Instruction(int op, int from, int operands, int to) {}

  private static final class Mutant {
    private final byte[] seed;
    private final RandomGenerator random;
    private final List<Instruction> instructions = new ArrayList<>();

    Mutant(byte[] seed, RandomGenerator random) {
      this.seed = seed;
      this.random = random;
    }

    byte[] bytes() throws CodeRefusal {
      if (below(50) == 0) {
        byte[] spoilt = seed.clone();
        for (int i = below(4); i >= 0; i--) {
          spoilt[below(spoilt.length)] = (byte) random.nextInt();
        }
        return below(4) == 0 ? Arrays.copyOf(spoilt, below(spoilt.length)) : spoilt;
      }
      ModuleWriter out = new ModuleWriter().copy(seed, 0, HEADER_BYTES);
      ModuleReader in = new ModuleReader(seed, HEADER_BYTES, seed.length);
      while (!in.isAtEnd()) {
        int id = in.u8();
        ModuleReader content = in.part(in.u32());
        ModuleWriter written =
            id == CODE_SECTION
                ? mutated(content)
                : new ModuleWriter().copy(seed, content.at(), content.left());
        out.section(id, written);
      }
      return out.toBytes();
    }

    private ModuleWriter mutated(ModuleReader code) throws CodeRefusal {
      int bodies = code.u32();
      int[] from = new int[bodies];
      int[] to = new int[bodies];
      for (int i = 0; i < bodies; i++) {
        ModuleReader body = code.part(code.u32());
        from[i] = body.at();
        to[i] = body.at() + body.left();
        read(body);
      }
      List<Instruction> chosen = new ArrayList<>();
      for (int i = below(MUTATIONS_MAX); i >= 0; i--) {
        chosen.add(instructions.get(below(instructions.size())));
      }
      ModuleWriter out = new ModuleWriter().u32(bodies);
      for (int i = 0; i < bodies; i++) {
        ModuleWriter body = new ModuleWriter();
        int at = from[i];
        for (Instruction each : instructions) {
          if (each.from >= from[i] && each.from < to[i] && chosen.contains(each)) {
            body.copy(seed, at, each.from - at);
            mutate(body, each);
            at = each.to;
          }
        }
        out.sized(body.copy(seed, at, to[i] - at));
      }
      return out;
    }

    private void read(ModuleReader body) throws CodeRefusal {
      for (int groups = body.u32(); groups > 0; groups--) {
        body.u32();
        body.u8();
      }
      while (!body.isAtEnd()) {
        int from = body.at();
        int op = body.u8();
        int operands = body.at();
        operands(body, op);
        instructions.add(new Instruction(op, from, operands, body.at()));
      }
    }

    private static void operands(ModuleReader in, int op) throws CodeRefusal {
      switch (op) {
        case Op.BLOCK, Op.LOOP, Op.IF -> in.signed(33);
        case Op.BR_TABLE -> {
          for (int labels = in.u32(); labels >= 0; labels--) {
            in.u32();
          }
        }
        case Op.BR, Op.BR_IF, Op.CALL, Op.MEMORY_SIZE, Op.MEMORY_GROW -> in.u32();
        case Op.CALL_INDIRECT -> {
          in.u32();
          in.u32();
        }
        case Op.I32_CONST -> in.signed(32);
        case Op.I64_CONST -> in.signed(64);
        case Op.F32_CONST -> in.skip(Float.BYTES);
        case Op.F64_CONST -> in.skip(Double.BYTES);
        case Op.MORE -> {
          int more = in.u32();
          in.skip(more == Op.MEMORY_INIT || more == Op.MEMORY_COPY ? 2 : 0);
          in.skip(more == Op.MEMORY_FILL || more == Op.DATA_DROP ? 1 : 0);
        }
        default -> {
          if (op >= Op.LOCAL_GET && op <= Op.GLOBAL_SET) {
            in.u32();
          } else if (op >= Op.I32_LOAD && op <= Op.I64_STORE32) {
            in.u32();
            in.unsigned32();
          }
        }
      }
    }

    private void mutate(ModuleWriter out, Instruction of) {
      for (int[] alike : ALIKE) {
        if (of.op >= alike[0] && of.op <= alike[1]) {
          out.u8(alike[0] + below(alike[1] - alike[0] + 1));
          return;
        }
      }
      for (int[] alike : LOADS_AND_STORES) {
        if (Arrays.stream(alike).anyMatch(op -> op == of.op)) {
          out.u8(alike[below(alike.length)], 0).u32((int) telling() & Integer.MAX_VALUE);
          return;
        }
      }
      switch (of.op) {
        case Op.I32_CONST -> out.u8(of.op).signed((int) telling());
        case Op.I64_CONST -> out.u8(of.op).signed(telling());
        case Op.F32_CONST -> out.u8(of.op).copy(noise(), 0, Float.BYTES);
        case Op.F64_CONST -> out.u8(of.op).copy(noise(), 0, Double.BYTES);
        case Op.BR, Op.BR_IF, Op.CALL -> {
          boolean other = below(4) == 0; // its type is likely wrong
          if (other) {
            out.u8(of.op).u32(below(of.op == Op.CALL ? 16 : 3));
          } else {
            out.copy(seed, of.from, of.to - of.from);
          }
        }
        case Op.NOP -> out.u8(below(8) == 0 ? Op.UNREACHABLE : Op.NOP);
        default -> {
          if (below(64) == 0) { // likely refused
            out.u8(of.op).copy(seed, of.operands, of.to - of.operands);
          }
          out.copy(seed, of.from, of.to - of.from);
        }
      }
    }

    private long telling() {
      return switch (below(4)) {
        case 0 -> random.nextLong();
        case 1 -> below(128);
        default -> TELLING[below(TELLING.length)];
      };
    }

    /** Returns eight bytes, of which some make a NaN. */
    private byte[] noise() {
      byte[] noise = new byte[Double.BYTES];
      random.nextBytes(noise);
      if (below(3) == 0) {
        noise[3] = 0x7F;
        noise[7] = (byte) 0xFF;
        noise[2] |= (byte) 0x80;
        noise[6] |= (byte) 0xF0;
      }
      return noise;
    }

    private int below(int limit) {
      return (int) Streams.below(random, limit);
    }
  }
}
