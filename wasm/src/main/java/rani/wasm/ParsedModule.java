// SPDX-License-Identifier: Apache-2.0
package rani.wasm;

import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.CodeSection;
import com.dylibso.chicory.wasm.types.FunctionBody;
import java.lang.ref.SoftReference;
import java.util.List;

/**
 * A valid module, as Chicory has it. The instructions of its functions take up to a hundred times
 * the room of the module itself, so that some modules would fill a node's memory. They are kept
 * until the module is compiled, or memory is short, and read again if they are needed again.
 */
final class ParsedModule {
  private static final FunctionBody NO_CODE = new FunctionBody(List.of(), List.of());

  private final byte[] metered;
  private final WasmModule withoutCode;
  private SoftReference<WasmModule> whole;

  /** Parses and validates a module; what Chicory throws says why it is not valid. */
  ParsedModule(byte[] metered) {
    this.metered = metered;
    WasmModule read = Parser.parse(metered);
    this.withoutCode = withoutCode(read);
    this.whole = new SoftReference<>(read);
  }

  private static WasmModule withoutCode(WasmModule module) {
    CodeSection.Builder code = CodeSection.builder();
    for (int i = 0; i < module.codeSection().functionBodyCount(); i++) {
      code.addFunctionBody(NO_CODE);
    }
    WasmModule.Builder rest =
        WasmModule.builder()
            .setTypeSection(module.typeSection())
            .setImportSection(module.importSection())
            .setFunctionSection(module.functionSection())
            .setTableSection(module.tableSection())
            .setGlobalSection(module.globalSection())
            .setExportSection(module.exportSection())
            .setElementSection(module.elementSection())
            .setDataSection(module.dataSection())
            .setCodeSection(code.build())
            .withValidation(false); // the whole module was validated
    module.memorySection().ifPresent(rest::setMemorySection);
    module.startSection().ifPresent(rest::setStartSection);
    module.dataCountSection().ifPresent(rest::setDataCountSection);
    return rest.build();
  }

  /** Returns all but the instructions: what an instance needs whose code is compiled. */
  WasmModule withoutCode() {
    return withoutCode;
  }

  /** Returns the whole module, which may have to be parsed again. */
  synchronized WasmModule whole() {
    WasmModule kept = whole.get();
    if (kept == null) {
      kept = Parser.parse(metered);
      whole = new SoftReference<>(kept);
    }
    return kept;
  }

  /** Gives the instructions up, as the module is compiled. */
  synchronized void forgetCode() {
    whole.clear();
  }
}
