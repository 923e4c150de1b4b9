// SPDX-License-Identifier: Apache-2.0
package rani.model.jar;

import rani.model.file.MapReader;

/** A jar is not taken; the message is meant for the user. */
public final class JarRefusal extends Exception {
  private static final long serialVersionUID = 1;

  private final Reason reason;

  /** Why, in one word. */
  public enum Reason {
    /** It is no jar, or its statement cannot be read. */
    MALFORMED,
    /** It is larger than one of {@link JarLimits}. */
    TOO_LARGE,
    /** It does not begin with a statement and a signature. */
    UNSIGNED,
    /** The network has no operators. */
    NO_OPERATORS,
    /** Its signer is not an operator of the network. */
    UNKNOWN_KEY,
    /** The statement is not what was signed. */
    BAD_SIGNATURE,
    /** An entry is not what the statement says. */
    ALTERED,
    /** Its time is over. */
    EXPIRED,
    /** Its time has not come. */
    NOT_YET_VALID,
    /** It was signed for another network. */
    OTHER_NETWORK,
    /** It names no service provider. */
    NO_PROVIDER,
    /** It names several. */
    SEVERAL_PROVIDERS,
    /** A class of it needs a newer Java. */
    CLASS_TOO_NEW,
    /** It brings classes of a package that the node has. */
    SHADOWS,
    /** Its provider cannot be loaded or made. */
    NOT_LOADABLE,
    /** The provider's name or number is not what the statement says. */
    DIFFERS,
    /** A service of that name is part of the node. */
    NAME_TAKEN,
    /** Another service has that number. */
    NUMBER_TAKEN,
    /** This very version is here already. */
    LOADED_ALREADY,
    /** The node has had a newer version in this run. */
    OLDER_VERSION,
    /** The node has had other classes by the name of this very version. */
    SAME_VERSION,
    /** There is no room for one more. */
    TOO_MANY,
    /** Its options are wrong. */
    BAD_OPTIONS,
    /** As many uploads as may be are under way or awaited. */
    BUSY,
    /** The client has no ticket of the network's operator. */
    NO_ORDER,
    /** Its client occupied a slot and sent nothing. */
    DISPLACED,
    /** Its client disconnected before it was loaded. */
    BROKEN_OFF,
    /** Its transfer or its checks took too long. */
    TIMED_OUT,
    /** It was put on the menu, and did not start. */
    NOT_STARTED;

    /** As counters and messages have it: {@code unknown-key}. */
    public String text() {
      return MapReader.nameOf(this);
    }
  }

  /** A refusal. */
  public JarRefusal(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  /** Why. */
  public Reason reason() {
    return reason;
  }
}
