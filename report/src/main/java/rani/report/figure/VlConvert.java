// SPDX-License-Identifier: Apache-2.0
package rani.report.figure;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import rani.ground.LabFailure;
import rani.report.html.ChartLibraries;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Draws charts of Vega-Lite without a browser: a process of vl-convert, which the user installs.
 * One process draws any number of charts, one after the other; it requests nothing from elsewhere.
 */
public final class VlConvert implements AutoCloseable {
  /** How a user gets it, in a sentence. */
  public static final String INSTALLING =
      "SVG, PNG and PDF are drawn by vl-convert: `pip install vl-convert-python`, for the python3"
          + " of the PATH";

  private static final String PROGRAM = "python3";
  private static final String VEGA_LITE_VERSION = "5.21";
  private static final long START_SECONDS_MAX = 60;
  private static final long CHART_SECONDS_MAX = 120;
  private static final int REPLY_BYTES_MAX = 64 << 20;
  private static final long END_MILLIS_MAX = 2000;
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** What a PDF has for each font whose letters it carries. */
  private static final String EMBEDDED_FONT = "/FontFile";

  private final Process process;
  private final InputStream replies;
  private final String version;

  private VlConvert(List<String> command) throws LabFailure {
    try {
      process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    } catch (IOException e) {
      throw new LabFailure(e.getMessage() + "; " + INSTALLING, e);
    }
    replies = new BufferedInputStream(process.getInputStream());
    try {
      version = reply(START_SECONDS_MAX);
    } catch (LabFailure e) {
      close();
      throw new LabFailure(e.getMessage() + "; " + INSTALLING, e);
    }
  }

  /** Starts the process; the message of a failure tells what to install. */
  public static VlConvert start() throws LabFailure {
    try {
      return start(List.of(PROGRAM, "-c", ChartLibraries.own(VlConvert.class, "vl_convert.py")));
    } catch (IOException e) {
      throw new LabFailure(String.valueOf(e.getMessage()), e);
    }
  }

  /** Starts a program that answers as ours does. */
  static VlConvert start(List<String> command) throws LabFailure {
    return new VlConvert(command);
  }

  /** Returns why nothing can be drawn on this machine, and what to install; empty if it can. */
  public static Optional<String> obstacle() {
    try (VlConvert there = start()) {
      return there.version.isEmpty() ? Optional.of(INSTALLING) : Optional.empty();
    } catch (LabFailure e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /** Returns the version of the program, such as 1.9.0. */
  public String version() {
    return version;
  }

  /** Draws a specification of Vega-Lite 5; one pixel is a point of the page. */
  public String svg(JsonNode chart) throws LabFailure {
    ObjectNode ask = JSON.createObjectNode().put("version", VEGA_LITE_VERSION);
    ask.set("chart", chart);
    return ask(ask);
  }

  /** Converts a drawing to a page of its size. Its letters must be there, as letters. */
  public byte[] pdf(String svg) throws LabFailure {
    byte[] pdf = bytes(JSON.createObjectNode().put("pdf", svg));
    if (svg.contains("<text")
        && !new String(pdf, StandardCharsets.ISO_8859_1).contains(EMBEDDED_FONT)) {
      throw new LabFailure("vl-convert has left all text out of a PDF: it has not the font");
    }
    return pdf;
  }

  public byte[] png(String svg, double pixelsPerInch) throws LabFailure {
    return bytes(JSON.createObjectNode().put("png", svg).put("ppi", pixelsPerInch));
  }

  private byte[] bytes(ObjectNode ask) throws LabFailure {
    return Base64.getDecoder().decode(ask(ask));
  }

  private String ask(ObjectNode ask) throws LabFailure {
    try {
      process.outputWriter(StandardCharsets.UTF_8).append(ask.toString()).append('\n').flush();
    } catch (IOException e) {
      throw new LabFailure("vl-convert has ended", e);
    }
    return reply(CHART_SECONDS_MAX);
  }

  private String reply(long secondsMax) throws LabFailure {
    CompletableFuture<Void> late =
        CompletableFuture.runAsync(
            process::destroyForcibly,
            CompletableFuture.delayedExecutor(secondsMax, TimeUnit.SECONDS));
    try {
      JsonNode answer = JSON.readTree(line());
      JsonNode made = answer.path("made");
      if (!made.isString()) {
        throw new LabFailure("vl-convert: " + answer.path("error").asString("no answer"));
      }
      return made.asString();
    } catch (IOException | JacksonException e) {
      throw new LabFailure(
          late.isDone()
              ? "vl-convert took more than " + secondsMax + " s"
              : "vl-convert gave no answer: " + e.getMessage(),
          e);
    } finally {
      late.cancel(false);
    }
  }

  private byte[] line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = replies.read(); next != '\n'; next = replies.read()) {
      if (next < 0) {
        throw new IOException(PROGRAM + " has ended without an answer");
      }
      if (line.size() == REPLY_BYTES_MAX) {
        throw new IOException("vl-convert answers with more than " + REPLY_BYTES_MAX + " bytes");
      }
      line.write(next);
    }
    return line.toByteArray();
  }

  /** Ends the process. */
  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(END_MILLIS_MAX, TimeUnit.MILLISECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
