// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.loader;

import java.time.Instant;
import java.util.List;
import rani.ground.Sha256;
import rani.model.code.NetworkCode;
import rani.model.file.FileError;
import rani.model.jar.JarClassLoader;
import rani.model.jar.JarRefusal;
import rani.model.jar.JarRefusal.Reason;
import rani.model.jar.JarStatement;
import rani.model.jar.SignedJar;
import rani.model.menu.ServiceCatalog;
import rani.model.menu.ServiceSheet;
import rani.model.topology.ServiceOptions;
import rani.model.topology.Topology;
import rani.model.topology.TopologyNode;
import rani.service.ServiceProvider;
import rani.wasm.SandboxedCode;
import rani.wasm.capsule.CodePolicy;

/** A service from a jar that has passed all checks that do not depend on the node's state. */
record VerifiedService(
    SignedJar jar,
    JarClassLoader classes,
    ServiceProvider provider,
    String manual,
    ServiceOptions options,
    LoadRequest order) {
  /**
   * Checks, without running code of a jar or module, that it is the announced one and that the node
   * may load it now.
   */
  static SignedJar opened(Upload upload, byte[] bytes, Topology network, String node, Instant now)
      throws JarRefusal {
    if (!Sha256.hex(bytes).equals(upload.sha256())) {
      throw new JarRefusal(Reason.MALFORMED, "it is not the jar that was ordered");
    }
    CodePolicy policy = network.node(node).map(TopologyNode::code).orElse(CodePolicy.SIGNED);
    if (policy == CodePolicy.NONE) {
      throw new JarRefusal(
          Reason.NOT_ALLOWED,
          "node " + node + " runs nothing that comes from outside: its `code` is `none`");
    }
    SignedJar jar = checked(bytes, policy, network, node, now);
    jar.contents().requireClasses();
    JarStatement statement = jar.statement();
    for (int number : List.of(statement.number(), upload.order().number())) {
      NetworkCode.requireFree(
          statement.service(), number, ServiceCatalog.installed(), "comes with rani");
      NetworkCode.requireFree(
          statement.service(),
          number,
          network.catalog(ServiceCatalog.of()),
          "is a module of this network's file");
    }
    String named = jar.contents().provider();
    if (!named.equals(statement.provider())) {
      throw differs(
          "its provider is " + named + ", and the statement says " + statement.provider());
    }
    return jar;
  }

  private static SignedJar checked(
      byte[] bytes, CodePolicy policy, Topology network, String node, Instant now)
      throws JarRefusal {
    if (!SandboxedCode.isModule(bytes)) {
      SignedJar jar = SignedJar.open(bytes, network.operators());
      jar.requireFor(network.name(), now);
      return jar;
    }
    if (policy != CodePolicy.ANY_SANDBOXED) {
      throw new JarRefusal(
          Reason.UNSIGNED,
          "node "
              + node
              + " takes signed code alone; `rani operator sign` signs the module, or"
              + " give the node `code: any-sandboxed`");
    }
    return SignedJar.ofModule(bytes, network.name(), now);
  }

  /** Creates the provider and checks the options. Runs code of the jar, off the node's thread. */
  static VerifiedService of(
      SignedJar jar, JarClassLoader classes, LoadRequest order, Topology network)
      throws JarRefusal {
    ServiceProvider provider = classes.provider();
    ServiceOptions options = checked(provider, jar.statement(), order, network);
    return new VerifiedService(jar, classes, provider, manual(provider), options, order);
  }

  private static String manual(ServiceProvider provider) throws JarRefusal {
    try {
      String manual = ServiceSheet.manual(provider);
      return manual.substring(0, Math.min(manual.length(), LoaderLimits.MANUAL_CHARS_MAX));
    } catch (RuntimeException | LinkageError e) {
      throw new JarRefusal(
          Reason.NOT_LOADABLE, "service `" + provider.name() + "` tells no options: " + e);
    }
  }

  /** Returns name and version, for messages. */
  String text() {
    return jar.statement().service() + " " + jar.statement().version();
  }

  private static ServiceOptions checked(
      ServiceProvider provider, JarStatement statement, LoadRequest order, Topology network)
      throws JarRefusal {
    try {
      if (!statement.service().equals(provider.name())) {
        throw differs(
            "it calls itself `%s`, and the statement says `%s`"
                .formatted(provider.name(), statement.service()));
      }
      if (statement.number() != provider.number()) {
        throw differs(
            "it is number " + provider.number() + ", and the statement says " + statement.number());
      }
      ServiceOptions options = ServiceOptions.parse(order.options(), network);
      options.check(provider);
      return options;
    } catch (FileError e) {
      throw new JarRefusal(Reason.BAD_OPTIONS, String.valueOf(e.getMessage()));
    } catch (RuntimeException | LinkageError e) {
      throw new JarRefusal(
          Reason.NOT_LOADABLE, "service `" + statement.service() + "` cannot be made: " + e);
    }
  }

  private static JarRefusal differs(String how) {
    return new JarRefusal(Reason.DIFFERS, how);
  }
}
