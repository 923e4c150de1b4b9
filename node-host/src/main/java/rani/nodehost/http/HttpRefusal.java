// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.http;

import java.util.Map;

/**
 * The whole answer to a request that is not admitted; its connection is closed behind it.
 *
 * @param status of HTTP
 * @param type of the body
 * @param body in UTF-8
 * @param headers beside length and type
 */
public record HttpRefusal(int status, String type, String body, Map<String, String> headers) {}
