// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.jvm;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import rani.model.capture.CaptureFilter;
import rani.model.capture.CaptureLimits;
import rani.model.capture.CapturePlan;
import rani.model.capture.CapturedEnd;
import rani.model.capture.FileCapture;
import rani.model.capture.LinkType;
import rani.model.file.UnitError;
import rani.model.node.RunKey;
import rani.model.topology.LinkNumbers;
import rani.model.topology.Topology;
import rani.nodehost.http.HttpAddress;
import rani.nodehost.session.TraceTarget;

/**
 * The parameters of a node's JVM. They are the first line of its standard input, because every user
 * of the host can read a command line. File names are empty for no file.
 *
 * @param token secret of requests to the control plane, from which keyed links derive their keys
 * @param control {@link HttpAddress} of the control plane; empty on another host, whose agent
 *     chooses the address
 * @param keyNumber number of the run's key in use
 * @param timeBaseNanos {@link System#nanoTime} at node time 0
 * @param wallBaseNanos wall-clock time, in nanoseconds since 1970, at node time 0
 * @param transport {@code mmsg}, {@code epoll} or {@code nio}
 * @param lastCallFile records the service being called
 * @param verdictFile receives the reason if the JVM ends by itself
 * @param rehearsal traffic before the node reports that it is ready
 * @param late true if the node joins a running network
 */
public record NodeLaunchRequest(
    String token,
    String control,
    int keyNumber,
    long seed,
    long timeBaseNanos,
    long wallBaseNanos,
    String transport,
    String traceFile,
    long traceBytesMax,
    String lastCallFile,
    String verdictFile,
    List<Kept> captures,
    WarmUp rehearsal,
    boolean late) {

  public HttpAddress address() {
    return HttpAddress.parse(control);
  }

  RunKey key() {
    return new RunKey(token, keyNumber);
  }

  /** Returns a copy with file names resolved in a folder, which they may not leave. */
  public NodeLaunchRequest below(Path folder, HttpAddress address) {
    return with(address.text(), timeBaseNanos, file -> below(folder, file));
  }

  private NodeLaunchRequest with(String address, long baseNanos, UnaryOperator<String> files) {
    return new NodeLaunchRequest(
        token,
        address,
        keyNumber,
        seed,
        baseNanos,
        wallBaseNanos,
        transport,
        files.apply(traceFile),
        traceBytesMax,
        files.apply(lastCallFile),
        files.apply(verdictFile),
        captures.stream().map(kept -> kept.at(files.apply(kept.file))).toList(),
        rehearsal,
        late);
  }

  private static String below(Path folder, String file) {
    if (file.isEmpty()) {
      return file;
    }
    Path path = folder.resolve(file).normalize();
    if (!path.startsWith(folder) || path.equals(folder)) {
      throw new IllegalArgumentException(file + " is not below the run's folder");
    }
    return path.toString();
  }

  /**
   * Returns a copy for another host, with file names relative to the run's folder and times of that
   * host's clock, which is ahead by {@code clockAheadNanos}.
   */
  public NodeLaunchRequest forHost(Path folder, long clockAheadNanos) {
    Path base = folder.toAbsolutePath();
    UnaryOperator<String> relative =
        file -> file.isEmpty() ? "" : base.relativize(Path.of(file)).toString().replace('\\', '/');
    return with("", timeBaseNanos + clockAheadNanos, relative);
  }

  Optional<TraceTarget> trace() {
    return file(traceFile).map(file -> new TraceTarget(file, traceBytesMax));
  }

  static Optional<Path> file(String name) {
    return name.isEmpty() ? Optional.empty() : Optional.of(Path.of(name));
  }

  /**
   * A capture of one link end to a file. The filter has addresses and numbers in place of names.
   */
  public record Kept(
      int link,
      String filter,
      int snapBytes,
      long packetsMax,
      long bytesMax,
      boolean inner,
      String file) {
    private Kept at(String other) {
      return new Kept(link, filter, snapBytes, packetsMax, bytesMax, inner, other);
    }

    public static Kept of(FileCapture capture) {
      CaptureLimits limits = capture.plan().limits();
      return new Kept(
          capture.plan().ends().getFirst().link(),
          capture.plan().filter().text(),
          limits.snapBytes(),
          limits.packetsMax(),
          limits.bytesMax(),
          capture.plan().linkType().isInner(),
          capture.file().toAbsolutePath().toString());
    }
  }

  /** Returns the captures of the node with this name, which the network has. */
  List<FileCapture> captures(Topology network, String node) {
    List<FileCapture> kept = new ArrayList<>();
    try {
      List<CapturedEnd> ends = CapturedEnd.of(node, network, LinkNumbers.of(network));
      for (Kept each : captures) {
        kept.add(
            new FileCapture(
                new CapturePlan(
                    List.of(ends.get(each.link)),
                    CaptureFilter.parse(each.filter, network),
                    new CaptureLimits(each.snapBytes, each.packetsMax, each.bytesMax),
                    LinkType.of(each.inner)),
                Path.of(each.file)));
      }
    } catch (UnitError e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
    return kept;
  }
}
