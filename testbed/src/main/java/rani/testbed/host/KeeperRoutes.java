// SPDX-License-Identifier: Apache-2.0
package rani.testbed.host;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import rani.ground.LabFailure;
import rani.json.Json;
import rani.model.file.FileError;
import rani.nodehost.control.ControlAnswer;
import rani.nodehost.control.ControlRoute;
import rani.nodehost.control.ControlServer;
import rani.nodehost.control.ControlStream;

/**
 * What a {@link Keeper} can be asked, by anyone who has the run's token.
 *
 * <pre>
 * POST /launch   {"host": "a", "node": "n1", "order": …}   starts a node on a host
 * POST /end      {"node": "n1"}                            ends one
 * POST /topology                                           the run's topology.yaml has changed
 * POST /links/test   tries every link between hosts out, before there are nodes
 * POST /examine  {"host": "a"}                             what `rani doctor` finds there
 * GET  /hosts    what is known of the hosts, their clocks included
 * GET  /cpu      CPU time of nodes
 * POST /detach   lets the sessions outlive the one who had them opened
 * POST /stop     ends all
 * </pre>
 */
final class KeeperRoutes implements ControlServer.Routes {
  private final SequencedMap<String, ControlRoute> routes = new LinkedHashMap<>();

  /** A question whose failure is the network's, not the asker's. */
  private interface Question {
    Object ask(ControlRoute.Request request) throws IOException, LabFailure, FileError;
  }

  KeeperRoutes(Keeper keeper) {
    put(
        "POST /launch",
        request -> keeper.launch(Json.read(request.body(), KeeperWords.Launch.class)));
    put(
        "POST /end",
        request -> keeper.end(Json.read(request.body(), KeeperWords.End.class).node()));
    put("POST /topology", request -> keeper.topology());
    put("POST /links/test", request -> keeper.testLinks());
    put(
        "POST /examine",
        request -> keeper.examine(Json.read(request.body(), KeeperWords.Examine.class).host()));
    put("GET /hosts", request -> keeper.hosts());
    put("GET /cpu", request -> keeper.cpu());
    routes.put("POST /detach", request -> ControlAnswer.done(keeper::detach));
    routes.put("POST /stop", request -> ControlAnswer.done(keeper::stop));
  }

  private void put(String called, Question question) {
    routes.put(
        called,
        request -> {
          try {
            return ControlAnswer.ok(question.ask(request));
          } catch (IOException | LabFailure | FileError e) {
            return ControlAnswer.refused(409, String.valueOf(e.getMessage()));
          }
        });
  }

  @Override
  public Map<String, ControlRoute> routes() {
    return routes;
  }

  @Override
  public Map<String, ControlStream> streams() {
    return new LinkedHashMap<>();
  }
}
