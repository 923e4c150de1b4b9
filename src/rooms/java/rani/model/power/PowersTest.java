// SPDX-License-Identifier: Apache-2.0
package rani.model.power;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import rani.model.file.FileError;
import rani.model.host.SshOption;
import rani.model.jar.OperatorKey;
import rani.model.jar.OperatorSecret;
import rani.model.topology.Topology;
import rani.model.topology.TopologyFile;
import rani.study.experiment.LabFile;
import rani.study.experiment.NamedTopologies;

/** What a topology runs, opens and trusts, and what of it takes the user's word. */
class PowersTest {
  @TempDir private Path folder;

  private List<Power> of(String text) throws IOException, FileError {
    return Powers.of(
        TopologyFile.load(Files.writeString(folder.resolve("t.yaml"), "topology: t\n" + text)));
  }

  private static String shown(List<Power> powers) {
    return String.join(
        "; ",
        powers.stream().map(power -> (power.needsTrust() ? "! " : "") + power.text()).toList());
  }

  static List<Path> shippedFiles() throws IOException {
    try (var files = Files.walk(Path.of("../..", "config"))) {
      return files
          .filter(file -> file.toString().matches(".*/(topologies|experiments)/[^/]*"))
          .filter(file -> file.toString().endsWith(".yaml"))
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("shippedFiles")
  void shippedFilesTakeNoTrust(Path file) throws Exception {
    assertEquals(
        List.of(),
        Powers.of(LabFile.load(file, List.of(), List.of(), NamedTopologies.NONE).network()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          nodes: {n1: {}, n2: {address: 127.0.0.9}, n3: {address: '::1'}} | ''
          nodes: {n1: {address: 0.0.0.0}} | ! opens UDP at 0.0.0.0 for n1
          nodes: {n1: {address: '::'}} | ! opens UDP at 0:0:0:0:0:0:0:0 for n1
          defaults: {node: {address: 192.0.2.1}}, nodes: {n1: {}, n2: {}, n3: {}} \
          | ! opens UDP at 192.0.2.1 for n1 and 2 more
          nodes: {n1: {}}, \
          schedule: [{at: 1s, add: {node: n2, address: 192.0.2.1, links: {n1: {}}}}] \
          | ! opens UDP at 192.0.2.1 for n2
          nodes: {n1: {}, n2: {}}, forwards: [{tcp: 80, from: n1, to: n2, target: 'localhost:81'}] \
          | opens TCP at 127.0.0.1:80, by n1 and n2 to `localhost:81`
          nodes: {n1: {}, n2: {}}, forwards: [{udp: 80, from: n1, to: n2, target: '127.9.9.9:81'}] \
          | opens UDP at 127.0.0.1:80, by n1 and n2 to `127.9.9.9:81`
          nodes: {n1: {}, n2: {}}, forwards: [{udp: 80, from: n1, to: n2, target: '8.8.8.8:53'}] \
          | ! opens UDP at 127.0.0.1:80, by n1 and n2 to `8.8.8.8:53`
          nodes: {n1: {}, n2: {}}, forwards: [{tcp: 80, from: n1, to: n2, target: 'a.test:53'}] \
          | ! opens TCP at 127.0.0.1:80, by n1 and n2 to `a.test:53`
          nodes: {n1: {}, n2: {}}, \
          forwards: [{tcp: '0.0.0.0:80', from: n1, to: n2, target: '127.0.0.1:8'}] \
          | ! opens TCP at 0.0.0.0:80, by n1 and n2 to `127.0.0.1:8`
          nodes: {n1: {}, n2: {}}, forwards: [{socks: 1080, from: n1, exit: n2}] \
          | opens SOCKS at 127.0.0.1:1080, by n1 and n2 to the loopback there
          nodes: {n1: {}, n2: {}}, forwards: [{socks: '0.0.0.0:1080', from: n1, exit: n2}] \
          | ! opens SOCKS at 0.0.0.0:1080, by n1 and n2 to the loopback there
          nodes: {n1: {}, n2: {}}, \
          forwards: [{socks: 1080, from: n1, exit: n2, allow: [0.0.0.0/0]}] \
          | ! opens SOCKS at 127.0.0.1:1080, by n1 and n2 to the loopback there, 0.0.0.0/0
          nodes: {n1: {}, n2: {}}, \
          forwards: [{socks: 1080, from: n1, exit: n2, allow: [126.0.0.0/7]}] \
          | ! opens SOCKS at 127.0.0.1:1080, by n1 and n2 to the loopback there, 126.0.0.0/7
          nodes: {n1: {}, n2: {}}, \
          forwards: [{socks: 1080, from: n1, exit: n2, allow: [127.5.0.0/16]}] \
          | opens SOCKS at 127.0.0.1:1080, by n1 and n2 to the loopback there, 127.5.0.0/16
          nodes: {n1: {}, n2: {}}, edges: {web: {at: n2, run: rm -r x}} \
          | ! runs `rm -r x` as you, at node n2
          nodes: {n1: {}, n2: {}}, edges: {web: {at: n2, kind: container, image: web, run: sh}} \
          | ! runs `sh` in a container of `web` as you, at node n2
          """)
  void whatReachesBeyondTheLoopbackTakesTrust(String text, String powers) throws Exception {
    assertEquals(powers, shown(of(lines(text))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          address: 127.0.0.1 | runs nodes by ssh at 127.0.0.1, with UDP at 127.0.0.1 (host h)
          address: 127.0.0.1, ssh: localhost, user: me \
          | runs nodes by ssh at me@localhost, with UDP at 127.0.0.1 (host h)
          address: 127.0.0.1, ssh: far.test \
          | ! runs nodes by ssh at far.test, with UDP at 127.0.0.1 (host h)
          address: 192.0.2.7 | ! runs nodes by ssh at 192.0.2.7, with UDP at 192.0.2.7 (host h)
          address: 192.0.2.7, by: here | ! opens UDP at 192.0.2.7 (host h)
          address: 127.0.0.1, by: here | opens UDP at 127.0.0.1 (host h)
          address: 192.0.2.7, by: agent, token-file: t \
          | ! runs nodes by the agent at 192.0.2.7 (host h)
          address: 127.0.0.1, by: agent, token-file: t \
          | runs nodes by the agent at 127.0.0.1 (host h)
          address: 127.0.0.1, folder: new \
          | runs nodes by ssh at 127.0.0.1, with UDP at 127.0.0.1 (host h); \
          ! runs rani in `new` of \
          host h, and removes what is called dist-* and new-* there
          """)
  void aHostElsewhereTakesTrust(String host, String powers) throws Exception {
    assertEquals(powers, shown(of("hosts: {h: {" + host + "}}\nnodes: {n1: {}}\n")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ProxyJump=gate.example.org",
        "ProxyJump=me@gate:2222,[2001:db8::1]:22",
        "proxyjump none",
        "Port=2222",
        "PORT 22",
        "User=alice",
        "IdentityFile=~/.ssh/id_lab",
        "IdentitiesOnly=yes",
        "ConnectTimeout=5",
        "StrictHostKeyChecking=yes"
      })
  void sshIsToldWhatRunsNothingAndLoosensNothing(String option) throws Exception {
    assertTrue(SshOption.isHarmless(option));
    assertFalse(Power.needTrust(host(option)));
  }

  /** Of ssh_config(5), and values by which harmless names would do more than they say. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "ProxyCommand=sh -c 'id > pwned'",
        "proxycommand nc %h %p",
        "PROXYCOMMAND=id",
        "KnownHostsCommand=/bin/id",
        "LocalCommand=id",
        "PermitLocalCommand=yes",
        "RemoteCommand=id",
        "Include=/tmp/evil",
        "Match exec id",
        "PKCS11Provider=/tmp/evil.so",
        "SecurityKeyProvider=/tmp/evil.so",
        "XAuthLocation=/tmp/evil",
        "IdentityAgent=/tmp/socket",
        "ForwardAgent=yes",
        "ForwardX11=yes",
        "SendEnv=*",
        "SetEnv=A=b",
        "ControlPath=/tmp/socket",
        "ControlMaster=yes",
        "LocalForward=8080 localhost:80",
        "RemoteForward=8080",
        "DynamicForward=1080",
        "GatewayPorts=yes",
        "Tunnel=yes",
        "HostName=elsewhere",
        "HostKeyAlias=other",
        "StrictHostKeyChecking=no",
        "StrictHostKeyChecking=accept-new",
        "StrictHostKeyChecking=off",
        "UserKnownHostsFile=/dev/null",
        "GlobalKnownHostsFile=/dev/null",
        "NoHostAuthenticationForLocalhost=yes",
        "CheckHostIP=no",
        "VerifyHostKeyDNS=yes",
        "UpdateHostKeys=yes",
        "BatchMode=no",
        "Ciphers=3des-cbc",
        "KexAlgorithms=+diffie-hellman-group1-sha1",
        "LogVerbose=*",
        "Port= 22",
        "Port==22",
        "Port=22 ",
        "Port=\"22\"",
        "User=-oProxyCommand",
        "User=$(id)",
        "ProxyJump=-oProxyCommand=id",
        "ProxyJump=a b",
        "ProxyJump=a,",
        "ProxyJump=a;id",
        "ProxyJump=ssh://a",
        "ProxyJump=%h",
        "IdentityFile=a b",
        "IdentityFile=%d/x",
        "IdentityFile=${HOME}/x",
        "IdentityFile=`id`"
      })
  void whateverElseSshIsToldTakesTrustAndIsShownWhole(String option) throws Exception {
    List<Power> powers = host(option);

    assertEquals(
        "runs nodes by ssh at 127.0.0.1, with UDP at 127.0.0.1 (host h); ! runs ssh to host h with"
            + " `"
            + option
            + "`",
        shown(powers));
  }

  @Test
  void aLongOptionIsNotCut() throws Exception {
    String option = "ProxyCommand=" + "x".repeat(480) + " ; id";

    assertTrue(shown(host(option)).endsWith(" ; id`"));
  }

  private List<Power> host(String option) throws IOException, FileError {
    String quoted = "'" + option.replace("'", "''") + "'";
    return of("hosts: {h: {address: 127.0.0.1, options: [" + quoted + "]}}\nnodes: {n1: {}}\n");
  }

  @Test
  void operatorsTakeTrust() throws Exception {
    OperatorKey key = OperatorSecret.generate().key();

    assertEquals(
        "! trusts operator " + key.id() + " with code in nodes",
        shown(of("nodes: {n1: {}}\noperators: [" + key.text() + "]\n")));
  }

  @Test
  void aNodeStartedByItselfHasItsOwnPowersAlone() throws Exception {
    String text =
        """
        topology: t
        hosts: {h: {address: 192.0.2.9, by: here}}
        nodes: {n1: {address: 192.0.2.1}, n2: {address: 192.0.2.2}, n3: {}}
        forwards: [{tcp: 80, from: n1, to: n2, target: 'localhost:81'}]
        """;
    Topology topology = TopologyFile.load("t", text);

    assertEquals(
        "! opens UDP at 192.0.2.2 for n2; opens TCP at 127.0.0.1:80, by n1 and n2 to"
            + " `localhost:81`",
        shown(Powers.of(topology, List.of("n2"))));
    assertEquals("", shown(Powers.of(topology, List.of("n3"))));
  }

  @Test
  void aRefusalNamesEachAndNothingHarmless() throws Exception {
    List<Power> powers =
        of(
            lines(
                "nodes: {n1: {address: 0.0.0.0}, n2: {}},"
                    + " forwards: [{tcp: 80, from: n1, to: n2, target: 'localhost:81'}]"));

    FileError error =
        assertThrows(FileError.class, () -> Powers.requireNoTrust(Path.of("t.yaml"), powers));

    assertEquals(
        "t.yaml: opens UDP at 0.0.0.0 for n1; only with `--trust`, which permits all that"
            + " `rani validate` lists",
        error.getMessage());
    Powers.requireNoTrust(Path.of("t.yaml"), powers.subList(1, 2));
  }

  /** Keys of the file that stand on one line, each on its own. */
  private static String lines(String text) {
    return text.replaceAll(", (nodes|forwards|edges|schedule):", "\n$1:") + "\n";
  }
}
