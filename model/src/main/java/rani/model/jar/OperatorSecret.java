// SPDX-License-Identifier: Apache-2.0
package rani.model.jar;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import rani.ground.PrivateFile;
import rani.model.file.InputFile;

/**
 * Private key of an operator, which signs service jars. Its file is PKCS#8 in PEM (RFC 8410 §7),
 * readable by its owner only. The public key lies beside it in a file with the suffix {@code .pub}.
 */
public final class OperatorSecret {
  public static final String PUBLIC_SUFFIX = ".pub";
  private static final String PEM_BEGIN = "-----BEGIN PRIVATE KEY-----";
  private static final String PEM_END = "-----END PRIVATE KEY-----";
  private static final int FILE_BYTES_MAX = 4096;

  private final PrivateKey secret;
  private final OperatorKey key;

  private OperatorSecret(PrivateKey secret, OperatorKey key) {
    this.secret = secret;
    this.key = key;
  }

  public static OperatorSecret generate() {
    try {
      KeyPair pair = KeyPairGenerator.getInstance(OperatorKey.ALGORITHM).generateKeyPair();
      return new OperatorSecret(pair.getPrivate(), OperatorKey.of(pair.getPublic()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK since 15 has Ed25519", e);
    }
  }

  /** Returns the path of the public key that belongs to a private key's file. */
  public static Path publicFile(Path file) {
    return file.resolveSibling(file.getFileName() + PUBLIC_SUFFIX);
  }

  /** Reads a private key and the public key beside it; throws if they do not match. */
  public static OperatorSecret read(Path file) throws IOException {
    String pem = InputFile.text(file, FILE_BYTES_MAX);
    int begin = pem.indexOf(PEM_BEGIN);
    int end = pem.indexOf(PEM_END);
    if (begin < 0 || end < begin) {
      throw new IllegalArgumentException("this is no private key in PEM");
    }
    OperatorSecret read;
    try {
      byte[] encoded =
          Base64.getMimeDecoder().decode(pem.substring(begin + PEM_BEGIN.length(), end));
      read =
          new OperatorSecret(
              KeyFactory.getInstance(OperatorKey.ALGORITHM)
                  .generatePrivate(new PKCS8EncodedKeySpec(encoded)),
              OperatorKey.read(publicFile(file)));
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("this is no Ed25519 private key", e);
    }
    byte[] probe = "whose".getBytes(StandardCharsets.US_ASCII);
    if (!read.key.verifies(probe, read.sign(probe))) {
      throw new IllegalArgumentException("the public key beside it is another one's");
    }
    return read;
  }

  public OperatorKey key() {
    return key;
  }

  byte[] sign(byte[] bytes) {
    try {
      Signature signature = Signature.getInstance(OperatorKey.ALGORITHM);
      signature.initSign(secret);
      signature.update(bytes);
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a key that was made can sign", e);
    }
  }

  /** Writes both keys; throws if one of the files exists. */
  public void write(Path file) throws IOException {
    Path publicFile = publicFile(file);
    if (Files.exists(publicFile)) {
      throw new FileAlreadyExistsException(publicFile.toString());
    }
    String encoded = Base64.getEncoder().encodeToString(secret.getEncoded());
    PrivateFile.make(
        file); // created with restricted permissions, so that the key is never readable by others
    Files.writeString(file, PEM_BEGIN + "\n" + encoded + "\n" + PEM_END + "\n");
    Files.writeString(publicFile, key.pem(), StandardOpenOption.CREATE_NEW);
  }
}
