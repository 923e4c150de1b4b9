// SPDX-License-Identifier: Apache-2.0
package rani.model.jar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import rani.model.menu.Providers;
import rani.rdp.congestion.CongestionProvider;
import rani.service.NoOptions;
import rani.service.Service;
import rani.service.ServiceContext;
import rani.service.ServiceProvider;

/** A congestion control in a signed jar. */
@Execution(ExecutionMode.SAME_THREAD)
class CongestionJarTest {
  private static final OperatorSecret SECRET = OperatorSecret.generate();

  private static byte[] jar(String type) throws IOException {
    SequencedMap<String, byte[]> entries = new LinkedHashMap<>();
    entries.put(
        JarContents.NAMED_BY + JarContents.CONGESTION,
        Jars.bytes("org.example.probe.ProbeControl$" + type + "\n"));
    for (String each : List.of("ProbeControl", "ProbeControl$" + type)) {
      String file = "org/example/probe/" + each + ".class";
      try (InputStream in = CongestionJarTest.class.getResourceAsStream("/" + file)) {
        entries.put(file, in.readAllBytes());
      }
    }
    return Jars.zip(entries);
  }

  private static ServiceProvider loaded(String type) throws Exception {
    byte[] signed = JarSigner.sign(jar(type), SECRET, Jars.terms("1.2"));
    SignedJar jar = SignedJar.open(signed, List.of(SECRET.key()));
    return new JarClassLoader("probe", jar.contents()).provider();
  }

  private static List<String> names() {
    return Providers.of(CongestionProvider.class).stream().map(CongestionProvider::name).toList();
  }

  private static ServiceContext context() {
    return (ServiceContext)
        Proxy.newProxyInstance(
            ServiceContext.class.getClassLoader(),
            new Class<?>[] {ServiceContext.class},
            (_, method, _) -> {
              throw new AssertionError(method + " is not for controls");
            });
  }

  @Test
  void optionsMayNameItWhileItIsLoaded() throws Exception {
    byte[] signed = JarSigner.sign(jar("Provider"), SECRET, Jars.terms("1.2"));
    JarStatement statement = SignedJar.open(signed, List.of(SECRET.key())).statement();
    assertEquals("probe-control", statement.service());
    assertEquals("org.example.probe.ProbeControl$Provider", statement.provider());

    Service service = loaded("Provider").create(NoOptions.INSTANCE);
    assertFalse(names().contains("probe-control"));
    service.start(0, context());
    assertTrue(names().contains("probe-control"));
    CongestionProvider control = Providers.of(CongestionProvider.class).getLast();
    assertEquals(7, control.create(1, 2).cwnd());
    service.stop(0);
    assertFalse(names().contains("probe-control"));
  }

  @Test
  void itDoesNotTakeThePlaceOfOneThatComesWithRani() throws Exception {
    Service service = loaded("Reno").create(NoOptions.INSTANCE);

    var refused = assertThrows(IllegalStateException.class, () -> service.start(0, context()));
    assertTrue(("" + refused.getMessage()).contains("reno comes with rani"), refused::toString);
    assertEquals(1, names().stream().filter("reno"::equals).count());
  }
}
