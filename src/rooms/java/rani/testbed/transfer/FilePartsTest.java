// SPDX-License-Identifier: Apache-2.0
package rani.testbed.transfer;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.DataOutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import rani.nodehost.gateway.GatewayFrames;

/** Ten bytes that are offered in messages of four, by a gateway that says what a test says. */
@Timeout(20)
class FilePartsTest {
  private static final byte[] CONTENT = "0123456789".getBytes(US_ASCII);
  private static final int MESSAGE_BYTES = 4;

  @TempDir private Path folder;
  private byte[] digest = {};

  @BeforeEach
  void sum() throws Exception {
    digest = MessageDigest.getInstance("SHA-256").digest(CONTENT);
  }

  private FileReceiver.Result receive(TransferMessage... said) throws Exception {
    try (ServerSocket gateway = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        MessagePipe pipe = MessagePipe.to("127.0.0.1:" + gateway.getLocalPort(), "00");
        var there = gateway.accept();
        var out = new DataOutputStream(there.getOutputStream())) {
      frame(
          out, new TransferMessage.Offer(CONTENT.length, MESSAGE_BYTES, digest, "digits").write());
      for (TransferMessage message : said) {
        frame(out, message.write());
      }
      there.shutdownOutput();
      return new FileReceiver(folder, false, (_, _, _) -> {}).receive(pipe);
    }
  }

  private static void frame(DataOutputStream out, ByteBuffer message) throws Exception {
    out.writeInt(1 + message.remaining());
    out.writeByte(GatewayFrames.MESSAGE);
    out.write(message.array(), message.position(), message.remaining());
  }

  private static TransferMessage.Data data(int number) {
    int from = number * MESSAGE_BYTES;
    int end = Math.min(from + MESSAGE_BYTES, CONTENT.length);
    return new TransferMessage.Data(
        number, ByteBuffer.wrap(Arrays.copyOfRange(CONTENT, from, end)));
  }

  private Path part() {
    String start = HexFormat.of().formatHex(digest).substring(0, 16);
    return folder.resolve(".digits." + start + ".part");
  }

  @Test
  void aFileThatHasComeWholeTakesItsName() throws Exception {
    FileReceiver.Result result = receive(data(0), data(1), data(2), new TransferMessage.End());

    assertEquals("", result.reason());
    assertEquals(CONTENT.length, result.bytesReceived());
    assertEquals("0123456789", Files.readString(folder.resolve("digits")));
  }

  @Test
  void ofAPartThatIsThereOnlyWholeMessagesAreKept() throws Exception {
    Files.writeString(part(), "01234");

    FileReceiver.Result result = receive(data(1), data(2), new TransferMessage.End());

    assertEquals("", result.reason());
    assertEquals(6, result.bytesReceived());
    assertEquals("0123456789", Files.readString(folder.resolve("digits")));
  }

  @Test
  void aPartThatIsLongerThanTheFileLosesWhatIsTooMuch() throws Exception {
    Files.writeString(part(), "01234567 and more than there was");

    FileReceiver.Result result = receive(data(2), new TransferMessage.End());

    assertEquals("", result.reason());
    assertEquals("0123456789", Files.readString(folder.resolve("digits")));
  }

  @Test
  void aPartOutOfTurnIsAFailure() {
    assertThrows(TransferFailure.class, () -> receive(data(0), data(2)));
    assertThrows(TransferFailure.class, () -> receive(data(1))); // and then the end
  }
}
