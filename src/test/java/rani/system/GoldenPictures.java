// SPDX-License-Identifier: Apache-2.0
package rani.system;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;

/**
 * Pictures of pages beside those that the repository keeps. What is kept is small: a pixel is the
 * mean of a square of the page, so that the smoothing of letters, which each version of a browser
 * does a little differently, hardly shows in it, and a box that moved does. Each pixel may have any
 * value between those of its neighbours, as it has after a shift by less than a pixel. Two pictures
 * differ if any block of {@value #BLOCK} by {@value #BLOCK} pixels has more than {@value
 * #FAR_PIXELS_MAX} pixels that are far from what they should be.
 *
 * <p>{@code mvn verify -Drani.golden=true} writes what is kept from what the pages now look like;
 * look at every one that changed before you commit it.
 */
final class GoldenPictures {
  /** Whether pictures are written rather than compared. */
  static final boolean REWRITE = Boolean.getBoolean("rani.golden");

  /** The most bytes of a picture that is kept. */
  static final int BYTES_MAX = 60_000;

  /** Pixels whose red, green or blue is further than this from what it may be are far, of 255. */
  private static final int FAR = 10;

  private static final int BLOCK = 10;
  private static final int FAR_PIXELS_MAX = 6;

  /** Colours are rounded to this many steps of each of red, green and blue, for small files. */
  private static final int STEPS = 31;

  private final Path kept;
  private final Path seen;
  private final boolean rewrites;
  private final List<String> complaints = new ArrayList<>();

  /** Compares with pictures of a folder, and writes what differs to another. */
  GoldenPictures(Path kept, Path seen, boolean rewrites) {
    this.kept = kept;
    this.seen = seen;
    this.rewrites = rewrites;
  }

  /** Compares with the repository's pictures, or writes these. */
  static GoldenPictures ofCheckout() {
    return new GoldenPictures(
        Checkout.root().resolve("src/test/resources/golden"),
        Checkout.root().resolve("src/test/target/golden"),
        REWRITE);
  }

  /** Compares a picture, a PNG, with the one that is kept under the name. */
  void check(String name, byte[] png) throws IOException {
    check(name, ImageIO.read(new ByteArrayInputStream(png)));
  }

  /** Compares a picture with the one that is kept under the name. */
  void check(String name, BufferedImage picture) throws IOException {
    BufferedImage actual = rounded(picture);
    Path golden = kept.resolve(name + ".png");
    if (rewrites) {
      Files.createDirectories(kept);
      byte[] bytes = png(actual);
      if (bytes.length > BYTES_MAX) {
        complaints.add(name + " has " + bytes.length + " bytes; at most " + BYTES_MAX);
      }
      Files.write(golden, bytes);
      return;
    }
    if (!Files.exists(golden)) {
      complaints.add(name + ": no " + golden + "; " + remedy(write(name + "-actual", actual)));
      return;
    }
    BufferedImage expected = ImageIO.read(golden.toFile());
    String difference = difference(expected, actual);
    if (!difference.isEmpty()) {
      Path path = write(name + "-actual", actual);
      write(name + "-expected", expected);
      write(name + "-difference", marked(expected, actual));
      complaints.add(name + ": " + difference + "; " + remedy(path));
    }
  }

  private static String remedy(Path actual) {
    return "see " + actual + " and those beside it; if it should look so, -Drani.golden=true";
  }

  /** What differed so far, a line each. */
  List<String> complaints() {
    return complaints;
  }

  private static String difference(BufferedImage expected, BufferedImage actual) {
    if (expected.getWidth() != actual.getWidth() || expected.getHeight() != actual.getHeight()) {
      return "%d by %d pixels rather than %d by %d"
          .formatted(
              actual.getWidth(), actual.getHeight(), expected.getWidth(), expected.getHeight());
    }
    int blocks = 0;
    String first = "";
    for (int y = 0; y < expected.getHeight(); y += BLOCK) {
      for (int x = 0; x < expected.getWidth(); x += BLOCK) {
        if (farPixels(expected, actual, x, y) > FAR_PIXELS_MAX) {
          first = blocks++ == 0 ? "first at %d, %d".formatted(x, y) : first;
        }
      }
    }
    return blocks == 0 ? "" : blocks + " blocks differ, " + first;
  }

  private static int farPixels(BufferedImage expected, BufferedImage actual, int left, int top) {
    int far = 0;
    for (int y = top; y < Math.min(top + BLOCK, expected.getHeight()); y++) {
      for (int x = left; x < Math.min(left + BLOCK, expected.getWidth()); x++) {
        far += isFar(expected, actual, x, y) ? 1 : 0;
      }
    }
    return far;
  }

  private static boolean isFar(BufferedImage expected, BufferedImage actual, int x, int y) {
    if (expected.getRGB(x, y) == actual.getRGB(x, y)) {
      return false;
    }
    for (int shift = 0; shift <= 16; shift += 8) {
      if (isBeyond(expected, actual, x, y, shift) || isBeyond(actual, expected, x, y, shift)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a colour of one is not between those of the other at and around that place. */
  private static boolean isBeyond(
      BufferedImage around, BufferedImage one, int x, int y, int shift) {
    int least = 255;
    int greatest = 0;
    for (int v = Math.max(0, y - 1); v <= Math.min(y + 1, around.getHeight() - 1); v++) {
      for (int u = Math.max(0, x - 1); u <= Math.min(x + 1, around.getWidth() - 1); u++) {
        int value = around.getRGB(u, v) >> shift & 0xff;
        least = Math.min(least, value);
        greatest = Math.max(greatest, value);
      }
    }
    int value = one.getRGB(x, y) >> shift & 0xff;
    return value < least - FAR || value > greatest + FAR;
  }

  /** The picture as it should be, pale, and in red what is far from it. */
  private static BufferedImage marked(BufferedImage expected, BufferedImage actual) {
    int width = Math.max(expected.getWidth(), actual.getWidth());
    int height = Math.max(expected.getHeight(), actual.getHeight());
    var marked = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        boolean both = isIn(expected, x, y) && isIn(actual, x, y);
        if (both && !isFar(expected, actual, x, y)) {
          marked.setRGB(x, y, 0xc0c0c0 | expected.getRGB(x, y) >> 2 & 0x3f3f3f);
        } else {
          marked.setRGB(x, y, both ? 0xff0000 : 0xff8080);
        }
      }
    }
    return marked;
  }

  private static boolean isIn(BufferedImage picture, int x, int y) {
    return x < picture.getWidth() && y < picture.getHeight();
  }

  private static BufferedImage rounded(BufferedImage picture) {
    var rounded =
        new BufferedImage(picture.getWidth(), picture.getHeight(), BufferedImage.TYPE_INT_RGB);
    for (int y = 0; y < picture.getHeight(); y++) {
      for (int x = 0; x < picture.getWidth(); x++) {
        int rgb = 0;
        for (int shift = 16; shift >= 0; shift -= 8) {
          int value = picture.getRGB(x, y) >> shift & 0xff;
          rgb = rgb << 8 | (value * STEPS + 127) / 255 * 255 / STEPS;
        }
        rounded.setRGB(x, y, rgb);
      }
    }
    return rounded;
  }

  private Path write(String name, BufferedImage picture) throws IOException {
    return Files.write(Files.createDirectories(seen).resolve(name + ".png"), png(picture));
  }

  private static byte[] png(BufferedImage picture) throws IOException {
    var bytes = new ByteArrayOutputStream();
    ImageIO.write(picture, "png", bytes);
    return bytes.toByteArray();
  }
}
