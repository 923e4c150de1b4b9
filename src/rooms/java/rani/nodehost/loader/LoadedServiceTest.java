// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.loader;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import rani.service.Service;
import rani.service.ServiceProvider;

/** What a node asks of a service reaches one from a jar too. */
class LoadedServiceTest {
  @Test
  void every_question_to_a_service_or_its_provider_is_passed_on() {
    assertEquals(List.of(), notPassedOn(Service.class, LoadedService.class));
    assertEquals(List.of(), notPassedOn(ServiceProvider.class, LoadedService.Provider.class));
  }

  private static List<String> notPassedOn(Class<?> asked, Class<?> passesOn) {
    return Stream.of(asked.getMethods())
        .filter(method -> !declares(passesOn, method))
        .map(Method::getName)
        .toList();
  }

  private static boolean declares(Class<?> type, Method wanted) {
    return Arrays.stream(type.getDeclaredMethods())
        .anyMatch(
            own ->
                own.getName().equals(wanted.getName())
                    && Arrays.equals(own.getParameterTypes(), wanted.getParameterTypes()));
  }
}
