// SPDX-License-Identifier: Apache-2.0
package rani.tools.experiment;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import rani.ground.ExitCodes;
import rani.nodehost.folder.BoundedLog;
import rani.study.deal.TrialWorker;
import rani.testbed.process.NodeCommand;

/** The process of a {@link TrialWorker}, which a sweep starts on its hosts. */
public final class TrialWorkerProcess {
  private TrialWorkerProcess() {}

  /** Reports whether the arguments start a worker, see {@link NodeCommand#WORKER_VERB}. */
  public static boolean isAsked(String[] arguments) {
    return arguments.length == 2 && arguments[0].equals(NodeCommand.WORKER_VERB);
  }

  /** Runs trials until standard input ends. What else is printed goes to standard error. */
  public static void run(String[] arguments) throws IOException {
    OutputStream out = new FileOutputStream(FileDescriptor.out);
    System.setErr(BoundedLog.of(System.err));
    System.setOut(System.err);
    TrialWorker.run(System.in, out, Path.of(arguments[1]), TrialWorkerProcess::end);
  }

  /** Ends the process at once, whatever its other threads are at. */
  private static void end(Throwable why) {
    System.err.println("the worker ends: " + why);
    Runtime.getRuntime().halt(ExitCodes.FAILED);
  }
}
