// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.loader;

import java.time.Instant;
import java.util.Set;
import rani.ground.Sha256;
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
import rani.nodehost.gateway.GatewayOrder;
import rani.service.ServiceProvider;

/** A service from a jar that has passed all checks that do not depend on the node's state. */
record VerifiedService(
    SignedJar jar,
    JarClassLoader classes,
    ServiceProvider provider,
    String manual,
    ServiceOptions options,
    LoadRequest order) {
  /** Names that belong to parts of every node in notes and commands. */
  private static final Set<String> RESERVED =
      Set.of("node", GatewayOrder.SERVICE, LoaderCommand.SERVICE);

  /** Checks, without running code of a jar, that it is the announced one and may be loaded now. */
  static SignedJar opened(Upload upload, byte[] bytes, Topology network, Instant now)
      throws JarRefusal {
    if (!Sha256.hex(bytes).equals(upload.sha256())) {
      throw new JarRefusal(Reason.MALFORMED, "it is not the jar that was ordered");
    }
    SignedJar jar = SignedJar.open(bytes, network.operators());
    jar.requireFor(network.name(), now);
    jar.contents().requireClasses();
    JarStatement statement = jar.statement();
    requireFree(statement.service(), statement.number());
    requireFree(statement.service(), upload.order().number());
    String named = jar.contents().provider();
    if (!named.equals(statement.provider())) {
      throw differs(
          "its provider is " + named + ", and the statement says " + statement.provider());
    }
    return jar;
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

  /** Throws if a built-in service has the name or the number. */
  private static void requireFree(String name, int number) throws JarRefusal {
    if (RESERVED.contains(name)) {
      throw new JarRefusal(
          Reason.NAME_TAKEN, "service `" + name + "` is part of every node; name yours otherwise");
    }
    ServiceCatalog installed = ServiceCatalog.installed();
    if (installed.find(name).isPresent()) {
      throw new JarRefusal(
          Reason.NAME_TAKEN, "service `" + name + "` comes with rani; name yours otherwise");
    }
    for (String each : installed.names()) {
      if (installed.find(each).orElseThrow().number() == number) {
        throw new JarRefusal(
            Reason.NUMBER_TAKEN,
            "number " + number + " is that of service `" + each + "`, which comes with rani");
      }
    }
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
