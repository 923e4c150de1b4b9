// SPDX-License-Identifier: Apache-2.0
package rani.rdp.bind;

import java.util.List;
import rani.service.metric.NoteMark;
import rani.service.metric.NoteMark.Kind;

/** How notes of connections, which any service may have, are described. */
public final class RdpMarks {
  private RdpMarks() {}

  /** Returns the marks, whose texts are read behind the name of a service. */
  public static List<NoteMark> all() {
    return List.of(
        new NoteMark("connection", Kind.CONNECTION, "connection {conn} is {state}"),
        new NoteMark(
            "closed",
            Kind.CONNECTION,
            "connection {conn} ends, {reason}: {acknowledged} of {sent} messages acknowledged,"
                + " {goodput bit/s}, {retransmissions} sent again"),
        new NoteMark(
            "window",
            Kind.SILENT,
            "connection {conn}: {state}, window {cwnd}, ssthresh {ssthresh}, {flight} in flight"),
        new NoteMark("retransmit", Kind.SILENT, "connection {conn} sends segment {sequence} again"),
        new NoteMark(
            "request",
            Kind.NOTE,
            "connection {conn} is asked by a router for a window of {cwnd} packets"),
        new NoteMark(
            "pace",
            Kind.NOTE,
            "connection {conn} is asked by a router for {rate bit/s} in segments of {bytes B}"),
        new NoteMark(
            "shortened",
            Kind.NOTE,
            "connection {conn}: segment {sequence} was shortened to {bytes B} on its way"));
  }
}
