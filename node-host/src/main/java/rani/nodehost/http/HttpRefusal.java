// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.http;

import java.util.Map;

/**
 * The response to a request that is not admitted; the connection is closed after it.
 *
 * @param status the HTTP status code
 * @param type of the body
 * @param body in UTF-8
 * @param headers besides length and type
 */
public record HttpRefusal(int status, String type, String body, Map<String, String> headers) {}
