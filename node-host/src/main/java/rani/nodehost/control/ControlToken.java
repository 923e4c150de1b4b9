// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.control;

import java.nio.file.Path;
import java.util.regex.Pattern;
import rani.ground.LabFailure;
import rani.model.node.RunKey;

/** The token of control planes that is in a file, for nodes that no process of rani has started. */
public final class ControlToken {
  /** The characters of a bearer token, RFC 6750 section 2.1. */
  private static final Pattern BEARER = Pattern.compile("[A-Za-z0-9._~+/-]+=*");

  private ControlToken() {}

  /** Reads a token; fails if the file has another text, or too short a one. */
  public static String read(Path file) throws LabFailure {
    String token = RunKey.read(file).secret();
    if (!BEARER.matcher(token).matches()) {
      throw new LabFailure(
          file
              + " is no token: it takes letters, digits and `._~+/-=` on one line, as"
              + " `head -c 32 /dev/urandom | base64` prints");
    }
    return token;
  }
}
