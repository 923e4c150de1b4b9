// SPDX-License-Identifier: Apache-2.0
package rani.model.foreign;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import rani.model.file.Location;

/**
 * A file that is imported.
 *
 * @param file its name in messages
 */
record Source(String file, byte[] bytes) {
  Location whole() {
    return Location.ofFile(file);
  }

  /** Returns the text: UTF-8, or else ISO 8859-1, in which older files of the Topology Zoo are. */
  String text(ImportNotes notes) {
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      notes.add(whole(), "this is not UTF-8 and was read as ISO 8859-1", "");
      text = new String(bytes, StandardCharsets.ISO_8859_1);
    }
    return text.startsWith("\uFEFF") ? text.substring(1) : text;
  }
}
