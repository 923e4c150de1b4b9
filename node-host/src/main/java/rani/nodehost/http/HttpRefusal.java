// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.http;

import java.util.Map;

/** Response to a request that is not admitted, with its media type; then the connection closes. */
public record HttpRefusal(int status, String type, String body, Map<String, String> headers) {}
