// SPDX-License-Identifier: Apache-2.0
package rani.testbed.transfer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TransferMessageTest {
  private static final byte[] DIGEST = new byte[TransferMessage.DIGEST_BYTES];

  private static TransferMessage back(TransferMessage message) throws TransferFailure {
    return TransferMessage.read(message.write());
  }

  @Test
  void everyMessageReadsBack() throws Exception {
    TransferMessage.Offer offer =
        (TransferMessage.Offer) back(new TransferMessage.Offer(1L << 40, 1453, DIGEST, "ä.jpg"));
    assertEquals(1L << 40, offer.sizeBytes());
    assertEquals(1453, offer.messageBytes());
    assertEquals("ä.jpg", offer.name());
    assertArrayEquals(DIGEST, offer.sha256());
    TransferMessage.Data data =
        (TransferMessage.Data)
            back(new TransferMessage.Data(77, ByteBuffer.wrap(new byte[] {1, 2})));
    assertEquals(77, data.number());
    assertEquals(ByteBuffer.wrap(new byte[] {1, 2}), data.bytes());
    for (TransferMessage same :
        List.of(
            new TransferMessage.Answer(true, 5, ""),
            new TransferMessage.Answer(false, 0, "no"),
            new TransferMessage.End(),
            new TransferMessage.Verdict(false, "another"),
            new TransferMessage.Verdict(true, ""))) {
      assertEquals(same, back(same));
    }
  }

  @Test
  void anOfferLooksLikeThis() {
    ByteBuffer bytes = new TransferMessage.Offer(258, 16, DIGEST, "ab").write();
    assertEquals(
        "0101" + "0000000000000102" + "00000010" + "00".repeat(32) + "6162",
        HexFormat.of().formatHex(bytes.array()));
  }

  /** A transfer as docs/forwards.md shows it: the same bytes, and read as what it says. */
  @Test
  void thePageShowsATransfer() throws Exception {
    byte[] file = "hello, world\n".getBytes(StandardCharsets.US_ASCII);
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(file);
    List<TransferMessage> transfer =
        List.of(
            new TransferMessage.Offer(file.length, 8, digest, "hello.txt"),
            new TransferMessage.Answer(true, 0, ""),
            new TransferMessage.Data(0, ByteBuffer.wrap(file, 0, 8)),
            new TransferMessage.Data(1, ByteBuffer.wrap(file, 8, 5)),
            new TransferMessage.End(),
            new TransferMessage.Verdict(true, ""));
    String page = Files.readString(Path.of("../..", "docs", "forwards.md"));
    String block = page.split("```hex transfer\n", 2)[1].split("\n```", 2)[0];
    assertEquals(
        block.replace(" ", ""),
        transfer.stream()
            .map(message -> HexFormat.of().formatHex(message.write().array()))
            .collect(Collectors.joining("\n")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "00", "06", "0102", "01", "02", "0200", "03", "0300000000", "05"})
  void whatIsCutOffOrUnknownIsAFailure(String hex) {
    ByteBuffer bytes = ByteBuffer.wrap(HexFormat.of().parseHex(hex));
    assertThrows(TransferFailure.class, () -> TransferMessage.read(bytes));
  }

  @Test
  void anImpossibleSizeIsAFailure() {
    assertThrows(TransferFailure.class, () -> back(new TransferMessage.Offer(-1, 10, DIGEST, "a")));
    assertThrows(TransferFailure.class, () -> back(new TransferMessage.Offer(1, 0, DIGEST, "a")));
  }

  @Test
  void noiseIsAMessageOrAFailureAndNothingElse() {
    Random random = new Random(4);
    int failures = 0;
    for (int i = 0; i < 20_000; i++) {
      byte[] noise = new byte[random.nextInt(80)];
      random.nextBytes(noise);
      try {
        TransferMessage.read(ByteBuffer.wrap(noise));
      } catch (TransferFailure e) {
        failures++;
      }
    }
    assertTrue(failures > 15_000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        ".",
        "..",
        "../a",
        "a/b",
        "/etc/passwd",
        "a\\b",
        "C:a",
        ".bashrc",
        "a\0b",
        "a\nb",
        "a.",
        "a ",
        "a*",
        "\u007f",
        "\uFFFD"
      })
  void aNameThatLeadsElsewhereIsNoPlainName(String name) {
    assertFalse(FileReceiver.isPlainName(name));
    assertFalse(FileReceiver.isPlainName("x".repeat(201)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "photo.jpg", "a b", "ä", "-rf", "a..b"})
  void aPlainNameIs(String name) {
    assertTrue(FileReceiver.isPlainName(name));
  }
}
