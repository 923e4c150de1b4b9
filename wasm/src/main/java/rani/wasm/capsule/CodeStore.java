// SPDX-License-Identifier: Apache-2.0
package rani.wasm.capsule;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.wasm.CodeHash;

/**
 * Codes that a node keeps, as they travelled, for itself and for neighbours that ask. The least
 * recently used ones give way when there is no room, but for those that are pinned.
 */
final class CodeStore {
  private final long bytesMax;
  private final SequencedMap<CodeHash, Stored> codes = new LinkedHashMap<>();
  private long bytes;
  private long evicted;

  /** A kept code, which is never changed. */
  static final class Stored {
    private final CodeHash hash;
    private final byte[] code;
    private final String origin;
    private int pins;
    private long uses;

    private Stored(CodeHash hash, byte[] code, String origin) {
      this.hash = hash;
      this.code = code;
      this.origin = origin;
    }

    CodeHash hash() {
      return hash;
    }

    byte[] code() {
      return code;
    }

    /** Returns whence the code came: a node's address, {@code file}, or {@code capsule}. */
    String origin() {
      return origin;
    }

    long uses() {
      return uses;
    }

    /** Keeps the code until {@link #unpin}. */
    void pin() {
      pins++;
    }

    void unpin() {
      pins--;
    }
  }

  /** Makes a store for that many bytes. */
  CodeStore(long bytesMax) {
    this.bytesMax = bytesMax;
  }

  /** Returns a code, and notes its use; null if it is not kept. */
  @Nullable Stored use(CodeHash hash) {
    Stored stored = codes.get(hash);
    if (stored != null) {
      stored.uses++;
      codes.putLast(hash, stored);
    }
    return stored;
  }

  boolean has(CodeHash hash) {
    return codes.containsKey(hash);
  }

  /** Keeps a code with that hash, and returns it; null if there is no room for it. */
  @Nullable Stored put(CodeHash hash, byte[] code, String origin) {
    Stored present = codes.get(hash);
    if (present != null) {
      return present;
    }
    if (!makeRoom(code.length)) {
      return null;
    }
    Stored stored = new Stored(hash, code, origin);
    codes.put(hash, stored);
    bytes += code.length;
    return stored;
  }

  private boolean makeRoom(int length) {
    List<Stored> leaving = new ArrayList<>();
    long free = bytesMax - bytes;
    int places = CapsuleLimits.CODES_MAX - codes.size();
    for (Stored oldest : codes.values()) {
      if (free >= length && places > 0) {
        break;
      }
      if (oldest.pins == 0) {
        leaving.add(oldest);
        free += oldest.code.length;
        places++;
      }
    }
    if (free < length || places == 0) {
      return false; // and nothing is given up in vain
    }
    leaving.forEach(this::remove);
    evicted += leaving.size();
    return true;
  }

  /** Gives a code up, unless it is pinned. */
  void forget(Stored stored) {
    if (stored.pins == 0) {
      remove(stored);
    }
  }

  private void remove(Stored stored) {
    if (codes.remove(stored.hash, stored)) {
      bytes -= stored.code.length;
    }
  }

  /** Returns the codes whose hash begins with these digits. */
  List<Stored> beginningWith(String digits) {
    return codes.values().stream().filter(one -> one.hash.hex().startsWith(digits)).toList();
  }

  List<Stored> all() {
    return List.copyOf(codes.values());
  }

  int size() {
    return codes.size();
  }

  long bytes() {
    return bytes;
  }

  long evicted() {
    return evicted;
  }
}
