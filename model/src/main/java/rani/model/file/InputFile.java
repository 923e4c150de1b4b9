// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Opens files that a user or another file names. Only regular files, or links to them, are opened:
 * a FIFO could block its reader forever, a device may never end. Each read has a size limit,
 * because a file may grow.
 *
 * <p>Exception: a shell opens a file for a command and passes its descriptor, {@code /dev/stdin} or
 * {@code /dev/fd/63} for {@code <(…)}. {@link #bytesGiven} reads these, and only for names on the
 * command line.
 *
 * <p>Messages of the exceptions do not name the file. A missing file is reported by {@link
 * java.nio.file.NoSuchFileException}.
 */
public final class InputFile {
  /** Size limit in bytes for files whose kind has no limit of its own. */
  public static final int BYTES_MAX = 1 << 29;

  /**
   * Standard input, by the name that messages give it. Files that it names, such as one that it
   * extends, are looked for in the current folder. Only {@link #bytesGiven} reads it.
   */
  public static final Path STANDARD_INPUT = Path.of("<stdin>");

  private static final Pattern OPENED_BY_SHELL =
      Pattern.compile("/dev/stdin|(/dev|/proc/self)/fd/[0-9]{1,9}");

  /** Contents that were read or made already. A command line has few of them. */
  private static final Map<Path, byte[]> GIVEN = new HashMap<>();

  /** Bits of {@code st_mode} that encode the kind of a file (POSIX, sys/stat.h). */
  private static final int KIND_MASK = 0170000;

  /** Reports a file that exists but is of the wrong kind or too large. The message is for users. */
  public static final class UnfitFile extends IOException {
    private static final long serialVersionUID = 1;

    UnfitFile(String message) {
      super(message);
    }

    @Override
    public String toString() {
      return String.valueOf(getMessage());
    }
  }

  private static final String DEVICE = "a device";

  private InputFile() {}

  /** Reads a regular file of limited size. */
  public static byte[] bytes(Path file, int bytesMax) throws IOException {
    try (FileChannel channel = channel(file)) {
      if (channel.size() > bytesMax) {
        throw tooLarge(channel.size() + " bytes", bytesMax);
      }
      return upTo(Channels.newInputStream(channel), bytesMax);
    }
  }

  /** Reads a file named on the command line. A shell's descriptor is read once and then cached. */
  public static byte[] bytesGiven(Path file, int bytesMax) throws IOException {
    if (!isGiven(file)) {
      return bytes(file, bytesMax);
    }
    synchronized (GIVEN) {
      byte[] given = GIVEN.get(file);
      if (given == null) {
        if (file.equals(STANDARD_INPUT)) {
          given = upTo(System.in, bytesMax); // which stays open
        } else {
          try (InputStream in = Files.newInputStream(file)) {
            given = upTo(in, bytesMax);
          }
        }
        GIVEN.put(file, given);
      }
      return given.clone();
    }
  }

  /** Gives contents to a name on the command line that names no file, such as a data set's. */
  public static void give(Path name, byte[] contents) {
    synchronized (GIVEN) {
      GIVEN.put(name, contents.clone());
    }
  }

  /** Reports whether a name on the command line stands for contents that no file has. */
  static boolean isWithoutPath(Path name) {
    synchronized (GIVEN) {
      return name.equals(STANDARD_INPUT) || GIVEN.containsKey(name);
    }
  }

  private static boolean isGiven(Path file) {
    return isWithoutPath(file)
        || OPENED_BY_SHELL.matcher(file.toString()).matches() && !Files.isDirectory(file);
  }

  private static byte[] upTo(InputStream in, int bytesMax) throws IOException {
    byte[] bytes = in.readNBytes(bytesMax + 1);
    if (bytes.length > bytesMax) {
      throw tooLarge("more", bytesMax);
    }
    return bytes;
  }

  private static UnfitFile tooLarge(String found, int bytesMax) {
    return new UnfitFile("too large: " + found + ", at most " + bytesMax + " bytes are read");
  }

  /** Reads a regular file of limited size as UTF-8 text; throws if it is malformed. */
  public static String text(Path file, int bytesMax) throws IOException {
    return StandardCharsets.UTF_8
        .newDecoder()
        .decode(ByteBuffer.wrap(bytes(file, bytesMax)))
        .toString();
  }

  /** Reads a regular file of at most {@link #BYTES_MAX} bytes as UTF-8 text. */
  public static String text(Path file) throws IOException {
    return text(file, BYTES_MAX);
  }

  /** Reads the lines of a UTF-8 text file of at most {@link #BYTES_MAX} bytes. */
  public static List<String> lines(Path file) throws IOException {
    return text(file).lines().toList();
  }

  /** Opens a regular file as a stream that ends at the size that the file has now. */
  public static InputStream stream(Path file) throws IOException {
    FileChannel channel = channel(file);
    return new Beginning(Channels.newInputStream(channel), channel.size());
  }

  public static FileChannel channel(Path file) throws IOException {
    requireRegular(file);
    return FileChannel.open(file, StandardOpenOption.READ);
  }

  /** Throws unless a file exists and is a regular one, without opening it. */
  public static void requireRegular(Path file) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
    if (!attributes.isRegularFile()) {
      throw new UnfitFile("this is " + kind(file, attributes) + ", not a file");
    }
  }

  /** Returns whether the path is a device or leads to one. Devices are written to, never read. */
  public static boolean isDevice(Path file) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
    return attributes.isOther() && kind(file, attributes).equals(DEVICE);
  }

  private static String kind(Path file, BasicFileAttributes attributes) {
    if (attributes.isDirectory()) {
      return "a directory";
    }
    try {
      return switch ((int) Files.getAttribute(file, "unix:mode") & KIND_MASK) {
        case 0010000 -> "a FIFO";
        case 0020000, 0060000 -> DEVICE;
        case 0140000 -> "a socket";
        default -> "something else";
      };
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      return "something else"; // this file system has no Unix modes
    }
  }

  /** Stream of the first bytes of another stream. */
  private static final class Beginning extends InputStream {
    private final InputStream in;
    private long leftBytes;

    Beginning(InputStream in, long bytes) {
      this.in = in;
      this.leftBytes = bytes;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] into, int from, int count) throws IOException {
      int wanted = (int) Math.min(count, leftBytes);
      int read = wanted == 0 && count > 0 ? -1 : in.read(into, from, wanted);
      leftBytes -= Math.max(0, read);
      return read;
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
