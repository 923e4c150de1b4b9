// SPDX-License-Identifier: Apache-2.0
package rani.testbed.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What OpenSSH says, and what is made of it. */
class SshFailureTest {
  private static final String FAILURE = "it ended before an agent was there";

  private static void assertSaid(String expected, String said) {
    assertEquals(
        expected + "; try `ssh lab1 true`",
        SshFailure.inWords(FAILURE, said, List.of("ssh", "lab1")));
  }

  @Test
  void aChangedHostKeyIsToldWithTheCommandThatRemovesTheOld() {
    assertSaid(
        "its host key is another than the known one, so it may be another machine; if it is right,"
            + " remove the old key: ssh-keygen -f \"/home/a/.ssh/known_hosts\" -R \"192.0.2.1\"",
        """
        @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
        @    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @
        @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
        IT IS POSSIBLE THAT SOMEONE IS DOING SOMETHING NASTY!
        Offending ED25519 key in /home/a/.ssh/known_hosts:1
          remove with:
          ssh-keygen -f "/home/a/.ssh/known_hosts" -R "192.0.2.1"
        Host key verification failed.
        """);
  }

  @Test
  void anUnknownHostKeyIsToBeComparedByHand() {
    assertSaid(
        "its host key is not known yet; connect once by hand, and compare its fingerprint",
        "No ED25519 host key is known for 192.0.2.1 and you have requested strict checking.\n"
            + "Host key verification failed.\n");
  }

  @Test
  void whoIsNotLetInIsToldThatNobodyIsAsked() {
    assertSaid(
        "alice@192.0.2.1: Permission denied (publickey,password).; a key that needs no password"
            + " must let you in, since no one can be asked",
        "Warning: Permanently added '192.0.2.1' (ED25519) to the list of known hosts.\n"
            + "alice@192.0.2.1: Permission denied (publickey,password).\n");
  }

  @Test
  void whatElseIsSaidStandsBehindWhatWasSeen() {
    assertSaid(FAILURE + ": rani: no JDK of 25.0.3 or later", "rani: no JDK of 25.0.3 or later\n");
    assertSaid(FAILURE, "");
  }
}
