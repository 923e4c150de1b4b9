// SPDX-License-Identifier: Apache-2.0
package rani.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

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

  private static void takeOne(EventHeap heap, List<Coming> model) {
    assertEquals(model.isEmpty(), heap.isEmpty());
    if (model.isEmpty()) {
      return;
    }
    model.sort(Comparator.comparingLong(Coming::atNanos).thenComparingInt(Coming::sequence));
    Coming first = model.removeFirst();
    assertEquals(first.atNanos, heap.firstNanos());
    EventHeap.Event event = heap.remove();
    assertEquals(first, new Coming(event.atNanos, (int) event.sequence));
    heap.recycle(event);
  }
}
