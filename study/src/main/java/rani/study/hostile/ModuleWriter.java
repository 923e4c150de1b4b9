// SPDX-License-Identifier: Apache-2.0
package rani.study.hostile;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes a module that imports every function of {@link Abi}, has one memory and one mutable global
 * of type i64. Nothing is checked: what it writes may be refused.
 */
final class ModuleWriter {
  /** Stands for a limit that a memory or table does not state. */
  static final int UNLIMITED = -1;

  private static final int I32 = 0x7F;
  private static final int I64 = 0x7E;
  private static final int F64 = 0x7C;

  private final List<String> types = new ArrayList<>();
  private final List<Function> functions = new ArrayList<>();
  private final ByteArrayOutputStream exports = new ByteArrayOutputStream();
  private int exported;
  private final List<Data> data = new ArrayList<>();
  private int memoryPages = 1;
  private int memoryPagesMax = UNLIMITED;
  private int tableEntries;
  private int[] tableFunctions = {};
  private int startFunction = UNLIMITED;

  private record Function(int type, int localsOfI32, byte[] code) {}

  private record Data(int at, byte[] bytes) {}

  ModuleWriter memory(int pages, int pagesMax) {
    memoryPages = pages;
    memoryPagesMax = pagesMax;
    return this;
  }

  /** Adds a table with so many entries; the first are these functions. */
  ModuleWriter table(int entries, int... first) {
    tableEntries = entries;
    tableFunctions = first;
    return this;
  }

  /** Names the function that runs as the module is instantiated. */
  ModuleWriter startFunction(int function) {
    startFunction = function;
    return this;
  }

  ModuleWriter data(int at, byte[] bytes) {
    data.add(new Data(at, bytes));
    return this;
  }

  int type(String signature) {
    if (!types.contains(signature)) {
      types.add(signature);
    }
    return types.indexOf(signature);
  }

  /** Returns the index of the next function that is added. */
  int nextFunction() {
    return Abi.values().length + functions.size();
  }

  /** Adds a function, whose code ends with {@code end}; returns its index. */
  int function(String signature, int localsOfI32, Code code) {
    int index = nextFunction();
    functions.add(new Function(type(signature), localsOfI32, code.end().bytes()));
    return index;
  }

  ModuleWriter export(String name, int function) {
    text(exports, name);
    exports.write(0);
    Code.unsigned(exports, function);
    exported++;
    return this;
  }

  byte[] bytes() {
    ByteArrayOutputStream imports = new ByteArrayOutputStream();
    Code.unsigned(imports, Abi.values().length);
    for (Abi each : Abi.values()) {
      text(imports, Abi.MODULE);
      text(imports, each.text());
      imports.write(0);
      Code.unsigned(imports, type(each.signature));
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(new byte[] {0, 'a', 's', 'm', 1, 0, 0, 0});
    section(out, 1, types());
    section(out, 2, imports);
    section(out, 3, declared());
    if (tableEntries > 0) {
      ByteArrayOutputStream table = new ByteArrayOutputStream();
      table.writeBytes(new byte[] {1, 0x70});
      limits(table, tableEntries, UNLIMITED);
      section(out, 4, table);
    }
    ByteArrayOutputStream memory = new ByteArrayOutputStream();
    memory.write(1);
    limits(memory, memoryPages, memoryPagesMax);
    section(out, 5, memory);
    ByteArrayOutputStream global = new ByteArrayOutputStream();
    global.writeBytes(new byte[] {1, I64, 1, 0x42, 0, 0x0B});
    section(out, 6, global);
    ByteArrayOutputStream named = new ByteArrayOutputStream();
    Code.unsigned(named, exported + 1L);
    text(named, "memory");
    named.writeBytes(new byte[] {2, 0});
    named.writeBytes(exports.toByteArray());
    section(out, 7, named);
    if (startFunction >= 0) {
      ByteArrayOutputStream start = new ByteArrayOutputStream();
      Code.unsigned(start, startFunction);
      section(out, 8, start);
    }
    if (tableFunctions.length > 0) {
      ByteArrayOutputStream elements = new ByteArrayOutputStream();
      elements.writeBytes(new byte[] {1, 0, 0x41, 0, 0x0B});
      Code.unsigned(elements, tableFunctions.length);
      for (int function : tableFunctions) {
        Code.unsigned(elements, function);
      }
      section(out, 9, elements);
    }
    section(out, 10, bodies());
    section(out, 11, segments());
    return out.toByteArray();
  }

  private ByteArrayOutputStream types() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Code.unsigned(out, types.size());
    for (String signature : types) {
      int colon = signature.indexOf(':');
      out.write(0x60);
      values(out, signature.substring(0, colon));
      values(out, signature.substring(colon + 1));
    }
    return out;
  }

  private static void values(ByteArrayOutputStream out, String letters) {
    Code.unsigned(out, letters.length());
    letters.chars().forEach(letter -> out.write(letter == 'i' ? I32 : letter == 'I' ? I64 : F64));
  }

  private ByteArrayOutputStream declared() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Code.unsigned(out, functions.size());
    functions.forEach(each -> Code.unsigned(out, each.type));
    return out;
  }

  private ByteArrayOutputStream bodies() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Code.unsigned(out, functions.size());
    for (Function each : functions) {
      ByteArrayOutputStream body = new ByteArrayOutputStream();
      if (each.localsOfI32 == 0) {
        body.write(0);
      } else {
        body.write(1);
        Code.unsigned(body, each.localsOfI32);
        body.write(I32);
      }
      body.writeBytes(each.code);
      Code.unsigned(out, body.size());
      out.writeBytes(body.toByteArray());
    }
    return out;
  }

  private ByteArrayOutputStream segments() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Code.unsigned(out, data.size());
    for (Data each : data) {
      out.writeBytes(new byte[] {0, 0x41});
      Code.signed(out, each.at);
      out.write(0x0B);
      Code.unsigned(out, each.bytes.length);
      out.writeBytes(each.bytes);
    }
    return out;
  }

  private static void limits(ByteArrayOutputStream out, int least, int most) {
    out.write(most == UNLIMITED ? 0 : 1);
    Code.unsigned(out, least);
    if (most != UNLIMITED) {
      Code.unsigned(out, most);
    }
  }

  private static void section(ByteArrayOutputStream out, int id, ByteArrayOutputStream content) {
    out.write(id);
    Code.unsigned(out, content.size());
    out.writeBytes(content.toByteArray());
  }

  private static void text(ByteArrayOutputStream out, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    Code.unsigned(out, bytes.length);
    out.writeBytes(bytes);
  }
}
