// SPDX-License-Identifier: Apache-2.0
//
// Becomes another program, on one processor, that does not outlive the one who started it.
//
//   on-core CORE PROGRAM [WORD…]      CORE -1: on any

#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

int main(int count, char **words) {
  if (count < 3) {
    fprintf(stderr, "usage: on-core CORE PROGRAM [WORD...]\n");
    return 2;
  }
  int core = atoi(words[1]);
  if (core >= 0) {
    cpu_set_t cores;
    CPU_ZERO(&cores);
    CPU_SET(core, &cores);
    if (sched_setaffinity(0, sizeof cores, &cores) != 0) perror("sched_setaffinity");
  }
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  execvp(words[2], words + 2);
  perror(words[2]);
  return 3;
}
