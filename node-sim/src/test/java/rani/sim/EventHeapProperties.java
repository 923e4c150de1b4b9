// SPDX-License-Identifier: Apache-2.0
package rani.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.jspecify.annotations.Nullable;

class EventHeapProperties {
  private static final int TAKE_ONE = -1;

  /** An event that has not happened, as a list would keep it. */
  private record Coming(long atNanos, int sequence) {}

  @Property
  void eventsComeByTimeAndThenInTheOrderInWhichTheyWereAdded(
      @ForAll @Size(max = 300) List<@IntRange(min = TAKE_ONE, max = 20) Integer> operations) {
    EventHeap heap = new EventHeap();
    List<Coming> model = new ArrayList<>();
    int sequence = 0;
    for (int operation : operations) {
      if (operation == TAKE_ONE) {
        takeOne(heap, model);
      } else {
        heap.add(operation);
        model.add(new Coming(operation, sequence++));
      }
    }
    while (!model.isEmpty()) {
      takeOne(heap, model);
    }
    assertTrue(heap.isEmpty());
  }

  @Property
  void eventsThatWaitBehindOthersComeAsIfTheyDidNot(
      @ForAll @Size(max = 300) List<@IntRange(min = TAKE_ONE, max = 20) Integer> operations,
      @ForAll @IntRange(min = 1, max = 4) int wires) {
    EventHeap heap = new EventHeap();
    List<Coming> model = new ArrayList<>();
    EventHeap.Event[] last = new EventHeap.Event[wires];
    int sequence = 0;
    for (int operation : operations) {
      if (operation == TAKE_ONE) {
        EventHeap.Event taken = takeOne(heap, model);
        Arrays.setAll(last, wire -> last[wire] == taken ? null : last[wire]);
        continue;
      }
      int wire = sequence % wires;
      EventHeap.Event before = last[wire];
      long atNanos = operation + (before == null ? 0 : before.atNanos);
      last[wire] = before == null ? heap.add(atNanos) : heap.addBehind(before, atNanos);
      model.add(new Coming(atNanos, sequence++));
    }
    while (!model.isEmpty()) {
      takeOne(heap, model);
    }
    assertTrue(heap.isEmpty());
  }

  private static EventHeap.@Nullable Event takeOne(EventHeap heap, List<Coming> model) {
    assertEquals(model.isEmpty(), heap.isEmpty());
    if (model.isEmpty()) {
      return null;
    }
    model.sort(Comparator.comparingLong(Coming::atNanos).thenComparingInt(Coming::sequence));
    Coming first = model.removeFirst();
    assertEquals(first.atNanos, heap.firstNanos());
    EventHeap.Event event = heap.remove();
    assertEquals(first, new Coming(event.atNanos, (int) event.sequence));
    heap.recycle(event);
    return event;
  }
}
