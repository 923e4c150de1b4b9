// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.model.file.FileError;

/** The hosts of a topology, and which nodes run on which. */
class HostsTest {
  private static final String HOSTS =
      """
      topology: t
      hosts:
        desk: {address: 192.0.2.5, by: here}
        lab1: {address: 192.0.2.7, user: alice, port: 2222, options: [ProxyJump=gate]}
        lab2: {address: "2001:db8::9", by: agent, token-file: lab2.token}
      """;

  @TempDir private Path folder;

  private Topology load(String text) throws IOException, FileError {
    return TopologyFile.load(Files.writeString(folder.resolve("t.yaml"), text));
  }

  @Test
  void fastLinksStayWithinAHostAndNodesAreWhereTheirFileHasThem() throws Exception {
    Topology topology =
        load(
            HOSTS
                + """
                defaults: {link: {rate: 1Mbit/s}}
                nodes: {a1: {}, b1: {}, c1: {host: lab2}, a2: {}, b2: {host: lab1}, c2: {}}
                links:
                  a1 -- b1: {}
                  b1 -- c1: {}
                  a1 -- a2: {rate: 1Gbit/s}
                  b1 -- b2: {rate: 1Gbit/s}
                  c1 -- c2: {rate: 1Gbit/s}
                  b2 -- c2: {}
                """);

    assertEquals(
        "{desk=[a1, a2], lab1=[b1, b2], lab2=[c1, c2]}", topology.nodesByHost().toString());
    List<String> between =
        topology.links().stream().filter(topology::isBetweenHosts).map(TopologyLink::name).toList();
    assertEquals(List.of("a1 -- b1", "b1 -- c1", "b2 -- c2"), between);
  }

  @Test
  void noHostGetsMoreThanItsShareUnlessTheFileSaysSo() throws Exception {
    String mesh = HOSTS + "generate: {mesh: {nodes: 9}}\n";

    load(mesh).nodesByHost().forEach((host, nodes) -> assertEquals(3, nodes.size(), host));
    Topology pinned =
        load(
            mesh + "nodes: {n1: {host: lab1}, n2: {host: lab1}}\ndefaults: {node: {host: desk}}\n");
    assertEquals(7, pinned.nodesByHost().getOrDefault("desk", List.of()).size());
  }

  @Test
  void aPlacedNetworkPrintsAndReadsBackAsItIs() throws Exception {
    Topology topology = load(HOSTS + "generate: {grid: {rows: 3, columns: 4}}\n");

    Topology again = load(TopologyText.print(topology));

    assertEquals(topology.nodesByHost(), again.nodesByHost());
    assertEquals(topology.hosts(), again.hosts());
    assertEquals(TopologyText.print(topology), TopologyText.print(again));
    assertEquals(topology.nodesByHost(), load(TopologyText.print(topology)).nodesByHost());
  }

  @Test
  void aTokensFileIsFoundFromAnywhere() throws Exception {
    Topology topology = load(HOSTS + "nodes: {n1: {}}\n");

    assertEquals(
        folder.resolve("lab2.token").toAbsolutePath().toString(),
        topology.host("lab2").orElseThrow().tokenFile());
  }

  @Test
  void samePortsOnOtherHostsDoNotClash() throws Exception {
    String nodes =
        """
        nodes:
          n1: {host: %s, ports: {n2: {receive: 40001, send: 40002}}}
          n2: {host: lab1, ports: {n1: {receive: 40001, send: 40003}}}
        links: {n1 -- n2: {}}
        """;

    assertEquals(2, load(HOSTS + nodes.formatted("desk")).nodes().size());
    FileError error = assertThrows(FileError.class, () -> load(HOSTS + nodes.formatted("lab1")));
    assertTrue(String.valueOf(error.getMessage()).contains("port 40001"), error::getMessage);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          nodes: {n1: {host: lab}} \
          | :6:20: unknown host `lab`; did you mean `lab1`?
          groups: {g: {host: lba2}}, nodes: {n1: {}}                  | unknown host `lba2`
          hosts: {h: {}}, nodes: {n1: {}}                             | `address` is missing
          hosts: {h: {address: lab1}}, nodes: {n1: {}}                | a host name is not resolved
          hosts: {h: {address: 0.0.0.0}}, nodes: {n1: {}} \
          | not the address of a single host
          hosts: {h: {address: 192.0.2.1, by: shh}}, nodes: {n1: {}}  | did you mean `ssh`?
          hosts: {h: {address: 192.0.2.1, adress: 1}}, nodes: {n1: {}} | did you mean `address`?
          hosts: {h: {address: 192.0.2.1, by: agent}}, nodes: {n1: {}} | `token-file` is missing
          hosts: {h: {address: 192.0.2.1, by: here, user: me}}, nodes: {n1: {}} \
          | `user` is not for a host that is reached `by: here`
          hosts: {h: {address: 192.0.2.1, user: -oProxyCommand=x}}, nodes: {n1: {}} | is not a login
          hosts: {h: {address: 192.0.2.1, ssh: -v}}, nodes: {n1: {}}  | is not a host
          hosts: {h: {address: 192.0.2.1, folder: "a$(id)"}}, nodes: {n1: {}} | is not a folder
          hosts: {h: {address: 192.0.2.1, options: [-v]}}, nodes: {n1: {}} | is no option of OpenSSH
          hosts: {g: {address: 192.0.2.1, by: here}, \
          h: {address: 192.0.2.2, by: here}}, nodes: {n1: {}} \
          | `h` cannot be here, too
          hosts: {g: {address: 192.0.2.1, by: here}, h: {address: 127.0.0.1}}, nodes: {n1: {}} \
          | host `h` has 127.0.0.1, which is within itself
          """)
  void mistakesAreNamedWithTheNearestRightThing(String text, String message) {
    String file =
        text.startsWith("nodes")
            ? HOSTS + text
            : text.startsWith("groups")
                ? HOSTS + text.replace("}}, nodes", "}}\nnodes")
                : "topology: t\n" + text.replace("}}, nodes", "}}\nnodes");

    FileError error = assertThrows(FileError.class, () -> load(file));

    assertTrue(String.valueOf(error.getMessage()).contains(message), error::getMessage);
  }
}
