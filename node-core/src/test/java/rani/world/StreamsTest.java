// SPDX-License-Identifier: Apache-2.0
package rani.world;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StreamsTest {
  private static final int DRAWS = 200_000;

  /** The JDK's own generator of the same name, seeded with the same 32 bytes. */
  @ParameterizedTest
  @CsvSource({"1, n7, queue node", "0, '', ''", "-1, n1, link-0 loss", "7, é, ü"})
  void theBitsAreThoseOfXoshiro256PlusPlus(long seed, String node, String owner) {
    RandomGenerator ours = Streams.of(seed, node, owner);
    RandomGenerator theirs =
        RandomGeneratorFactory.of("Xoshiro256PlusPlus")
            .create(sha256(seed + "\n" + node + "\n" + owner));
    for (int draw = 0; draw < 10_000; draw++) {
      assertEquals(theirs.nextLong(), ours.nextLong(), "draw " + draw);
    }
  }

  /**
   * Pinned, so that a seed means the same run in every release and on every machine. The numbers
   * were computed in Python.
   */
  @Test
  void theFirstDrawsNeverChange() {
    RandomGenerator stream = Streams.of(1, "n7", "queue node");
    assertEquals(-4_196_247_871_587_387_473L, stream.nextLong());
    assertEquals(0.24020994467676549, Streams.uniform(stream));
    assertEquals(0.9532891919975114, Streams.exponential(stream, 1));
    assertEquals(-0.500232933715718, Streams.normal(stream, 0, 1));
    assertEquals(787_765, Streams.below(stream, 1_000_000));
  }

  @Test
  void theSameThreeGiveTheSameStream() {
    RandomGenerator one = Streams.of(42, "n1", "source");
    RandomGenerator other = Streams.of(42, "n1", "source");
    for (int draw = 0; draw < 1000; draw++) {
      assertEquals(one.nextLong(), other.nextLong());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "43, n1, source",
    "42, n2, source",
    "42, n1, sink",
    "42, 'n1\nsource', ''",
    "42, '', n1"
  })
  void anotherOwnerHasNothingInCommon(long seed, String node, String owner) {
    RandomGenerator one = Streams.of(42, "n1", "source");
    RandomGenerator other = Streams.of(seed, node, owner);
    double product = 0;
    int equal = 0;
    for (int draw = 0; draw < DRAWS; draw++) {
      double x = Streams.uniform(one);
      double y = Streams.uniform(other);
      equal += x == y ? 1 : 0;
      product += (x - 0.5) * (y - 0.5);
    }
    assertEquals(0, equal);
    assertEquals(0, 12 * product / DRAWS, 4 / Math.sqrt(DRAWS), "correlation");
  }

  @Test
  void oneOwnersDrawsDoNotMoveAnothers() {
    RandomGenerator one = Streams.of(42, "n1", "source");
    long undisturbed = Streams.of(42, "n1", "source").nextLong();
    RandomGenerator other = Streams.of(42, "n1", "sink");
    for (int draw = 0; draw < 100; draw++) {
      other.nextLong();
    }
    assertEquals(undisturbed, one.nextLong());
  }

  @Test
  void uniformDrawsFillTheUnitIntervalEvenly() {
    RandomGenerator stream = Streams.of(1, "n", "uniform");
    int[] cells = new int[100];
    for (int draw = 0; draw < DRAWS; draw++) {
      double x = Streams.uniform(stream);
      assertTrue(x >= 0 && x < 1);
      cells[(int) (100 * x)]++;
    }
    double chiSquare = 0;
    for (int seen : cells) {
      chiSquare += Math.pow(seen - DRAWS / 100.0, 2) / (DRAWS / 100.0);
    }
    assertTrue(chiSquare < 148.2, "chi-square " + chiSquare); // 99.9 % of 99 degrees
  }

  @ParameterizedTest
  @CsvSource({"1", "2", "7", "1000003"})
  void drawsBelowABoundStayBelowIt(long bound) {
    RandomGenerator stream = Streams.of(1, "n", "below");
    double sum = 0;
    for (int draw = 0; draw < DRAWS; draw++) {
      long x = Streams.below(stream, bound);
      assertTrue(x >= 0 && x < bound);
      sum += x;
    }
    double deviation = (bound - 1) / Math.sqrt(12) + 1;
    assertEquals((bound - 1) / 2.0, sum / DRAWS, 4 * deviation / Math.sqrt(DRAWS));
  }

  @Test
  void exponentialDrawsHaveTheirMoments() {
    RandomGenerator stream = Streams.of(1, "n", "exponential");
    double mean = 3;
    double sum = 0;
    double squares = 0;
    int beyondTheMean = 0;
    for (int draw = 0; draw < DRAWS; draw++) {
      double x = Streams.exponential(stream, mean);
      assertTrue(x >= 0 && Double.isFinite(x));
      sum += x;
      squares += x * x;
      beyondTheMean += x > mean ? 1 : 0;
    }
    assertEquals(mean, sum / DRAWS, 4 * mean / Math.sqrt(DRAWS));
    assertEquals(2 * mean * mean, squares / DRAWS, 4 * Math.sqrt(20) * 9 / Math.sqrt(DRAWS));
    assertEquals(Math.exp(-1), (double) beyondTheMean / DRAWS, 4 * 0.5 / Math.sqrt(DRAWS));
  }

  @Test
  void normalDrawsHaveTheirMoments() {
    RandomGenerator stream = Streams.of(1, "n", "normal");
    double sum = 0;
    double squares = 0;
    double cubes = 0;
    int withinOne = 0;
    double lag = 0;
    double before = 0;
    for (int draw = 0; draw < DRAWS; draw++) {
      double x = Streams.normal(stream, 10, 2);
      double z = (x - 10) / 2;
      sum += z;
      squares += z * z;
      cubes += z * z * z;
      withinOne += Math.abs(z) < 1 ? 1 : 0;
      lag += z * before;
      before = z;
    }
    double error = 4 / Math.sqrt(DRAWS);
    assertEquals(0, sum / DRAWS, error);
    assertEquals(1, squares / DRAWS, Math.sqrt(2) * error);
    assertEquals(0, cubes / DRAWS, Math.sqrt(15) * error);
    assertEquals(0.682689, (double) withinOne / DRAWS, 0.5 * error);
    assertEquals(0, lag / DRAWS, error, "one draw and the next");
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
