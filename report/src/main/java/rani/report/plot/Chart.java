// SPDX-License-Identifier: Apache-2.0
package rani.report.plot;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import rani.study.experiment.Plot;

/**
 * A chart as it is drawn, in no format: each writer ({@link VegaLite}, TikZ) draws the same layers.
 * Values are in SI units; {@link Axis#unit} says in which they are shown. The caption explains what
 * is drawn; notes such as the command that made it are small print.
 */
public record Chart(
    String name,
    String title,
    List<String> notes,
    String caption,
    Legend legend,
    Facets facets,
    List<Panel> panels) {
  public Chart {
    notes = List.copyOf(notes);
    panels = List.copyOf(panels);
  }

  /** Returns whether no panel has a layer. */
  @JsonIgnore
  public boolean isEmpty() {
    return panels.stream().allMatch(panel -> panel.layers().isEmpty());
  }

  /** Returns this chart with its legend elsewhere. */
  public Chart withLegend(Plot.Legend place) {
    Legend moved = new Legend(legend.title, legend.names, place);
    return new Chart(name, title, notes, caption, moved, facets, panels);
  }

  /**
   * The names of the series; layers refer to them by index, which is also the index of their {@link
   * Style}. The title is of the variables that tell them apart, or "". A place that is {@link
   * Plot.Legend#AUTO} is up to who draws.
   */
  public record Legend(String title, List<String> names, Plot.Legend place) {
    public Legend {
      names = List.copyOf(names);
    }

    /** Returns whether there is anything to tell apart. */
    @JsonIgnore
    public boolean isNeeded() {
      return names.size() > 1;
    }

    /** Returns whether the names are listed above the panels. */
    @JsonIgnore
    public boolean isAbove() {
      return isNeeded() && (place == Plot.Legend.TOP || place == Plot.Legend.AUTO);
    }

    /** Returns whether the names are at the ends of lines. */
    @JsonIgnore
    public boolean isAtLines() {
      return isNeeded() && place == Plot.Legend.DIRECT;
    }
  }

  /** The titles of the grid's columns and rows, such as {@code bandwidth}; "" for none. */
  public record Facets(String columnTitle, String rowTitle, int columns) {
    public static final Facets NONE = new Facets("", "", 1);
  }

  /**
   * One system of axes; panels are in order of rows, then columns. Its head names the column and
   * its side the row, each with the variable; "" for none. Layers are drawn in order.
   */
  public record Panel(String head, String side, Axis x, Axis y, List<Layer> layers) {
    public Panel {
      layers = List.copyOf(layers);
    }
  }

  /**
   * An axis, with limits and ticks in SI units. Without ticks the writer chooses them. An axis of
   * names is linear: its names are ticks at 0, 1, 2…, and its limits are -0.5 and count - 0.5.
   */
  public record Axis(
      String title,
      Unit unit,
      boolean isLog,
      boolean isNames,
      double low,
      double high,
      List<Tick> ticks) {
    public Axis {
      ticks = List.copyOf(ticks);
    }

    /** Returns the title with the unit: {@code delay in ms}. */
    public String label() {
      return unit.symbol().isEmpty() || title.isEmpty() ? title : title + " in " + unit.symbol();
    }
  }

  /** A place on an axis, in SI units, with its label as it is to be written. */
  public record Tick(double at, String label) {}

  /** How numbers are shown: divided by the factor, with the symbol, such as 1e6 and Mbit/s. */
  public record Unit(String symbol, double factor) {
    public static final Unit NONE = new Unit("", 1);

    public double shown(double value) {
      return value / factor;
    }
  }

  /** Something that is drawn; {@code series} is an index in the {@link Legend}. */
  @JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME)
  public sealed interface Layer {
    /** Returns whether it fills areas in the colour of a series. */
    @JsonIgnore
    default boolean isArea() {
      return this instanceof Bars || this instanceof Boxes || this instanceof Spans;
    }
  }

  /** A point with a text for who points at it, which may be empty. */
  public record At(double x, double y, String text) {}

  /** A line through points in order of x; a step keeps each value until the next point. */
  public record Line(int series, boolean isStep, boolean hasMarkers, List<At> points)
      implements Layer {}

  /** A marker at each point; those of raw trials are small and light. */
  public record Dots(int series, boolean isRaw, List<At> points) implements Layer {}

  /** A filled range around a line. */
  public record Band(int series, List<Interval> intervals) implements Layer {}

  /** An upright line with ends at low and high. */
  public record ErrorBars(int series, List<Interval> intervals) implements Layer {}

  public record Interval(double x, double low, double high) {}

  /** Upright bars from 0, or the lower limit of a log axis, that are centred at x. */
  public record Bars(int series, double width, List<At> points) implements Layer {}

  /** Boxes that are centred at x; outliers are {@link Dots}. */
  public record Boxes(int series, double width, List<Box> boxes) implements Layer {}

  /** Quartiles by nearest rank, and the ends of the whiskers. */
  public record Box(
      double x, double low, double quartile1, double median, double quartile3, double high) {}

  /**
   * A heat map between two axes of names: cells are 1 wide and 1 high, and darker for greater
   * values between low and high.
   */
  public record Cells(String title, Unit unit, double low, double high, List<Cell> cells)
      implements Layer {
    private static final MathContext DIGITS = new MathContext(3);

    /** Returns the number of a cell, in three digits; "" if there is none. */
    public String number(Cell cell) {
      double shown = unit.shown(cell.value);
      return Double.isFinite(shown)
          ? BigDecimal.valueOf(shown).round(DIGITS).stripTrailingZeros().toPlainString()
          : "";
    }

    /** Returns where between the least and the greatest value a cell's is, 0…1. */
    public double part(Cell cell) {
      double span = high - low;
      return span > 0 ? Math.clamp((cell.value - low) / span, 0, 1) : 0.5;
    }
  }

  public record Cell(double x, double y, double value, String text) {}

  /** Spans of time in lanes, which are the names of the y axis; each is 0.7 high. */
  public record Spans(int series, List<Span> spans) implements Layer {}

  public record Span(double lane, double from, double until, String text) {}

  /**
   * What the paper prints: hollow diamonds, in black if {@code series} is {@link #OF_ALL}, since
   * several series share them.
   */
  public record Printed(int series, List<At> points) implements Layer {
    public static final int OF_ALL = -1;
  }

  /** Upright dashed lines through the panel, such as a change of the schedule; y is not used. */
  public record Moments(List<At> points) implements Layer {}
}
