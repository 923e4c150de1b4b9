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
 * What a lab tells a node's JVM, as the first line of its standard input: what does not belong on a
 * command line that every user of the host can read.
 *
 * @param token that the control plane asks for, and of which keyed links get their keys
 * @param control where the control plane listens, as {@link HttpAddress} has it; on another host
 *     empty, since its agent knows
 * @param keyNumber which of these keys is in use
 * @param seed of the run
 * @param timeBaseNanos of all the run's nodes
 * @param wallBaseNanos wall-clock time, in nanoseconds since 1970, at node time 0
 * @param transport {@code mmsg}, {@code epoll} or {@code nio}
 * @param traceFile where the trace goes; empty for nowhere
 * @param traceBytesMax the most that it may have
 * @param lastCallFile where the service being called is written down; empty for nowhere
 * @param verdictFile where it stands why the JVM ended by itself; empty for nowhere
 * @param captures that are kept of its links
 * @param rehearsal what it does before it is ready
 * @param late whether it comes to others that run already
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

  /** Where the control plane listens. */
  public HttpAddress address() {
    return HttpAddress.parse(control);
  }

  /** Of which keyed links get their keys. */
  RunKey key() {
    return new RunKey(token, keyNumber);
  }

  /**
   * The same with files below a folder, which are named as below it.
   *
   * @param address where the control plane listens there
   * @throws IllegalArgumentException if one is named that is not
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

  /** The same for another host: files named as below the run's folder, and times of its clock. */
  public NodeLaunchRequest forHost(Path folder, long clockAheadNanos) {
    Path base = folder.toAbsolutePath();
    return with("", timeBaseNanos + clockAheadNanos, file -> relative(base, file));
  }

  private static String relative(Path folder, String file) {
    return file.isEmpty() ? file : folder.relativize(Path.of(file)).toString().replace('\\', '/');
  }

  /** The trace that is kept, if one is. */
  Optional<TraceTarget> trace() {
    return file(traceFile).map(file -> new TraceTarget(file, traceBytesMax));
  }

  /** A file that is named, or none. */
  static Optional<Path> file(String name) {
    return name.isEmpty() ? Optional.empty() : Optional.of(Path.of(name));
  }

  /**
   * A capture of one of the node's link ends.
   *
   * @param link its number
   * @param filter in addresses and numbers; empty for everything
   * @param file that it is written to
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
