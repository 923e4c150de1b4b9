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
import rani.model.file.UnitError;
import rani.model.node.RunKey;
import rani.model.topology.LinkNumbers;
import rani.model.topology.Topology;
import rani.nodehost.http.HttpAddress;
import rani.nodehost.session.TraceTarget;

/**
 * The parameters of a node's JVM, as the first line of its standard input, since every user of the
 * host can read a command line.
 *
 * @param token that requests to the control plane carry, and from which keyed links derive their
 *     keys
 * @param control the address of the control plane, an {@link HttpAddress}; empty on another host,
 *     whose agent chooses it
 * @param keyNumber which of these keys is in use
 * @param seed of the run
 * @param timeBaseNanos of all the run's nodes
 * @param wallBaseNanos wall-clock time, in nanoseconds since 1970, at node time 0
 * @param transport {@code mmsg}, {@code epoll} or {@code nio}
 * @param traceFile the trace file; empty for none
 * @param traceBytesMax the limit of the trace
 * @param lastCallFile the file that records the service being called; empty for none
 * @param verdictFile the file for the reason if the JVM ends by itself; empty for none
 * @param captures of its links
 * @param rehearsal the traffic before it is ready
 * @param late whether it joins a running network
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

  /** The address of the control plane. */
  public HttpAddress address() {
    return HttpAddress.parse(control);
  }

  /** The key from which keyed links derive theirs. */
  RunKey key() {
    return new RunKey(token, keyNumber);
  }

  /**
   * A copy with relative file names resolved in a folder.
   *
   * @param address the address of the control plane there
   * @throws IllegalArgumentException if a file name leads out of the folder
   */
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

  /** A copy for another host: file names relative to the run's folder, and times of its clock. */
  public NodeLaunchRequest forHost(Path folder, long clockAheadNanos) {
    Path base = folder.toAbsolutePath();
    return with("", timeBaseNanos + clockAheadNanos, file -> relative(base, file));
  }

  private static String relative(Path folder, String file) {
    return file.isEmpty() ? file : folder.relativize(Path.of(file)).toString().replace('\\', '/');
  }

  /** The trace file, if any. */
  Optional<TraceTarget> trace() {
    return file(traceFile).map(file -> new TraceTarget(file, traceBytesMax));
  }

  /** A file by its name; null for an empty name. */
  static Optional<Path> file(String name) {
    return name.isEmpty() ? Optional.empty() : Optional.of(Path.of(name));
  }

  /**
   * A capture of one of the node's link ends.
   *
   * @param link its number
   * @param filter in addresses and numbers; empty for everything
   * @param file to write to
   */
  public record Kept(
      int link, String filter, int snapBytes, long packetsMax, long bytesMax, String file) {
    private Kept at(String other) {
      return new Kept(link, filter, snapBytes, packetsMax, bytesMax, other);
    }

    public static Kept of(FileCapture capture) {
      CaptureLimits limits = capture.plan().limits();
      return new Kept(
          capture.plan().ends().getFirst().link(),
          capture.plan().filter().text(),
          limits.snapBytes(),
          limits.packetsMax(),
          limits.bytesMax(),
          capture.file().toAbsolutePath().toString());
    }
  }

  /** The captures of a node of that network. */
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
                    new CaptureLimits(each.snapBytes, each.packetsMax, each.bytesMax)),
                Path.of(each.file)));
      }
    } catch (UnitError e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
    return kept;
  }
}
