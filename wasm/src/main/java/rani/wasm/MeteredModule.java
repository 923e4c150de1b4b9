// SPDX-License-Identifier: Apache-2.0
package rani.wasm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * Adds metering to a module: {@link FunctionMetering} in each function, and globals that hold fuel,
 * depth, and what passes between the node and the module. Indices of the module's own functions,
 * types and globals stay as they are, since what is added comes after them.
 *
 * <p>Everything is read here that metering depends on. The bytes returned must still be validated:
 * their types are not checked here.
 */
final class MeteredModule {
  private static final byte[] HEADER = {0, 'a', 's', 'm', 1, 0, 0, 0};
  private static final int FUNCTION_TYPE = 0x60;
  private static final int FUNCREF = 0x70;
  private static final int HAS_MAXIMUM = 1;
  private static final int VARIABLE = 1;
  private static final int KIND_FUNCTION = 0;
  private static final int KIND_MEMORY = 2;
  private static final int KIND_LAST = 3;
  private static final int PASSIVE = 1;
  private static final int INT_BITS = 32;
  private static final int LONG_BITS = 64;

  private static final int CUSTOM = 0;
  private static final int TYPES = 1;
  private static final int IMPORTS = 2;
  private static final int FUNCTIONS = 3;
  private static final int TABLES = 4;
  private static final int MEMORIES = 5;
  private static final int GLOBALS = 6;
  private static final int EXPORTS = 7;
  private static final int START = 8;
  private static final int ELEMENTS = 9;
  private static final int CODE = 10;
  private static final int DATA = 11;
  private static final int DATA_COUNT = 12;

  /** The order of sections in a module. */
  private static final int[] ORDER = {
    TYPES,
    IMPORTS,
    FUNCTIONS,
    TABLES,
    MEMORIES,
    GLOBALS,
    EXPORTS,
    START,
    ELEMENTS,
    DATA_COUNT,
    CODE,
    DATA,
  };

  /** A section as it was read: where its content begins and ends. */
  private record Section(int from, int to) {}

  private final byte[] source;
  private final @Nullable Section[] sections = new Section[ORDER.length + 1];
  private final List<ModuleType> types = new ArrayList<>();
  private final List<int[]> typesOfResults = new ArrayList<>();
  private final List<String> imports = new ArrayList<>();
  private final List<ModuleType> functions = new ArrayList<>();
  private final SequencedMap<String, Integer> exports = new LinkedHashMap<>();
  private final SequencedMap<String, Integer> entryOf = new LinkedHashMap<>();
  private final CompileEffort effort = new CompileEffort();
  private final ModuleWriter entries = new ModuleWriter();
  private final ModuleWriter entryBodies = new ModuleWriter();
  private int entryCount;
  private int ownGlobals;
  private int pagesMin;
  private boolean exportsMemory;
  private boolean hasMemory;
  private byte[] metered = {};

  private MeteredModule(byte[] source) {
    this.source = source;
  }

  /** Reads a module and adds metering to it. */
  static MeteredModule of(byte[] module) throws CodeRefusal {
    if (module.length > CodeLimits.MODULE_BYTES_MAX) {
      throw new CodeRefusal(
          "it has "
              + module.length
              + " bytes; at most "
              + CodeLimits.MODULE_BYTES_MAX
              + " are allowed");
    }
    MeteredModule read = new MeteredModule(module.clone());
    read.readSections();
    read.readTypes();
    read.readImports();
    read.readFunctions();
    read.readTable();
    read.readMemory();
    read.readGlobals();
    read.readExports();
    read.checkElements();
    read.checkData();
    read.write();
    return read;
  }

  static boolean isModule(byte[] bytes) {
    return bytes.length >= HEADER.length
        && new String(bytes, 0, 4, java.nio.charset.StandardCharsets.ISO_8859_1).equals("\0asm");
  }

  /** Returns the module with metering. */
  byte[] bytes() {
    return metered;
  }

  List<String> imports() {
    return List.copyOf(imports);
  }

  /** Returns what compiling the module will take. */
  CompileEffort effort() {
    return effort;
  }

  /** Returns about how many bytes the module takes with what is made of it. */
  long weightBytes() {
    return source.length + 2L * metered.length + effort.frameBytes();
  }

  int pagesMin() {
    return pagesMin;
  }

  ModuleType type(int index) throws CodeRefusal {
    requireBelow(index, types.size(), "type");
    return types.get(index);
  }

  /** Returns the index of an added type that has these results, and no parameters. */
  int typeOfResults(int[] results) {
    int added = 0;
    while (added < typesOfResults.size() && !Arrays.equals(typesOfResults.get(added), results)) {
      added++;
    }
    if (added == typesOfResults.size()) {
      typesOfResults.add(results);
    }
    return types.size() + 1 + added; // behind the type of entries
  }

  ModuleType functionType(int index) throws CodeRefusal {
    requireBelow(index, functions.size(), "function");
    return functions.get(index);
  }

  boolean isImport(int function) {
    return function < imports.size();
  }

  /** Returns the number of the module's own globals. */
  int globals() {
    return ownGlobals;
  }

  int fuelGlobal() {
    return ownGlobals;
  }

  int depthGlobal() {
    return ownGlobals + 1;
  }

  /** Returns the global that holds the argument of a call, and then its result. */
  int valueGlobal() {
    return ownGlobals + 2;
  }

  void requireBelow(int index, int count, String what) throws CodeRefusal {
    if (index >= count) {
      throw new CodeRefusal("it names the " + what + " " + index + " and has " + count);
    }
  }

  /**
   * Returns the index of the function by which an exported one is called: without parameters and
   * results, which are in {@link #valueGlobal}; −1 if the module does not export it.
   */
  int entry(String name) {
    return entryOf.getOrDefault(name, -1);
  }

  private void readSections() throws CodeRefusal {
    if (!isModule(source)) {
      throw new CodeRefusal("it is no WebAssembly module: it does not begin with `\\0asm`");
    }
    ModuleReader in = new ModuleReader(source, 0, source.length);
    for (byte each : HEADER) {
      if (in.u8() != each) {
        throw new CodeRefusal("it is a module of another version than 1");
      }
    }
    int place = 0;
    while (!in.isAtEnd()) {
      int id = in.u8();
      ModuleReader content = in.part(in.u32());
      if (id == CUSTOM) {
        continue; // names and debugging data, which no one needs here
      }
      while (place < ORDER.length && ORDER[place] != id) {
        place++;
      }
      if (place++ == ORDER.length) {
        throw new CodeRefusal(
            id > DATA_COUNT
                ? "it has a section of a later version (" + id + ")"
                : "its sections are not in order");
      }
      sections[id] = new Section(content.at(), content.at() + content.left());
    }
  }

  /** Returns a reader of a section; an empty one if the module does not have it. */
  private ModuleReader section(int id) {
    Section section = sections[id];
    return section == null
        ? new ModuleReader(new byte[] {0}, 0, 1)
        : new ModuleReader(source, section.from(), section.to());
  }

  private void readTypes() throws CodeRefusal {
    ModuleReader in = section(TYPES);
    int count = in.count(CodeLimits.TYPES_MAX, "types");
    for (int i = 0; i < count; i++) {
      if (in.u8() != FUNCTION_TYPE) {
        throw new CodeRefusal("it has types of garbage collection");
      }
      int[] parameters = numbers(in, CodeLimits.PARAMETERS_MAX, "parameters");
      types.add(new ModuleType(parameters, numbers(in, CodeLimits.RESULTS_MAX, "results")));
    }
    in.requireEnd("the section of types");
  }

  private static int[] numbers(ModuleReader in, int max, String what) throws CodeRefusal {
    int[] codes = new int[in.count(max, what)];
    for (int i = 0; i < codes.length; i++) {
      codes[i] = in.u8();
      if (!Op.isNumeric(codes[i])) {
        throw new CodeRefusal("it has " + what + " that are not numbers");
      }
    }
    return codes;
  }

  private void readImports() throws CodeRefusal {
    ModuleReader in = section(IMPORTS);
    int count = in.count(CodeLimits.FUNCTIONS_MAX, "imports");
    for (int i = 0; i < count; i++) {
      String from = in.name();
      String name = in.name();
      int kind = in.u8();
      ModuleType type = kind == KIND_FUNCTION ? type(in.u32()) : ModuleType.NOTHING;
      if (kind != KIND_FUNCTION || !from.equals(Abi.MODULE)) {
        throw new CodeRefusal(
            "it imports "
                + shown(from)
                + "."
                + shown(name)
                + ", and only functions of "
                + Abi.MODULE
                + " are there");
      }
      ModuleType wanted = Abi.type(name);
      if (wanted == null) {
        throw new CodeRefusal(Abi.MODULE + " has no function " + shown(name));
      }
      if (!wanted.is(type)) {
        throw new CodeRefusal("it imports " + name + " as " + type + ", and it is " + wanted);
      }
      imports.add(name);
      functions.add(type);
    }
    in.requireEnd("the section of imports");
  }

  static String shown(String text) {
    String plain = text.replaceAll("[^!-~]", "?");
    return "`" + (plain.length() <= 40 ? plain : plain.substring(0, 37) + "...") + "`";
  }

  private void readFunctions() throws CodeRefusal {
    ModuleReader in = section(FUNCTIONS);
    int count = in.count(CodeLimits.FUNCTIONS_MAX, "functions");
    for (int i = 0; i < count; i++) {
      functions.add(type(in.u32()));
    }
    effort.compares(types.size(), functions.size());
    in.requireEnd("the section of functions");
  }

  private void readTable() throws CodeRefusal {
    ModuleReader in = section(TABLES);
    if (in.count(1, "tables") == 1) {
      if (in.u8() != FUNCREF) {
        throw new CodeRefusal("its table holds something else than functions");
      }
      int flags = in.u8();
      int min = in.u32();
      if ((flags & ~HAS_MAXIMUM) != 0) {
        throw new CodeRefusal("its table is of a later version");
      }
      if ((flags & HAS_MAXIMUM) != 0) {
        in.unsigned32();
      }
      if (min > CodeLimits.TABLE_ENTRIES_MAX) {
        throw new CodeRefusal(
            "its table has "
                + min
                + " entries; at most "
                + CodeLimits.TABLE_ENTRIES_MAX
                + " are allowed");
      }
    }
    in.requireEnd("the section of tables");
  }

  private void readMemory() throws CodeRefusal {
    ModuleReader in = section(MEMORIES);
    if (in.count(1, "memories") == 1) {
      hasMemory = true;
      int flags = in.u8();
      if ((flags & ~HAS_MAXIMUM) != 0) {
        throw new CodeRefusal("its memory is shared, or of 64 bits");
      }
      pagesMin = in.u32();
      if ((flags & HAS_MAXIMUM) != 0) {
        in.unsigned32();
      }
    }
    in.requireEnd("the section of memories");
    if (pagesMin > CodeLimits.PAGES_MAX) {
      throw new CodeRefusal(
          "its memory begins with "
              + pagesMin
              + " pages; at most "
              + CodeLimits.PAGES_MAX
              + " are allowed");
    }
  }

  private void readGlobals() throws CodeRefusal {
    ModuleReader in = section(GLOBALS);
    ownGlobals = in.count(CodeLimits.GLOBALS_MAX, "globals");
    for (int i = 0; i < ownGlobals; i++) {
      if (!Op.isNumeric(in.u8()) || in.u8() > VARIABLE) {
        throw new CodeRefusal("it has globals that are not numbers");
      }
      constant(in);
    }
    in.requireEnd("the section of globals");
  }

  /** Reads an expression of one constant. */
  private static void constant(ModuleReader in) throws CodeRefusal {
    switch (in.u8()) {
      case Op.I32_CONST -> in.signed(INT_BITS);
      case Op.I64_CONST -> in.signed(LONG_BITS);
      case Op.F32_CONST -> in.skip(Float.BYTES);
      case Op.F64_CONST -> in.skip(Double.BYTES);
      default -> throw new CodeRefusal("an initial value is more than one constant");
    }
    if (in.u8() != Op.END) {
      throw new CodeRefusal("an initial value is more than one constant");
    }
  }

  private void readExports() throws CodeRefusal {
    ModuleReader in = section(EXPORTS);
    int count = in.count(CodeLimits.FUNCTIONS_MAX, "exports");
    for (int i = 0; i < count; i++) {
      String name = in.name();
      int kind = in.u8();
      int index = in.u32();
      if (kind > KIND_LAST) {
        throw new CodeRefusal("it exports " + shown(name) + ", which is of a later version");
      }
      if (kind == KIND_FUNCTION) {
        functionType(index);
        if (isImport(index) && Abi.entry(name) != null) {
          throw new CodeRefusal("it exports as " + shown(name) + " what it imports");
        }
        exports.put(name, index);
      }
      exportsMemory |= kind == KIND_MEMORY && name.equals("memory");
    }
    in.requireEnd("the section of exports");
    if (!hasMemory || !exportsMemory) {
      throw new CodeRefusal("it exports no memory by the name `memory`");
    }
    ModuleReader start = section(START);
    if (sections[START] != null) {
      functionType(start.u32());
      start.requireEnd("the section of the start");
    }
  }

  private void checkElements() throws CodeRefusal {
    ModuleReader in = section(ELEMENTS);
    int count = in.count(CodeLimits.TABLE_ENTRIES_MAX, "elements");
    int entriesSum = 0;
    for (int i = 0; i < count; i++) {
      if (in.u8() != 0) {
        throw new CodeRefusal("its table has elements that are put there later");
      }
      constant(in);
      int of = in.count(CodeLimits.TABLE_ENTRIES_MAX, "functions in its table");
      entriesSum += of;
      for (int each = 0; each < of; each++) {
        functionType(in.u32());
      }
    }
    in.requireEnd("the section of elements");
    if (entriesSum > 4 * CodeLimits.TABLE_ENTRIES_MAX) {
      throw new CodeRefusal("its table is filled too often");
    }
  }

  private void checkData() throws CodeRefusal {
    ModuleReader in = section(DATA);
    int count = in.count(CodeLimits.FUNCTIONS_MAX, "segments of data");
    for (int i = 0; i < count; i++) {
      int flags = in.u8();
      if (flags > PASSIVE) {
        throw new CodeRefusal("its data is for another memory");
      }
      if (flags != PASSIVE) {
        constant(in);
      }
      in.skip(in.u32());
    }
    in.requireEnd("the section of data");
    if (sections[DATA_COUNT] != null) {
      ModuleReader counted = section(DATA_COUNT);
      if (counted.u32() != count) {
        throw new CodeRefusal("it counts other data than it has");
      }
      counted.requireEnd("the count of data");
    }
  }

  private void write() throws CodeRefusal {
    ModuleReader bodies = section(CODE);
    int count = bodies.count(CodeLimits.FUNCTIONS_MAX, "functions");
    if (count != functions.size() - imports.size()) {
      throw new CodeRefusal("it has " + count + " bodies of other functions");
    }
    ModuleWriter metering = new ModuleWriter();
    for (int i = 0; i < count; i++) {
      int length = bodies.u32();
      if (length > CodeLimits.BODY_BYTES_MAX) {
        throw new CodeRefusal(
            "a function has "
                + length
                + " bytes; at most "
                + CodeLimits.BODY_BYTES_MAX
                + " are allowed");
      }
      ModuleType type = functions.get(imports.size() + i);
      metering.sized(FunctionMetering.of(this, type, bodies.part(length)));
      effort.requireSmall(metering);
    }
    bodies.requireEnd("the section of code");
    writeEntries();

    ModuleWriter out = new ModuleWriter().copy(HEADER, 0, HEADER.length);
    for (int id : ORDER) {
      switch (id) {
        case TYPES -> out.section(id, addedTypes());
        case FUNCTIONS -> out.section(id, longer(id, count, entryCount).append(entries));
        case GLOBALS -> out.section(id, addedGlobals());
        case CODE ->
            out.section(
                id,
                new ModuleWriter().u32(count + entryCount).append(metering).append(entryBodies));
        default -> {
          Section same = sections[id];
          if (same != null) {
            int length = same.to() - same.from();
            out.section(id, new ModuleWriter().copy(source, same.from(), length));
          }
        }
      }
    }
    metered = out.toBytes();
  }

  /** Returns a section's content with a higher count, to which as many elements are appended. */
  private ModuleWriter longer(int id, int count, int more) throws CodeRefusal {
    ModuleReader in = section(id);
    in.u32();
    return new ModuleWriter().u32(count + more).copy(in.bytes(), in.at(), in.left());
  }

  /** Appends the type of entries, and then those of {@link #typeOfResults}. */
  private ModuleWriter addedTypes() throws CodeRefusal {
    effort.compares(types.size() + typesOfResults.size(), functions.size());
    ModuleWriter out =
        longer(TYPES, types.size(), 1 + typesOfResults.size()).u8(FUNCTION_TYPE, 0, 0);
    for (int[] results : typesOfResults) {
      out.u8(FUNCTION_TYPE, 0).u32(results.length).u8(results);
    }
    return out;
  }

  private ModuleWriter addedGlobals() throws CodeRefusal {
    return longer(GLOBALS, ownGlobals, 3)
        .u8(Op.I64, VARIABLE, Op.I64_CONST)
        .signed(CodeLimits.DESCRIBE_FUEL)
        .u8(Op.END)
        .u8(Op.I32, VARIABLE, Op.I32_CONST, 0, Op.END)
        .u8(Op.I32, VARIABLE, Op.I32_CONST, 0, Op.END);
  }

  private void writeEntries() throws CodeRefusal {
    for (String name : exports.sequencedKeySet()) {
      ModuleType wanted = Abi.entry(name);
      if (wanted == null) {
        continue;
      }
      int function = exports.getOrDefault(name, 0);
      ModuleType type = functions.get(function);
      if (!wanted.is(type)) {
        throw new CodeRefusal("it exports " + name + " as " + type + ", and it must be " + wanted);
      }
      ModuleWriter body = new ModuleWriter().u32(0);
      if (type.parameters().length > 0) {
        body.u8(Op.GLOBAL_GET).u32(valueGlobal());
      }
      body.u8(Op.CALL).u32(function);
      if (type.results().length > 0) {
        body.u8(Op.GLOBAL_SET).u32(valueGlobal());
      }
      entryBodies.sized(body.u8(Op.END));
      entries.u32(types.size());
      entryOf.put(name, functions.size() + entryCount++);
    }
    if (entry(Abi.DESCRIBE) < 0) {
      throw new CodeRefusal("it exports no function `" + Abi.DESCRIBE + "`");
    }
  }
}
