// SPDX-License-Identifier: Apache-2.0
package rani.study.deal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Who is handed what: events told one by one, without clock or thread. */
class TrialDealerTest {
  private static final int A = 1;
  private static final int B = 2;
  private static final int C = 3;
  private static final int D = 4;

  private static TrialDealer of(int trials) {
    return new TrialDealer(LongStream.range(0, trials).iterator(), trials);
  }

  private static List<Integer> range(int from, int to) {
    return IntStream.range(from, to).boxed().toList();
  }

  private static TrialDealer.Verdict answer(TrialDealer dealer, int worker, int trial) {
    return dealer.answered(worker, trial, 10_000, "row " + trial);
  }

  private static void assertRecorded(TrialDealer dealer, int worker, int trial) {
    assertEquals(new TrialDealer.Verdict.Recorded(), answer(dealer, worker, trial));
  }

  @Test
  void trialsOfUnknownLengthAreHandedOutOneForEachJob() {
    TrialDealer dealer = of(100);
    dealer.join(A, 3);
    dealer.join(B, 2);

    assertEquals(List.of(0, 1, 2), dealer.deal(A));
    assertEquals(List.of(3, 4), dealer.deal(B));
    assertEquals(List.of(), dealer.deal(A));
  }

  @Test
  void whoRunsShortTrialsHasASecondOfWorkAhead() {
    TrialDealer dealer = of(100_000);
    dealer.join(A, 2);
    List<Integer> first = dealer.deal(A);
    dealer.answered(A, first.getFirst(), 10, "row");

    dealer.deal(A);

    // 1 s of trials of 10 ms for each of two jobs, and the trials that run
    assertEquals(2 * (1 + 100), dealer.open(A).size());
    dealer.answered(A, first.getLast(), 10, "row");
    assertEquals(List.of(), dealer.deal(A)); // one less is no reason for a line
  }

  @Test
  void longTrialsAreHandedOutOneByOne() {
    TrialDealer dealer = of(100);
    dealer.join(A, 1);
    assertEquals(List.of(0), dealer.deal(A));

    assertRecorded(dealer, A, 0);

    assertEquals(List.of(1), dealer.deal(A));
    assertEquals(List.of(), dealer.deal(A));
  }

  @Test
  void towardsTheEndBatchesBecomeSmall() {
    TrialDealer dealer = of(102);
    dealer.join(A, 1);
    dealer.join(B, 1);
    assertEquals(List.of(0), dealer.deal(A));
    assertEquals(List.of(1), dealer.deal(B));
    dealer.answered(A, 0, 1, "row"); // a thousand would be a second's work

    dealer.deal(A);

    assertEquals(101 / 4, dealer.open(A).size()); // half of one's half of the 101 that are left
  }

  @Test
  void whatALostWorkerHadIsHandedOutAgainBeforeAnythingElseInItsOrder() {
    TrialDealer dealer = of(100);
    dealer.join(A, 3);
    dealer.join(B, 2);
    dealer.deal(A);
    dealer.deal(B);
    assertRecorded(dealer, A, 1);

    assertEquals(2, dealer.lost(A));

    assertRecorded(dealer, B, 3);
    assertRecorded(dealer, B, 4);
    assertEquals(List.of(0, 2), dealer.deal(B));
    assertEquals(0, dealer.lost(A)); // once
  }

  @Test
  void theLastTrialsOfASlowWorkerAreGivenToAnIdleOneAsWell() {
    TrialDealer dealer = of(4);
    dealer.join(A, 3);
    dealer.join(B, 1);
    assertEquals(List.of(0, 1, 2), dealer.deal(A));
    assertEquals(List.of(3), dealer.deal(B));
    assertRecorded(dealer, B, 3);

    assertEquals(List.of(2), dealer.deal(B)); // the last, which A has perhaps not begun
    assertRecorded(dealer, B, 2);
    assertEquals(List.of(1), dealer.deal(B));

    assertEquals(new TrialDealer.Verdict.Same(), answer(dealer, A, 2));
    assertRecorded(dealer, A, 1);
    assertRecorded(dealer, A, 0);
    assertTrue(dealer.isDone());
    assertEquals(List.of(), dealer.deal(A));
    assertEquals(new TrialDealer.Verdict.Same(), answer(dealer, B, 1));
  }

  @Test
  void aTrialHasNoMoreThanOneCopy() {
    TrialDealer dealer = of(1);
    dealer.join(A, 1);
    dealer.join(B, 1);
    dealer.join(C, 1);

    assertEquals(List.of(0), dealer.deal(A));
    assertEquals(List.of(0), dealer.deal(B));
    assertEquals(List.of(), dealer.deal(C));
  }

  @Test
  void aCopyThatDiffersIsTold() {
    TrialDealer dealer = of(2);
    dealer.join(A, 1);
    dealer.join(B, 1);
    dealer.deal(A);
    dealer.deal(B);
    assertRecorded(dealer, B, 1);
    assertEquals(List.of(0), dealer.deal(B));
    assertEquals(new TrialDealer.Verdict.Recorded(), dealer.answered(B, 0, 10, "one thing"));

    assertEquals(new TrialDealer.Verdict.Differs(B), dealer.answered(A, 0, 10, "another"));
  }

  @Test
  void anAnswerThatWasNotAskedForIsNotTaken() {
    TrialDealer dealer = of(10);
    dealer.join(A, 1);
    dealer.join(B, 1);
    assertEquals(List.of(0), dealer.deal(A));
    assertEquals(List.of(1), dealer.deal(B));

    assertInstanceOf(TrialDealer.Verdict.Unasked.class, answer(dealer, A, 1));
    assertInstanceOf(TrialDealer.Verdict.Unasked.class, answer(dealer, A, 9));
    assertInstanceOf(TrialDealer.Verdict.Unasked.class, answer(dealer, C, 0));
    assertRecorded(dealer, A, 0);
    assertInstanceOf(TrialDealer.Verdict.Unasked.class, answer(dealer, A, 0));
    assertFalse(dealer.isDone());
  }

  @Test
  void aTrialThatKillsTwoWorkersInTurnIsGivenUpAndNoOther() {
    TrialDealer dealer = of(6);
    dealer.join(A, 2);
    assertEquals(List.of(0, 1), dealer.deal(A));
    assertEquals(List.of(), dealer.died(A)); // 0 or 1 did it

    dealer.join(B, 2);
    assertEquals(List.of(0), dealer.deal(B)); // alone
    assertEquals(List.of(), dealer.deal(B));
    assertEquals(List.of(), dealer.died(B)); // once; something else may have ended it

    dealer.join(C, 2);
    assertEquals(List.of(1), dealer.deal(C));
    dealer.join(D, 2);
    assertEquals(List.of(0), dealer.deal(D));
    assertEquals(List.of(0), dealer.died(D));
    assertRecorded(dealer, C, 1);
    List<Integer> rest = new ArrayList<>();
    while (!dealer.isDone()) {
      rest.addAll(dealer.deal(C));
      assertRecorded(dealer, C, dealer.open(C).getFirst());
    }
    assertEquals(range(2, 6), rest);
  }

  @Test
  void onlyWhatRanIsBlamedForADeath() {
    TrialDealer dealer = of(1_000);
    dealer.join(A, 1);
    dealer.deal(A);
    dealer.answered(A, 0, 100, "row");
    assertEquals(range(1, 12), dealer.deal(A));

    assertEquals(List.of(), dealer.died(A));

    dealer.join(B, 1);
    assertEquals(List.of(1), dealer.deal(B));
    assertRecorded(dealer, B, 1);
    assertEquals(List.of(2), dealer.deal(B));
  }

  @Test
  void aLostHostIsNoReasonToBlameATrial() {
    TrialDealer dealer = of(1);
    for (int worker = 1; worker <= 10; worker++) {
      dealer.join(worker, 1);
      assertEquals(List.of(0), dealer.deal(worker));
      assertEquals(1, dealer.lost(worker));
    }
    dealer.join(11, 1);
    assertEquals(List.of(0), dealer.deal(11));
    assertRecorded(dealer, 11, 0);
    assertTrue(dealer.isDone());
  }

  @Test
  void whileASuspectWaitsWorkersFinishWhatTheyHave() {
    TrialDealer dealer = of(100);
    dealer.join(A, 1);
    dealer.join(B, 2);
    dealer.deal(A);
    assertEquals(List.of(1, 2), dealer.deal(B));
    dealer.died(A);

    assertRecorded(dealer, B, 1);
    assertEquals(List.of(), dealer.deal(B));
    assertRecorded(dealer, B, 2);
    assertEquals(List.of(0), dealer.deal(B));
  }
}
