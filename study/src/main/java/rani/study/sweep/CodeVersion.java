// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import com.ezylang.evalex.Expression;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
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
 * The version of the code that determines the result of a trial. It is the SHA-256 of the class
 * files of the modules core, sim, rdp, services, model, nodehost, testbed and study, of plug-ins
 * with services, queue disciplines or congestion controls, and of the libraries that trials and
 * their statistics compute with. It depends neither on the places of the files, whether in jars or
 * folders, nor on the time of the build.
 */
public final class CodeVersion {
  /** A class of each library that influences results: buffers, formulas and distributions. */
  static final List<Class<?>> LIBRARIES =
      List.of(ByteBuf.class, Expression.class, TDistribution.class);

  private static final String CLASS = ".class";

  /** Name of a file that packaging may add to a jar. */
  private static final String DESCRIPTOR = "module-info.class";

  private CodeVersion() {}

  /** Returns the version of this JVM's code, in hexadecimal. */
  public static String hex() {
    return OfThisJvm.HEX;
  }

  private static final class OfThisJvm {
    static final String HEX = of(places());
  }

  /** Returns a hash over several jars or folders of classes; their order does not matter. */
  static String of(Iterable<Path> places) {
    SortedSet<String> parts = new TreeSet<>();
    for (Path place : places) {
      try {
        parts.add(digest(Files.isDirectory(place) ? ofFolder(place) : ofJar(place)));
      } catch (IOException e) {
        throw new UncheckedIOException("cannot read the code in " + place, e);
      }
    }
    MessageDigest whole = Sha256.digest();
    parts.forEach(part -> whole.update(part.getBytes(StandardCharsets.US_ASCII)));
    return HexFormat.of().formatHex(whole.digest());
  }

  /** Returns the jars and folders of all code that determines results. */
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
        places.add(Path.of(source.getLocation().toURI()));
      } catch (URISyntaxException e) {
        throw new IllegalStateException("cannot tell where " + inhabitant + " lies", e);
      }
    }
    return places;
  }

  private static SortedMap<String, byte[]> ofFolder(Path folder) throws IOException {
    SortedMap<String, byte[]> classes = new TreeMap<>();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        String name = folder.relativize(file).toString().replace('\\', '/');
        if (decides(name)) {
          classes.put(name, Files.readAllBytes(file));
        }
      }
    }
    return classes;
  }

  private static SortedMap<String, byte[]> ofJar(Path jar) throws IOException {
    SortedMap<String, byte[]> classes = new TreeMap<>();
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      for (ZipEntry entry : Collections.list(zip.entries())) {
        if (decides(entry.getName())) {
          try (InputStream bytes = zip.getInputStream(entry)) {
            classes.put(entry.getName(), bytes.readAllBytes());
          }
        }
      }
    }
    return classes;
  }

  private static boolean decides(String name) {
    return name.endsWith(CLASS) && !name.endsWith(DESCRIPTOR);
  }

  private static String digest(SortedMap<String, byte[]> classes) {
    MessageDigest digest = Sha256.digest();
    classes.forEach(
        (name, bytes) -> {
          digest.update(name.getBytes(StandardCharsets.UTF_8));
          digest.update(
              ByteBuffer.allocate(1 + Integer.BYTES).put((byte) 0).putInt(bytes.length).flip());
          digest.update(bytes);
        });
    return HexFormat.of().formatHex(digest.digest());
  }
}
