// SPDX-License-Identifier: Apache-2.0
package rani.tools.console;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import rani.ground.LabFailure;
import rani.model.file.FileError;
import rani.model.topology.Topology;
import rani.model.topology.TopologyFile;
import rani.nodehost.conversation.CommandReply;
import rani.nodehost.conversation.NodeHandle;
import rani.nodehost.conversation.Operation;
import rani.nodehost.conversation.Query;
import rani.testbed.Testbed;
import rani.world.Reply;

/** A network of which a test says what its nodes show; nodes that it says nothing of have ended. */
public final class FakeTestbed implements Testbed {
  private final Topology topology;
  private final SequencedMap<String, Object> answers = new LinkedHashMap<>();

  /** What the nodes were asked, in order, such as {@code n1 /links}. */
  public final List<String> asked = new ArrayList<>();

  /** With the nodes and links of a topology file. */
  public FakeTestbed(String yaml) throws FileError {
    topology = TopologyFile.load("fake.yaml", yaml);
  }

  /**
   * What a node answers to a question.
   *
   * @param path of the question, such as {@code /links}
   */
  public FakeTestbed shows(String node, String path, SequencedMap<String, ?> facts) {
    answers.put(node + " " + path, facts);
    return this;
  }

  @Override
  public Topology topology() {
    return topology;
  }

  @Override
  public NodeHandle node(String name) throws LabFailure {
    return new NodeHandle() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public <A> A ask(Query<A> query) throws LabFailure {
        String question = name + " " + query.path();
        asked.add(question);
        Object answer = answers.get(question);
        if (answer == null) {
          throw new LabFailure("node " + name + " has ended");
        }
        return answer instanceof Map<?, ?> said && query.kind().isRecord()
            ? ShownFacts.of(query.kind(), said)
            : query.kind().cast(answer);
      }

      @Override
      public <A> CommandReply<A> tell(Operation operation, Query<A> then) {
        throw new UnsupportedOperationException("no verb of this test tells a node anything");
      }

      @Override
      public Reply tell(Operation operation) {
        throw new UnsupportedOperationException("no verb of this test tells a node anything");
      }
    };
  }

  @Override
  public SequencedMap<String, Reply> operate(String entry) {
    throw new UnsupportedOperationException("no verb of this test changes the network");
  }
}
