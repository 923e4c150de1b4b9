// SPDX-License-Identifier: Apache-2.0
package rani.lab.run;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import rani.lab.LabFailure;
import rani.lab.journey.JourneyLog;
import rani.lab.journey.WatchedFlow;

/**
 * The watched packets of a node, over its control plane.
 *
 * <pre>
 * POST   /journey   a {@link WatchedFlow}: keeps what happens to such packets from now on
 * GET    /journey?watch=ID&amp;from=K   what was kept, from event K on
 * DELETE /journey?watch=ID   ends the watch
 * </pre>
 */
final class JourneyRoutes {
  private final JourneyLog journeys;

  JourneyRoutes(JourneyLog journeys) {
    this.journeys = journeys;
  }

  void addTo(Map<String, ControlRoute> routes) {
    routes.put("POST /journey", this::watch);
    routes.put("GET /journey", this::kept);
    routes.put("DELETE /journey", this::forget);
  }

  private ControlAnswer watch(ControlRoute.Request request) {
    try {
      journeys.watch(Json.read(request.body(), WatchedFlow.class));
      return ControlAnswer.ok(new LinkedHashMap<>());
    } catch (LabFailure e) {
      return ControlAnswer.refused(409, String.valueOf(e.getMessage()));
    }
  }

  private ControlAnswer kept(ControlRoute.Request request) {
    SequencedMap<String, String> query = query(request);
    try {
      int from = Integer.parseInt(query.getOrDefault("from", "0"));
      return ControlAnswer.ok(journeys.kept(query.getOrDefault("watch", ""), from));
    } catch (NumberFormatException e) {
      return ControlAnswer.refused(400, "`from` is the number of an event");
    } catch (LabFailure e) {
      return ControlAnswer.refused(404, String.valueOf(e.getMessage()));
    }
  }

  private ControlAnswer forget(ControlRoute.Request request) {
    try {
      journeys.forget(query(request).getOrDefault("watch", ""));
      return ControlAnswer.ok(new LinkedHashMap<>());
    } catch (LabFailure e) {
      return ControlAnswer.refused(409, String.valueOf(e.getMessage()));
    }
  }

  private static SequencedMap<String, String> query(ControlRoute.Request request) {
    SequencedMap<String, String> query = new LinkedHashMap<>();
    for (String part : request.query().split("&", -1)) {
      int equals = part.indexOf('=');
      if (equals > 0) {
        query.put(part.substring(0, equals), part.substring(equals + 1));
      }
    }
    return query;
  }
}
