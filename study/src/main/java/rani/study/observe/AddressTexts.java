// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import rani.wire.Address;

/** Cache of addresses in dotted decimal. */
final class AddressTexts {
  private final IntObjectMap<String> texts = new IntObjectHashMap<>();

  String of(int address) {
    String text = texts.get(address);
    if (text == null) {
      text = Address.text(address);
      texts.put(address, text);
    }
    return text;
  }
}
