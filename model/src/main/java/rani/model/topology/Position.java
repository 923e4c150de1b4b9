// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

/** Position in a picture; a link is about one unit long. */
public record Position(double x, double y) {}
