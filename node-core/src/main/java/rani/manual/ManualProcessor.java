// SPDX-License-Identifier: Apache-2.0
package rani.manual;

import java.io.IOException;
import java.io.Writer;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.annotation.processing.SupportedAnnotationTypes;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;
import javax.tools.Diagnostic;
import javax.tools.StandardLocation;

/**
 * Annotation processor that keeps the class comments of services for {@link ServiceManual}. For
 * every class that provides a service, it writes the comment of the service's class (the enclosing
 * class, or the provider itself) as plain text beside the compiled classes. A project of services
 * names it in its pom, under {@code annotationProcessorPaths} of the compiler plugin, as the
 * artifact {@code io.github.rani-testbed:rani-node-core}.
 */
@SupportedAnnotationTypes("*")
public final class ManualProcessor extends AbstractProcessor {
  private static final String PROVIDER = "rani.service.ServiceProvider";

  @Override
  public SourceVersion getSupportedSourceVersion() {
    return SourceVersion.latest();
  }

  @Override
  public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
    TypeElement provider = processingEnv.getElementUtils().getTypeElement(PROVIDER);
    if (provider != null) {
      round.getRootElements().forEach(element -> look(element, provider.asType()));
    }
    return false;
  }

  private void look(Element element, TypeMirror provider) {
    if (!(element instanceof TypeElement type)) {
      return;
    }
    boolean provides = processingEnv.getTypeUtils().isAssignable(type.asType(), provider);
    if (provides && !type.getModifiers().contains(Modifier.ABSTRACT)) {
      keep(type);
    }
    type.getEnclosedElements().forEach(inner -> look(inner, provider));
  }

  private void keep(TypeElement provider) {
    Element about =
        provider.getEnclosingElement() instanceof TypeElement around ? around : provider;
    String comment = processingEnv.getElementUtils().getDocComment(about);
    if (comment == null) {
      return;
    }
    String name = processingEnv.getElementUtils().getBinaryName(provider).toString();
    try (Writer file =
        processingEnv
            .getFiler()
            .createResource(StandardLocation.CLASS_OUTPUT, "", ServiceManual.file(name), provider)
            .openWriter()) {
      file.write(ManualText.plain(comment));
    } catch (IOException e) {
      processingEnv
          .getMessager()
          .printMessage(Diagnostic.Kind.ERROR, "its manual cannot be written: " + e, provider);
    }
  }
}
