// SPDX-License-Identifier: Apache-2.0
package rani.model.jar;

import rani.model.file.MapReader;

/** Refusal of a service jar. The message is for the user. */
public final class JarRefusal extends Exception {
  private static final long serialVersionUID = 1;

  private final Reason reason;

  public enum Reason {
    /** The file is no jar, or its statement cannot be parsed. */
    MALFORMED,
    /** It exceeds one of {@link JarLimits}. */
    TOO_LARGE,
    /** Its first entries are not a statement and a signature. */
    UNSIGNED,
    /** The node's {@code code} does not permit it. */
    NOT_ALLOWED,
    NO_OPERATORS,
    UNKNOWN_KEY,
    /** The statement is not what was signed. */
    BAD_SIGNATURE,
    /** An entry does not match the statement. */
    ALTERED,
    EXPIRED,
    NOT_YET_VALID,
    OTHER_NETWORK,
    NO_PROVIDER,
    SEVERAL_PROVIDERS,
    CLASS_TOO_NEW,
    /** It contains classes of a package of the program or the JDK. */
    SHADOWS,
    NOT_LOADABLE,
    /** The provider's name or number does not match the statement. */
    DIFFERS,
    NAME_TAKEN,
    NUMBER_TAKEN,
    LOADED_ALREADY,
    OLDER_VERSION,
    /** Other classes were loaded before under the same version. */
    SAME_VERSION,
    TOO_MANY,
    BAD_OPTIONS,
    /** Too many uploads are in progress or announced. */
    BUSY,
    /** The client has no upload ticket of the network's supervisor. */
    NO_ORDER,
    /** The client reserved an upload slot and sent nothing, so that another client got the slot. */
    DISPLACED,
    /** The client disconnected before the jar was loaded. */
    BROKEN_OFF,
    TIMED_OUT,
    NOT_STARTED;

    /** Returns the reason as in counters and messages: {@code unknown-key}. */
    public String text() {
      return MapReader.nameOf(this);
    }
  }

  public JarRefusal(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}
