// SPDX-License-Identifier: Apache-2.0
package rani.wasm;

import com.dylibso.chicory.compiler.InterpreterFallback;
import com.dylibso.chicory.compiler.internal.ClassCollector;
import com.dylibso.chicory.compiler.internal.Compiler;
import com.dylibso.chicory.compiler.internal.Shaded;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.wasm.WasmModule;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.function.Function;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.SimpleRemapper;

/**
 * The classes that Chicory's compiler makes of one module. Chicory's own collector has each class
 * verified twice, and gives each module a copy of {@link Shaded}, the operations that compiled code
 * calls; here all modules of a JVM share one, which is compiled to machine code once.
 */
final class CompiledModule implements ClassCollector {
  private static final String OPERATIONS = Compiler.DEFAULT_CLASS_NAME + "Shaded";

  /** What the compiler copies for each module in place of the operations, and no one loads. */
  private static final byte[] EMPTY_CLASS = emptyClass();

  private final SequencedMap<String, byte[]> classes = new LinkedHashMap<>();
  private String machineClass = "";

  private CompiledModule() {}

  /**
   * Compiles a valid module; has the JVM verify all of its code. A function that is too long for a
   * method is an error: interpreted, it would be slower than its fuel.
   *
   * @throws LinkageError if the JVM does not accept what the compiler made
   */
  static Function<Instance, Machine> machines(WasmModule module) {
    CompiledModule compiled =
        (CompiledModule)
            Compiler.builder(module)
                .withInterpreterFallback(InterpreterFallback.FAIL)
                .withClassCollectorFactory(CompiledModule::new)
                .build()
                .compile()
                .collector();
    Constructor<? extends Machine> machine = compiled.load();
    return instance -> {
      try {
        return machine.newInstance(instance);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("the compiler's constructors only keep the instance", e);
      }
    };
  }

  private Constructor<? extends Machine> load() {
    Loader loader = new Loader(Operations.LOADER, classes);
    try {
      for (String name : classes.sequencedKeySet()) {
        Class.forName(name, true, loader); // what is initialized was verified
      }
      Constructor<? extends Machine> machine =
          loader.loadClass(machineClass).asSubclass(Machine.class).getConstructor(Instance.class);
      classes.clear(); // the loader lives as long as the code, and has loaded all of them
      return machine;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the compiler made no machine", e);
    }
  }

  @Override
  public String mainClassName() {
    return machineClass;
  }

  @Override
  public void putMainClass(String name, byte[] bytes) {
    machineClass = name;
    put(name, bytes);
  }

  @Override
  public void put(String name, byte[] bytes) {
    String binaryName = name.replace('/', '.');
    if (!binaryName.equals(OPERATIONS)) {
      classes.put(binaryName, bytes);
    }
  }

  @Override
  public void putAll(ClassCollector other) {
    classes.putAll(other.classBytes());
  }

  @Override
  public Map<String, byte[]> classBytes() {
    return classes;
  }

  @Override
  public byte[] resolve(Class<?> operations) {
    return EMPTY_CLASS;
  }

  private static byte[] emptyClass() {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V11, 0, "Empty", null, Type.getInternalName(Object.class), null);
    return writer.toByteArray();
  }

  /** Holds what all modules share from the first one on. */
  private static final class Operations {
    static final Loader LOADER =
        new Loader(
            Compiler.class.getClassLoader(), Collections.singletonMap(OPERATIONS, operations()));

    private static byte[] operations() {
      String original = Type.getInternalName(Shaded.class);
      try (InputStream in = Shaded.class.getResourceAsStream("Shaded.class")) {
        ClassWriter writer = new ClassWriter(0);
        new ClassReader(Objects.requireNonNull(in))
            .accept(
                new ClassRemapper(
                    writer,
                    new SimpleRemapper(Opcodes.ASM9, original, OPERATIONS.replace('.', '/'))),
                0);
        return writer.toByteArray();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static final class Loader extends ClassLoader {
    private final Map<String, byte[]> classes;

    Loader(ClassLoader parent, Map<String, byte[]> classes) {
      super(parent);
      this.classes = classes;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      byte[] bytes = classes.get(name);
      if (bytes == null) {
        throw new ClassNotFoundException(name);
      }
      return defineClass(name, bytes, 0, bytes.length);
    }
  }
}
