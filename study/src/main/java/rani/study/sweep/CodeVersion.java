// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import com.ezylang.evalex.Expression;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.apache.commons.statistics.descriptive.DoubleStatistics;
import org.apache.commons.statistics.distribution.TDistribution;
import rani.aqm.QueueDisciplineProvider;
import rani.ground.Sha256;
import rani.model.menu.Providers;
import rani.model.topology.TopologyFile;
import rani.node.Node;
import rani.nodehost.conversation.NodeView;
import rani.rdp.RdpConfig;
import rani.rdp.congestion.CongestionProvider;
import rani.service.ServiceProvider;
import rani.sim.Simulation;
import rani.testbed.VirtualLab;

/**
 * The version of the code that determines the result of a trial: the SHA-256 of the class files of
 * the modules core, sim, rdp, services, model, nodehost, testbed and study, of those that bring
 * further services, queue disciplines or congestion controls, and of the libraries that trials and
 * their statistics compute with. It does not depend on where they lie, whether in jars or folders,
 * nor on when they were built.
 */
public final class CodeVersion {
  /** One of each library on which digits depend: buffers, formulas, and laws of chance. */
  static final List<Class<?>> LIBRARIES =
      List.of(ByteBuf.class, Expression.class, DoubleStatistics.class, TDistribution.class);

  private static final String CLASS = ".class";

  /** What a jar may have been given when it was made. */
  private static final String DESCRIPTOR = "module-info.class";

  private CodeVersion() {}

  /** The code of this JVM, in hexadecimal. */
  public static String hex() {
    return OfThisJvm.HEX;
  }

  private static final class OfThisJvm {
    static final String HEX = of(places());
  }

  /** A hash over several jars or folders of classes, whatever their order. */
  static String of(Iterable<Path> places) {
    SortedSet<String> parts = new TreeSet<>();
    for (Path place : places) {
      try {
        parts.add(Files.isDirectory(place) ? ofFolder(place) : ofJar(place));
      } catch (IOException e) {
        throw new UncheckedIOException("cannot read the code in " + place, e);
      }
    }
    MessageDigest whole = Sha256.digest();
    parts.forEach(part -> whole.update(part.getBytes(StandardCharsets.US_ASCII)));
    return HexFormat.of().formatHex(whole.digest());
  }

  /** The places of all such code. */
  static SortedSet<Path> places() {
    List<Class<?>> inhabitants =
        new ArrayList<>(
            List.of(
                Node.class,
                Simulation.class,
                RdpConfig.class,
                TopologyFile.class,
                NodeView.class,
                VirtualLab.class,
                CodeVersion.class));
    inhabitants.addAll(LIBRARIES);
    for (Class<?> kind :
        List.of(ServiceProvider.class, QueueDisciplineProvider.class, CongestionProvider.class)) {
      Providers.of(kind).forEach(provider -> inhabitants.add(provider.getClass()));
    }
    SortedSet<Path> places = new TreeSet<>();
    for (Class<?> inhabitant : inhabitants) {
      CodeSource source = inhabitant.getProtectionDomain().getCodeSource();
      if (source == null) {
        throw new IllegalStateException("nothing says where " + inhabitant + " lies");
      }
      try {
        URI uri = source.getLocation().toURI();
        places.add(Path.of(uri));
      } catch (URISyntaxException e) {
        throw new IllegalStateException("cannot tell where " + inhabitant + " lies", e);
      }
    }
    return places;
  }

  private static String ofFolder(Path folder) throws IOException {
    TreeMap<String, Path> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(folder)) {
      all.filter(Files::isRegularFile)
          .forEach(file -> files.put(folder.relativize(file).toString().replace('\\', '/'), file));
    }
    MessageDigest digest = Sha256.digest();
    for (var file : files.entrySet()) {
      if (decides(file.getKey())) {
        update(digest, file.getKey(), Files.readAllBytes(file.getValue()));
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static String ofJar(Path jar) throws IOException {
    MessageDigest digest = Sha256.digest();
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      TreeMap<String, ZipEntry> entries = new TreeMap<>();
      zip.stream().forEach(entry -> entries.put(entry.getName(), entry));
      for (var entry : entries.entrySet()) {
        if (decides(entry.getKey())) {
          try (InputStream bytes = zip.getInputStream(entry.getValue())) {
            update(digest, entry.getKey(), bytes.readAllBytes());
          }
        }
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static boolean decides(String name) {
    return name.endsWith(CLASS) && !name.endsWith(DESCRIPTOR);
  }

  private static void update(MessageDigest digest, String name, byte[] bytes) {
    digest.update(name.getBytes(StandardCharsets.UTF_8));
    digest.update(ByteBuffer.allocate(1 + Integer.BYTES).put((byte) 0).putInt(bytes.length).flip());
    digest.update(bytes);
  }
}
