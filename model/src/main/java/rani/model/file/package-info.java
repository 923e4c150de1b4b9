// SPDX-License-Identifier: Apache-2.0

/**
 * Reading of YAML files in which every value knows where it stands.
 *
 * <p>A file becomes a tree of {@link rani.model.file.LocatedValue}s, read once by {@link
 * rani.model.file.LocatedYaml} under named limits. Readers walk the tree through {@link
 * rani.model.file.MapReader}, which turns text into values with units, and put whatever is wrong
 * into {@link rani.model.file.Problems}; together the problems become one {@link
 * rani.model.file.FileError}.
 */
@NullMarked
package rani.model.file;

import org.jspecify.annotations.NullMarked;
