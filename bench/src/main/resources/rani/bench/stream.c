// SPDX-License-Identifier: Apache-2.0
//
// Kernel TCP over the loopback, as an application has it that writes messages of one length: one
// thread writes, another reads.
//
//   stream BYTES      of each write
//
// For each line `NANOS` on standard input it sends for so long, over a connection of its own, and
// answers `BYTES NANOS`: what arrived, and how long it took. It ends with its standard input.

#include "bench.h"
#include <netinet/tcp.h>

enum { READ_BYTES = 1 << 16 };

static int listener;
static int64_t arrived;
static pthread_barrier_t begun, ended;

static void *take(void *unused) {
  static char bytes[READ_BYTES];
  for (;;) {
    pthread_barrier_wait(&begun);
    int fd = accept(listener, NULL, NULL);
    if (fd < 0) fail("accept");
    arrived = 0;
    for (ssize_t n; (n = read(fd, bytes, sizeof bytes)) > 0;) arrived += n;
    close(fd);
    pthread_barrier_wait(&ended);
  }
  return unused;
}

int main(int count, char **words) {
  int each = count == 2 ? atoi(words[1]) : 0;
  if (each < 1 || each > READ_BYTES) {
    fprintf(stderr, "usage: stream BYTES\n");
    return 2;
  }
  static char message[READ_BYTES];
  struct sockaddr_in address = at(0);
  socklen_t length = sizeof address;
  listener = socket(AF_INET, SOCK_STREAM, 0);
  if (listener < 0 || bind(listener, (struct sockaddr *)&address, length) != 0) fail("bind");
  if (listen(listener, 1) != 0) fail("listen");
  if (getsockname(listener, (struct sockaddr *)&address, &length) != 0) fail("getsockname");
  pthread_barrier_init(&begun, NULL, 2);
  pthread_barrier_init(&ended, NULL, 2);
  pthread_t taker;
  if (pthread_create(&taker, NULL, take, NULL) != 0) fail("pthread_create");
  puts("ready");
  fflush(stdout);
  char line[64];
  while (fgets(line, sizeof line, stdin) != NULL) {
    int64_t begin = now_nanos(), end = begin + atoll(line);
    pthread_barrier_wait(&begun);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd < 0 || connect(fd, (struct sockaddr *)&address, length) != 0) fail("connect");
    int yes = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    while (now_nanos() < end) {
      for (int left = each; left > 0;) {
        ssize_t n = write(fd, message + each - left, (size_t)left);
        if (n < 0 && errno != EINTR) fail("write");
        if (n > 0) left -= (int)n;
      }
    }
    close(fd);
    pthread_barrier_wait(&ended);
    printf("%lld %lld\n", (long long)arrived, (long long)(now_nanos() - begin));
    fflush(stdout);
  }
}
