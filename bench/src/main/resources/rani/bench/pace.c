// SPDX-License-Identifier: Apache-2.0
//
// A generator that keeps to a timetable, whatever comes of it, and the sink of what it sends, in
// one thread: the load of every case of `rani bench` that is not about saturation.
//
//   pace SEND TO RECEIVE FROM     ports of the loopback
//   pace tbf BITS BURST           through a token bucket of the kernel's own (tc-tbf(8)), of so
//                                 many bits per second and bytes, between two network namespaces
//                                 that end with this process
//
// Each line of standard input is an order, and is answered by a line of numbers:
//
//   pace BYTES RATE NANOS TRAIN GAP
//
// sends frames of an IPv4 length, RATE of them in a second: frame k is due k / RATE after the
// first and is sent as soon as that has come, together with whatever else is due; TRAIN of them at
// a time as one train, if that is above 1. Then it waits until nothing more comes. GAP is how many
// nanoseconds should lie between two arrivals, or 0. At RATE 0 there is no timetable: as much is sent
// as comes through, never more on its way than fits into any socket's buffer.
//
//   sent received dropped stale nanos sendLate99 delay50 delay99 delayMax
//   arrivals span gap1 gap50 gap99 lag50 lag99
//
// Received are the frames of this order, stale those of earlier ones, dropped those that found the
// sink's own socket full. A delay is from when a frame was due to when this thread had it, so that
// a generator held up hides nothing. Arrivals are what the kernel says: span is from the first to
// the last, gaps lie between two, and lags are behind the earliest timetable with GAP between two
// that no arrival is ahead of. All in nanoseconds; the numbers behind names are percentiles.
//
// Between a forwarder's two ends it never sleeps if there are two processors: it is punctual, and
// needs no waking. In front of the kernel's shaper it sleeps, because that runs on the same
// processor, whose timers are late only if it sleeps. It ends when its standard input does.

#include "bench.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#ifndef SO_MEMINFO
#define SO_MEMINFO 55
#endif

enum {
  DUE_AT = HEADERS,
  ORDER_AT = DUE_AT + 8,
  PEEK = ORDER_AT + 4,
  ON_THE_WAY_MAX = 2 * BATCH,
  QUIET_NANOS = 100000000,
  FIRST_NANOS_MAX = 2000000000,
  BEGIN_NANOS = 200000,
  MEMINFO = 9,
  MEMINFO_DROPS = 8,
};

static int generator, sink, never_sleeps;
static uint32_t order;

static uint8_t frames[BATCH][DATAGRAM];
static struct iovec out_parts[BATCH];
static struct mmsghdr out[BATCH];
static char out_control[CMSG_SPACE(sizeof(uint16_t))];
static int frame_bytes;

static uint8_t seen[BATCH][PEEK];
static struct iovec in_parts[BATCH];
static struct mmsghdr in[BATCH];
static char in_control[BATCH][CMSG_SPACE(sizeof(struct timespec)) + CMSG_SPACE(sizeof(int))];

static long received, stale, delays_count, stamps_count, room;
static int64_t *delays, *stamps, *lates;

static int by_size(const void *a, const void *b) {
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return x < y ? -1 : x > y;
}

// Of values in order; 0 if there are none.
static int64_t percentile(const int64_t *values, long count, double percent) {
  return count == 0 ? 0 : values[(long)(percent / 100 * (double)(count - 1) + 0.5)];
}

static long sink_drops(void) {
  uint32_t info[MEMINFO] = {0};
  socklen_t length = sizeof info;
  getsockopt(sink, SOL_SOCKET, SO_MEMINFO, info, &length);
  return info[MEMINFO_DROPS];
}

static int64_t stamp_of(struct msghdr *message) {
  for (struct cmsghdr *c = CMSG_FIRSTHDR(message); c != NULL; c = CMSG_NXTHDR(message, c)) {
    if (c->cmsg_level == SOL_SOCKET && c->cmsg_type == SCM_TIMESTAMPNS) {
      struct timespec t;
      memcpy(&t, CMSG_DATA(c), sizeof t);
      return t.tv_sec * 1000000000LL + t.tv_nsec;
    }
  }
  return 0;
}

// Takes what has come; returns how many messages.
static int receive(void) {
  for (int i = 0; i < BATCH; i++) {
    in[i].msg_hdr = (struct msghdr){.msg_iov = &in_parts[i],
                                    .msg_iovlen = 1,
                                    .msg_control = in_control[i],
                                    .msg_controllen = sizeof in_control[i]};
  }
  int n = recvmmsg(sink, in, BATCH, MSG_DONTWAIT | MSG_TRUNC, NULL);
  if (n <= 0) return 0;
  int64_t now = now_nanos();
  for (int i = 0; i < n; i++) {
    if (in[i].msg_len < PEEK || get32(seen[i] + RANI + 12) != SOURCE) continue;
    int length = (int)in[i].msg_len;
    int each = segment_bytes(&in[i].msg_hdr, length);
    int count = (length + each - 1) / each;
    if (get32(seen[i] + ORDER_AT) != order) {
      stale += count;
      continue;
    }
    received += count;
    int64_t due;
    memcpy(&due, seen[i] + DUE_AT, sizeof due);
    if (delays_count < room) delays[delays_count++] = now - due;
    if (stamps_count < room) stamps[stamps_count++] = stamp_of(&in[i].msg_hdr);
  }
  return n;
}

// Sends so many frames, each due at its time, or as many as there is room for; returns how many.
static int sent(int count, const int64_t *dues, int train) {
  for (int i = 0; i < count; i++) memcpy(frames[i] + DUE_AT, &dues[i], sizeof dues[i]);
  if (train == 1) {
    int n = sendmmsg(generator, out, (unsigned)count, MSG_DONTWAIT);
    return n < 0 ? 0 : n;
  }
  struct msghdr message = {.msg_iov = out_parts, .msg_iovlen = (size_t)count};
  be_train(&message, out_control, frame_bytes);
  return sendmsg(generator, &message, MSG_DONTWAIT) < 0 ? 0 : count;
}

static void sleep_until(int64_t nanos) {
  if (never_sleeps) return;
  int64_t left = nanos - now_nanos();
  if (left <= 0) return;
  struct pollfd wait = {.fd = sink, .events = POLLIN};
  struct timespec t = {left / 1000000000, left % 1000000000};
  ppoll(&wait, 1, &t, NULL);
}

// What the kernel's stamps say of arrivals that should be GAP apart.
static void print_arrivals(double gap) {
  long gaps = stamps_count > 1 ? stamps_count - 1 : 0;
  int64_t *between = malloc(sizeof *between * (size_t)(gaps + 1));
  int64_t *lags = malloc(sizeof *lags * (size_t)(stamps_count + 1));
  if (between == NULL || lags == NULL) fail("malloc");
  int64_t earliest = INT64_MAX;
  for (long k = 0; k < stamps_count; k++) {
    if (k > 0) between[k - 1] = stamps[k] - stamps[k - 1];
    lags[k] = stamps[k] - stamps[0] - (int64_t)((double)k * gap);
    if (lags[k] < earliest) earliest = lags[k];
  }
  for (long k = 0; k < stamps_count; k++) lags[k] -= earliest;
  qsort(between, (size_t)gaps, sizeof *between, by_size);
  qsort(lags, (size_t)stamps_count, sizeof *lags, by_size);
  printf(" %ld %lld %lld %lld %lld %lld %lld", stamps_count,
         (long long)(gaps > 0 ? stamps[stamps_count - 1] - stamps[0] : 0),
         (long long)percentile(between, gaps, 1), (long long)percentile(between, gaps, 50),
         (long long)percentile(between, gaps, 99), (long long)percentile(lags, stamps_count, 50),
         (long long)percentile(lags, stamps_count, 99));
  free(between);
  free(lags);
}

static void print_answer(long went, long drops_before, int64_t took, long lates_count, double gap) {
  qsort(delays, (size_t)delays_count, sizeof *delays, by_size);
  qsort(lates, (size_t)lates_count, sizeof *lates, by_size);
  printf("%ld %ld %ld %ld %lld %lld %lld %lld %lld", went, received, sink_drops() - drops_before,
         stale, (long long)took, (long long)percentile(lates, lates_count, 99),
         (long long)percentile(delays, delays_count, 50),
         (long long)percentile(delays, delays_count, 99),
         (long long)percentile(delays, delays_count, 100));
  print_arrivals(gap);
  putchar('\n');
  fflush(stdout);
}

// Takes what still comes of what was sent, until there is quiet. The first may take its time.
static void drain(long went) {
  int64_t now, quiet = now_nanos() + (received == 0 ? FIRST_NANOS_MAX : QUIET_NANOS);
  while (received < went && (now = now_nanos()) < quiet) {
    if (receive() > 0) {
      quiet = now + QUIET_NANOS;
    } else {
      sleep_until(quiet);
    }
  }
}

static void pace(double rate, int64_t nanos, int train, double gap) {
  long drops_before = sink_drops(), went = 0, lates_count = 0, turns = 0;
  long turns_max = (long)((double)nanos * rate / 1e9 / train);
  double turn_nanos = 1e9 / rate * train;
  int64_t begin = now_nanos() + BEGIN_NANOS, end = begin + nanos, now = begin;
  while (turns < turns_max) {
    receive();
    now = now_nanos();
    if (now >= end) break;
    int64_t dues[BATCH];
    int count = 0;
    if (train > 1) {
      dues[0] = begin + (int64_t)((double)turns * turn_nanos);
      for (; dues[0] <= now && count < train; count++) dues[count] = dues[0];
    } else {
      for (; count < BATCH && turns + count < turns_max; count++) {
        dues[count] = begin + (int64_t)((double)(turns + count) * turn_nanos);
        if (dues[count] > now) break;
      }
    }
    if (count == 0) {
      sleep_until(begin + (int64_t)((double)turns * turn_nanos));
      continue;
    }
    if (lates_count < room) lates[lates_count++] = now - dues[0];
    int k = sent(count, dues, train);
    went += k;
    turns += train > 1 ? k / train : k;
  }
  int64_t took = now - begin;
  drain(went);
  print_answer(went, drops_before, took, lates_count, gap);
}

// As much as comes through. What has not come for a while is not waited for.
static void saturate(int64_t nanos, int train) {
  long drops_before = sink_drops(), went = 0, given_up = 0;
  int64_t begin = now_nanos(), end = begin + nanos, now = begin, quiet = begin + QUIET_NANOS;
  while ((now = now_nanos()) < end) {
    if (receive() > 0) quiet = now + QUIET_NANOS;
    if (now > quiet) given_up = went - received;
    long on_the_way = went - received - given_up;
    int count = train > 1 ? train : BATCH / 2;
    if (on_the_way + count > ON_THE_WAY_MAX) {
      sleep_until(quiet < end ? quiet : end);
      continue;
    }
    int64_t dues[BATCH];
    for (int i = 0; i < count; i++) dues[i] = now;
    went += sent(count, dues, train);
  }
  int64_t took = now - begin;
  drain(went);
  print_answer(went, drops_before, took, 0, 0);
}

// Makes ready for an order. Returns whether it can be carried out.
static int prepared(int length, double rate, int64_t nanos, int train) {
  if (length < PEEK - RANI || rate < 0 || nanos <= 0 || train < 1 || train > BATCH) return 0;
  if ((RANI + length) * train > TRAIN_BYTES) return 0;
  for (int i = 0; i < BATCH; i++) {
    frame_bytes = write_frame(frames[i], length);
    if (frame_bytes == 0) return 0;
    out_parts[i] = (struct iovec){frames[i], (size_t)frame_bytes};
    out[i].msg_hdr = (struct msghdr){.msg_iov = &out_parts[i], .msg_iovlen = 1};
    in_parts[i] = (struct iovec){seen[i], PEEK};
  }
  take_trains(sink, train > 1);
  order++;
  for (int i = 0; i < BATCH; i++) put32(frames[i] + ORDER_AT, order);
  received = stale = delays_count = stamps_count = 0;
  long wanted = (long)((double)nanos * rate / 1e9) + 1;
  if (wanted > room) {
    room = wanted;
    delays = realloc(delays, sizeof *delays * (size_t)room);
    stamps = realloc(stamps, sizeof *stamps * (size_t)room);
    lates = realloc(lates, sizeof *lates * (size_t)room);
    if (delays == NULL || stamps == NULL || lates == NULL) fail("realloc");
  }
  return 1;
}

// The kernel's shaper.

static void run(const char *format, long long number, long long other) {
  char command[256];
  snprintf(command, sizeof command, format, number, other);
  if (system(command) != 0) {
    fprintf(stderr, "failed: %s\n", command);
    exit(3);
  }
}

static void write_text(const char *path, const char *text) {
  int fd = open(path, O_WRONLY);
  if (fd < 0 || write(fd, text, strlen(text)) < 0) fail(path);
  close(fd);
}

// A network namespace of this process's own: where it is not root, in a user namespace.
static void own_network(void) {
  uid_t user = geteuid();
  gid_t group = getegid();
  if (user == 0) {
    if (unshare(CLONE_NEWNET) != 0) fail("unshare");
    return;
  }
  if (unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0) fail("unshare");
  char map[64];
  write_text("/proc/self/setgroups", "deny");
  snprintf(map, sizeof map, "0 %u 1", (unsigned)user);
  write_text("/proc/self/uid_map", map);
  snprintf(map, sizeof map, "0 %u 1", (unsigned)group);
  write_text("/proc/self/gid_map", map);
}

// A process that does nothing but keep a network namespace, as long as this one lives.
static pid_t keeper(void) {
  int ready[2];
  if (pipe(ready) != 0) fail("pipe");
  pid_t child = fork();
  if (child < 0) fail("fork");
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (unshare(CLONE_NEWNET) != 0) _exit(3);
    if (write(ready[1], "r", 1) != 1) _exit(3);
    for (;;) pause();
  }
  char byte;
  close(ready[1]);
  if (read(ready[0], &byte, 1) != 1) exit(3);
  close(ready[0]);
  return child;
}

static int in_network(int network, const char *own, const char *other) {
  if (network >= 0 && setns(network, CLONE_NEWNET) != 0) fail("setns");
  struct sockaddr_in here = at(7000), there = at(7000);
  inet_pton(AF_INET, own, &here.sin_addr);
  inet_pton(AF_INET, other, &there.sin_addr);
  return joined_at(here, there);
}

static void shape(long long bits, long long burst) {
  own_network();
  pid_t far = keeper();
  int here = open("/proc/self/ns/net", O_RDONLY);
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/ns/net", (int)far);
  int there = open(path, O_RDONLY);
  if (here < 0 || there < 0) fail("ns/net");
  run("ip link add near type veth peer name far && ip link set far netns %lld", far, 0);
  run("ip addr add 10.0.0.1/24 dev near && ip link set near up", 0, 0);
  if (setns(there, CLONE_NEWNET) != 0) fail("setns");
  run("ip addr add 10.0.0.2/24 dev far && ip link set far up", 0, 0);
  if (setns(here, CLONE_NEWNET) != 0) fail("setns");
  run("tc qdisc add dev near root tbf rate %lldbit burst %lld limit 40000", bits, burst);
  generator = in_network(-1, "10.0.0.1", "10.0.0.2");
  sink = in_network(there, "10.0.0.2", "10.0.0.1");
}

int main(int count, char **words) {
  if (count == 4 && strcmp(words[1], "tbf") == 0) {
    shape(atoll(words[2]), atoll(words[3]));
  } else if (count == 5) {
    generator = joined(atoi(words[1]), atoi(words[2]));
    sink = joined(atoi(words[3]), atoi(words[4]));
  } else {
    fprintf(stderr, "usage: pace SEND TO RECEIVE FROM, or pace tbf BITS BURST\n");
    return 2;
  }
  prctl(PR_SET_TIMERSLACK, 1UL);
  int on = 1;
  setsockopt(sink, SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof on);
  never_sleeps = count == 5 && sysconf(_SC_NPROCESSORS_ONLN) > 1;
  puts("ready");
  fflush(stdout);
  char line[128];
  int bytes, train;
  double rate, gap;
  long long nanos;
  while (fgets(line, sizeof line, stdin) != NULL) {
    if (sscanf(line, "pace %d %lf %lld %d %lf", &bytes, &rate, &nanos, &train, &gap) == 5 &&
        prepared(bytes, rate, nanos, train)) {
      if (rate > 0) {
        pace(rate, nanos, train, gap);
      } else {
        saturate(nanos, train);
      }
    } else {
      puts("what?");
      fflush(stdout);
    }
  }
}
