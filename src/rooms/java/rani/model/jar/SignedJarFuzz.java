// SPDX-License-Identifier: Apache-2.0
package rani.model.jar;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Nothing but what was signed is ever taken, and nothing but a refusal is thrown. */
class SignedJarFuzz {
  private static final OperatorSecret SECRET = OperatorSecret.generate();
  private static final byte[] WHOLE = whole();

  private static byte[] whole() {
    try {
      return Jars.signed(SECRET, "1.0");
    } catch (JarRefusal e) {
      throw new AssertionError(e);
    }
  }

  /** Either refused, or the very same contents. */
  private static void assertHarmless(byte[] jar) {
    try {
      SignedJar open = SignedJar.open(jar, List.of(SECRET.key()));
      SignedJar signed = SignedJar.open(WHOLE, List.of(SECRET.key()));
      assertEquals(signed.statement(), open.statement());
      assertEquals(
          List.copyOf(signed.contents().entries().keySet()),
          List.copyOf(open.contents().entries().keySet()));
      signed
          .contents()
          .entries()
          .forEach((name, bytes) -> assertArrayEquals(bytes, open.contents().get(name)));
    } catch (JarRefusal e) {
      assertEquals(e.reason().text(), e.reason().text().toLowerCase(Locale.ROOT));
    }
  }

  @Property(tries = 200)
  void any_octet_may_be_another(
      @ForAll @IntRange(max = 1 << 20) int at, @ForAll @IntRange(min = 1, max = 255) int mask) {
    byte[] jar = WHOLE.clone();
    jar[at % jar.length] ^= (byte) mask;
    assertHarmless(jar);
  }

  @Property(tries = 100)
  void it_may_end_anywhere_and_go_on_anyhow(
      @ForAll @IntRange(max = 1 << 20) int length, @ForAll @Size(max = 64) byte[] tail) {
    int kept = length % (WHOLE.length + 1);
    byte[] jar = Arrays.copyOf(WHOLE, kept + tail.length);
    System.arraycopy(tail, 0, jar, kept, tail.length);
    assertHarmless(jar);
  }

  @Property(tries = 100)
  void a_piece_may_stand_in_another_place(
      @ForAll @IntRange(max = 1 << 20) int from,
      @ForAll @IntRange(max = 1 << 20) int to,
      @ForAll @IntRange(min = 1, max = 512) int length) {
    byte[] jar = WHOLE.clone();
    int source = from % (jar.length - length);
    int target = to % (jar.length - length);
    System.arraycopy(WHOLE, source, jar, target, length);
    assertHarmless(jar);
  }
}
