// SPDX-License-Identifier: Apache-2.0

// Leaves the files of the kind that was asked for, where they belong.
import java.nio.file.Files
import java.nio.file.Path

Path project = Path.of(request.outputDirectory, request.artifactId)
for (kind in ['service', 'aqm', 'congestion']) {
  Path folder = project.resolve(kind)
  if (kind == request.properties.getProperty('kind')) {
    folder.toFile().listFiles().each { Files.move(it.toPath(), project.resolve(it.name)) }
  }
  folder.toFile().deleteDir()
}
