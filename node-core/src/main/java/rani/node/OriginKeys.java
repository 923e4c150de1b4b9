// SPDX-License-Identifier: Apache-2.0
package rani.node;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.NamedParameterSpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.TreeMap;

/**
 * The key with which a node signs its link states, and the public keys of other nodes: Ed25519 (RFC
 * 8032), whose signatures are deterministic. The private key belongs to the node alone. So only an
 * origin can make its link states, not even a neighbour with the keys of its links.
 */
public final class OriginKeys {
  public static final int KEY_BYTES = 32;

  private static final String ALGORITHM = "Ed25519";

  /** The X.509 prefix of a public key (RFC 8410 §4). */
  private static final byte[] X509 = HexFormat.of().parseHex("302a300506032b6570032100");

  private static final int VERIFIED_MAX = 64;

  private final PrivateKey secret;
  private final SequencedMap<Integer, PublicKey> known;

  /** Verified link states, shared by the nodes of one world to verify each only once. */
  private final SequencedSet<Word> verified;

  private record Word(int origin, ByteBuffer bytes, ByteBuffer signature) {}

  private OriginKeys(
      PrivateKey secret, SequencedMap<Integer, PublicKey> known, SequencedSet<Word> verified) {
    this.secret = secret;
    this.known = known;
    this.verified = verified;
  }

  /** Makes keys from a node's own private key, {@link #KEY_BYTES} bytes, without other keys. */
  public static OriginKeys of(byte[] secret) {
    return new OriginKeys(privateKey(secret), new TreeMap<>(), new LinkedHashSet<>());
  }

  /** Returns these public keys with another node's private key, for use by the same thread. */
  public OriginKeys withSecret(byte[] other) {
    return new OriginKeys(privateKey(other), known, verified);
  }

  /**
   * Returns these keys with more public keys by virtual address. A known key is replaced.
   *
   * @throws IllegalArgumentException if a key is invalid
   */
  public OriginKeys with(SequencedMap<Integer, byte[]> keys) {
    SequencedMap<Integer, PublicKey> all = new TreeMap<>(known);
    keys.forEach((address, key) -> all.put(address, publicKey(key)));
    return new OriginKeys(secret, all, new LinkedHashSet<>());
  }

  private static PrivateKey privateKey(byte[] secret) {
    requireLength(secret);
    try {
      return KeyFactory.getInstance(ALGORITHM)
          .generatePrivate(new EdECPrivateKeySpec(NamedParameterSpec.ED25519, secret));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK since 15 has " + ALGORITHM, e);
    }
  }

  private static PublicKey publicKey(byte[] key) {
    requireLength(key);
    byte[] encoded = Arrays.copyOf(X509, X509.length + KEY_BYTES);
    System.arraycopy(key, 0, encoded, X509.length, KEY_BYTES);
    try {
      return KeyFactory.getInstance(ALGORITHM).generatePublic(new X509EncodedKeySpec(encoded));
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("this is no public key of " + ALGORITHM, e);
    }
  }

  private static void requireLength(byte[] key) {
    if (key.length != KEY_BYTES) {
      throw new IllegalArgumentException("a key has " + KEY_BYTES + " bytes, not " + key.length);
    }
  }

  /** Returns the known public keys by virtual address, {@link #KEY_BYTES} bytes each. */
  public SequencedMap<Integer, byte[]> known() {
    SequencedMap<Integer, byte[]> keys = new TreeMap<>();
    known.forEach(
        (address, key) -> {
          byte[] encoded = key.getEncoded();
          keys.put(address, Arrays.copyOfRange(encoded, X509.length, encoded.length));
        });
    return Collections.unmodifiableSequencedMap(keys);
  }

  /** Reports whether both sets of keys have a key of a node, and the keys differ. */
  boolean hasOtherKey(OriginKeys there, int address) {
    PublicKey key = known.get(address);
    return key != null && !key.equals(there.known.get(address));
  }

  byte[] sign(byte[] bytes) {
    try {
      Signature signature = Signature.getInstance(ALGORITHM);
      signature.initSign(secret);
      signature.update(bytes);
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a key that was made can sign", e);
    }
  }

  /** Reports whether a signature of a node is valid; false if its key is unknown. */
  boolean verifies(int address, byte[] bytes, byte[] signed) {
    PublicKey key = known.get(address);
    if (key == null) {
      return false;
    }
    Word word = new Word(address, ByteBuffer.wrap(bytes), ByteBuffer.wrap(signed));
    if (verified.contains(word)) {
      return true;
    }
    boolean verifies = verifies(key, bytes, signed);
    if (verifies) {
      verified.add(word);
      if (verified.size() > VERIFIED_MAX) {
        verified.removeFirst();
      }
    }
    return verifies;
  }

  private static boolean verifies(PublicKey key, byte[] bytes, byte[] signed) {
    try {
      Signature signature = Signature.getInstance(ALGORITHM);
      signature.initVerify(key);
      signature.update(bytes);
      return signature.verify(signed);
    } catch (GeneralSecurityException e) {
      return false; // what is no signature at all, as if it were another's
    }
  }

  /** Formats the keys without the private key, which must not be logged. */
  @Override
  public String toString() {
    return "keys of " + known.size() + " origins";
  }
}
