// SPDX-License-Identifier: Apache-2.0

/**
 * Reading of YAML files into values with locations.
 *
 * <p>{@link rani.model.file.LocatedYaml} parses a file once, within limits, to a tree of {@link
 * rani.model.file.LocatedValue}s. Readers walk the tree through {@link rani.model.file.MapReader},
 * which turns text into values with units, and report problems to {@link rani.model.file.Problems}.
 * All problems together become one {@link rani.model.file.FileError}.
 */
@NullMarked
package rani.model.file;

import org.jspecify.annotations.NullMarked;
