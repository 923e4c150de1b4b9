// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static java.util.Objects.requireNonNull;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.lang.model.element.Modifier;
import javax.tools.ToolProvider;

/** The shape of what is delivered, as the compiler parses it. */
final class MainCode {
  private static final Pattern STRING_MAP = Pattern.compile("Map<String, (@Nullable )?Object>");

  /** Types that stand in files of their own, by package. */
  final SequencedMap<String, Integer> packageClasses = new TreeMap<>();

  /** From a method's first line to its last, by name. */
  final SequencedMap<String, Integer> methodLines = new TreeMap<>();

  /** Of methods and constructors, but for those that a record has of itself. */
  final SequencedMap<String, Integer> parameters = new TreeMap<>();

  /** Maps of texts to anything in signatures of methods and records, by package. */
  final SequencedMap<String, Integer> stringMaps = new TreeMap<>();

  private MainCode() {}

  static MainCode read() throws IOException {
    List<Path> files =
        Checkout.files().stream()
            .filter(file -> file.toString().contains("/src/main/java/"))
            .filter(file -> !file.startsWith(Checkout.root().resolve("docs")))
            .filter(file -> !file.startsWith(Checkout.root().resolve("test-support")))
            .filter(file -> file.toString().endsWith(".java"))
            .filter(file -> !file.endsWith("module-info.java"))
            .toList();
    MainCode code = new MainCode();
    var compiler = ToolProvider.getSystemJavaCompiler();
    try (var sources = compiler.getStandardFileManager(null, null, null)) {
      var task =
          (JavacTask)
              compiler.getTask(
                  null, sources, null, null, null, sources.getJavaFileObjectsFromPaths(files));
      SourcePositions places = Trees.instance(task).getSourcePositions();
      for (CompilationUnitTree file : task.parse()) {
        if (!file.getTypeDecls().isEmpty()) {
          code.packageClasses.merge(packageOf(file), 1, Integer::sum);
          code.new Shapes(file, places).scan(file, null);
        }
      }
    }
    return code;
  }

  private static String packageOf(CompilationUnitTree file) {
    return requireNonNull(file.getPackageName()).toString();
  }

  /** Goes through the classes of one file. */
  private final class Shapes extends TreePathScanner<Void, Void> {
    private final CompilationUnitTree file;
    private final SourcePositions places;
    private final List<ClassTree> around = new ArrayList<>();

    Shapes(CompilationUnitTree file, SourcePositions places) {
      this.file = file;
      this.places = places;
    }

    @Override
    public Void visitClass(ClassTree type, Void nothing) {
      around.add(type);
      if (type.getKind() == Tree.Kind.RECORD) {
        type.getMembers().stream()
            .filter(VariableTree.class::isInstance)
            .map(VariableTree.class::cast)
            .filter(member -> !member.getModifiers().getFlags().contains(Modifier.STATIC))
            .forEach(component -> countMaps(component.getType()));
      }
      super.visitClass(type, nothing);
      around.removeLast();
      return null;
    }

    @Override
    public Void visitMethod(MethodTree method, Void nothing) {
      long first = places.getStartPosition(file, method);
      if (first >= 0 && places.getEndPosition(file, method) > first) {
        String name = className() + "." + method.getName();
        methodLines.merge(name, lines(method), Math::max);
        if (method.getReturnType() != null || !isOfRecord()) {
          parameters.merge(name, method.getParameters().size(), Math::max);
        }
        countMaps(method.getReturnType());
        method.getParameters().forEach(parameter -> countMaps(parameter.getType()));
      }
      return super.visitMethod(method, nothing);
    }

    /** Its annotations are no lines of it. */
    private int lines(MethodTree method) {
      LineMap map = file.getLineMap();
      long first =
          method.getBody() == null
              ? places.getEndPosition(file, method)
              : places.getStartPosition(file, method.getBody());
      Tree type = method.getReturnType();
      if (type != null) {
        first = places.getStartPosition(file, type);
      }
      return (int)
          (map.getLineNumber(places.getEndPosition(file, method)) - map.getLineNumber(first) + 1);
    }

    private boolean isOfRecord() {
      return around.getLast().getKind() == Tree.Kind.RECORD;
    }

    private void countMaps(Tree type) {
      if (type != null) {
        Matcher maps = STRING_MAP.matcher(type.toString());
        while (maps.find()) {
          stringMaps.merge(packageOf(file), 1, Integer::sum);
        }
      }
    }

    private String className() {
      StringBuilder name = new StringBuilder(packageOf(file));
      for (ClassTree type : around) {
        name.append('.').append(type.getSimpleName());
      }
      return name.toString();
    }
  }
}
