// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

/** A place, in units of which one is about as long as a link. */
public record Position(double x, double y) {}
