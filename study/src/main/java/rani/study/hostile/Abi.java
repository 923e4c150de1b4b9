// SPDX-License-Identifier: Apache-2.0
package rani.study.hostile;

import java.util.Locale;

/**
 * The functions of {@code rani_abi_1} as an attacker knows them: by the document, not by the node's
 * code. A signature names parameters, a colon and the result: {@code i} for i32, {@code I} for i64,
 * {@code f} for f64.
 */
enum Abi {
  LOG("f:f"),
  EXP("f:f"),
  POW("ff:f"),
  RANDOM_I32(":i"),
  RANDOM_I64(":I"),
  RANDOM_F64(":f"),
  SECRET_I32(":i"),
  OPTION_I64("i:I"),
  OPTION_F64("i:f"),
  LINKS(":i"),
  LINK_AT("i:i"),
  LINK_TO("i:i"),
  NEIGHBOUR("i:i"),
  ROUTE("i:i"),
  PATH_MTU("i:i"),
  QUEUE("i:"),
  WATCH_QUEUES("i:"),
  WATCH_TRANSMISSIONS(":"),
  FLOW_HIGH("i:I"),
  FLOW_LOW("i:I"),
  FRAMES_OF("II:i"),
  GREEDIEST("i:i"),
  TIMER("iI:"),
  CANCEL("i:"),
  SEND("iiiIii:"),
  DATAGRAM("iiiIiii:"),
  ACTIVE("iiiIiii:"),
  MESSAGE("iiiii:"),
  MARK("i:"),
  REWRITE("iii:"),
  SHORTEN("i:"),
  LISTEN("i:"),
  CLAIM("ii:i"),
  UNCLAIM("ii:"),
  FILTER("iIII:i"),
  DIVERT("iIII:i"),
  DIVERT_MATCHING("iiiiiI:i"),
  REFRESH("iI:i"),
  FLUSH("i:"),
  CLOSE("i:"),
  RELEASE("iI:i"),
  RELEASE_COPY("iI:i"),
  FORWARDED("iii:i"),
  TELL_FORWARDED("iiii:i"),
  FACT("iI:"),
  FACT_F64("if:"),
  NOTE("i:");

  static final String MODULE = "rani_abi_1";

  final String signature;

  Abi(String signature) {
    this.signature = signature;
  }

  String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  String parameters() {
    return signature.substring(0, signature.indexOf(':'));
  }

  boolean returns() {
    return !signature.endsWith(":");
  }
}
