// SPDX-License-Identifier: Apache-2.0

/**
 * Reading of YAML files in which every value knows where it stands.
 *
 * <p>A file becomes a tree of {@link rani.lab.file.LocatedValue}s, read once by {@link
 * rani.lab.file.LocatedYaml} under named limits. Readers walk the tree through {@link
 * rani.lab.file.MapReader}, which turns text into values with units, and put whatever is wrong into
 * {@link rani.lab.file.Problems}; together the problems become one {@link rani.lab.file.FileError}.
 */
@NullMarked
package rani.lab.file;

import org.jspecify.annotations.NullMarked;
