// SPDX-License-Identifier: Apache-2.0
package rani.model.foreign;

import rani.model.file.FileError;
import rani.model.file.ForeignFile;

/** Reads a format; each stands in a file of its own, {@link ForeignFile} lists them. */
interface GraphReader {
  /** Reads a file. Throws nothing else, whatever is in it. */
  void read(Source source, GraphBuilder graph) throws FileError;

  static GraphReader of(ForeignFile format) {
    return switch (format) {
      case GRAPHML -> new GraphMlReader();
      case GML -> new GmlReader();
      case NODE_LINK -> new NodeLinkReader();
      case SNDLIB_XML -> new SndlibXmlReader();
      case SNDLIB -> new SndlibReader();
      case BRITE -> new BriteReader();
      case CONTAINERLAB -> new ContainerlabReader();
      case NETLAB -> new NetlabReader();
      case COMPOSE, KUBERNETES, DOT -> throw new IllegalArgumentException(format + " is not read");
    };
  }
}
