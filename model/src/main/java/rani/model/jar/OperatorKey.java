// SPDX-License-Identifier: Apache-2.0
package rani.model.jar;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import rani.ground.Sha256;
import rani.model.file.InputFile;

/**
 * Public key of an operator: Ed25519 (RFC 8032), encoded as a SubjectPublicKeyInfo (RFC 8410 §4).
 * Topologies contain its Base64, the {@code text} of 60 characters; files contain it in PEM.
 */
public record OperatorKey(String text) {
  static final String ALGORITHM = "Ed25519";
  private static final String PEM_BEGIN = "-----BEGIN PUBLIC KEY-----";
  private static final String PEM_END = "-----END PUBLIC KEY-----";
  private static final int FILE_BYTES_MAX = 4096;
  private static final int ID_BYTES = 8;

  /** DER prefix of the 32 key bytes of every Ed25519 public key (RFC 8410 §4). */
  private static final byte[] PREFIX = HexFormat.of().parseHex("302a300506032b6570032100");

  private static final int KEY_BYTES = 32;

  /** Throws IllegalArgumentException if the text is no Ed25519 public key. */
  public OperatorKey {
    byte[] encoded = decoded(text);
    if (encoded.length != PREFIX.length + KEY_BYTES
        || !Arrays.equals(encoded, 0, PREFIX.length, PREFIX, 0, PREFIX.length)) {
      throw new IllegalArgumentException("this is no Ed25519 public key");
    }
  }

  private static byte[] decoded(String text) {
    try {
      return Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("this is no Ed25519 public key: it is not even Base64", e);
    }
  }

  /** Returns whether a text looks like a key and not like the name of a file. */
  public static boolean looksLikeKey(String text) {
    return text.startsWith(Base64.getEncoder().encodeToString(PREFIX));
  }

  static OperatorKey of(PublicKey key) {
    return new OperatorKey(Base64.getEncoder().encodeToString(key.getEncoded()));
  }

  /**
   * Reads a public key file, which {@code rani operator key new} writes beside the private key.
   *
   * @throws IllegalArgumentException if the file contains no such key
   */
  public static OperatorKey read(Path file) throws IOException {
    String pem = InputFile.text(file, FILE_BYTES_MAX);
    int begin = pem.indexOf(PEM_BEGIN);
    int end = pem.indexOf(PEM_END);
    if (pem.contains("PRIVATE KEY")) {
      throw new IllegalArgumentException(
          "this is a private key, which stays with its operator; the public one is in FILE.pub");
    }
    if (begin < 0 || end < begin) {
      throw new IllegalArgumentException("this is no Ed25519 public key in PEM");
    }
    return new OperatorKey(pem.substring(begin + PEM_BEGIN.length(), end).replaceAll("\\s", ""));
  }

  String pem() {
    return PEM_BEGIN + "\n" + text + "\n" + PEM_END + "\n";
  }

  /** Returns a short identifier: the first eight bytes of the SHA-256, in hexadecimal. */
  public String id() {
    byte[] digest = Sha256.digest().digest(Base64.getDecoder().decode(text));
    return HexFormat.of().formatHex(digest, 0, ID_BYTES);
  }

  /** Returns whether a signature of some bytes was made with the matching private key. */
  public boolean verifies(byte[] signed, byte[] signature) {
    try {
      Signature check = Signature.getInstance(ALGORITHM);
      check.initVerify(
          KeyFactory.getInstance(ALGORITHM)
              .generatePublic(new X509EncodedKeySpec(Base64.getDecoder().decode(text))));
      check.update(signed);
      return check.verify(signature);
    } catch (GeneralSecurityException e) {
      return false; // no point of the curve, or no signature of the right length
    }
  }
}
