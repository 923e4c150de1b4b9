// SPDX-License-Identifier: Apache-2.0
//
// The generator and the sink of `rani bench forward`, in one thread.
//
//   load SINK SEND TO RECEIVE FROM [RECEIVE FROM…]
//
// Frames go from SEND, such as 127.0.0.1:40001, to TO; those for the virtual address SINK come back
// by the first RECEIVE, those for the next one by the second, and so on, and each of these gets as
// many, in turn.
//
// Each line of standard input is an order for frames of an IPv4 length, and is answered by a line
// of numbers:
//
//   saturate BYTES NANOS      as much as comes through: more is sent only as long as what is on
//                             its way fits into a socket's buffer, so that nothing overflows
//   trains BYTES NANOS        the same, sent in trains and received in whatever trains come
//
//   sent received lost nanos
//
// Ends when its standard input does.

#include "bench.h"

enum {
  FRAME_COSTS = 4096,  // of a socket's buffer, the kernel's own books included
  ON_THE_WAY_MIN = 2 * BATCH,
  ON_THE_WAY_MAX = 8 * BATCH,
  PATIENCE_MILLIS = 200,
  PEEK = RANI + IP,
};

static int frame_bytes, on_the_way_max;
static int generator, sinks[HOPS_MAX], hops;
static uint32_t first_sink;
static int trains;

static uint8_t frames[HOPS_MAX][DATAGRAM];
static struct iovec train_parts[BATCH];
static struct mmsghdr out[BATCH];
static char out_control[CMSG_SPACE(sizeof(uint16_t))];

static uint8_t seen[BATCH][PEEK];
static struct iovec in_parts[BATCH];
static struct mmsghdr in[BATCH];
static char in_control[BATCH][CMSG_SPACE(sizeof(int))];

// Returns whether frames may be so long.
static int make_frames(int length) {
  for (int hop = 0; hop < hops; hop++) {
    frame_bytes = write_frame_to(first_sink + (uint32_t)hop, frames[hop], length);
    if (frame_bytes == 0) return 0;
  }
  for (int i = 0; i < BATCH; i++) {
    train_parts[i] = (struct iovec){frames[i % hops], (size_t)frame_bytes};
    out[i].msg_hdr = (struct msghdr){.msg_iov = &train_parts[i], .msg_iovlen = 1};
    in_parts[i] = (struct iovec){seen[i], PEEK};
  }
  return 1;
}

// How many frames the forwarder's socket, which was asked for like this one, has room for.
static int room_of(int fd) {
  int bytes = 0;
  socklen_t length = sizeof bytes;
  getsockopt(fd, SOL_SOCKET, SO_RCVBUF, &bytes, &length);
  int frames = bytes / FRAME_COSTS;
  return frames < ON_THE_WAY_MIN ? ON_THE_WAY_MIN : frames > ON_THE_WAY_MAX ? ON_THE_WAY_MAX : frames;
}

// Sends so many frames; returns how many were.
static int sent(int count) {
  if (trains) {
    int fit = TRAIN_BYTES / frame_bytes < BATCH ? TRAIN_BYTES / frame_bytes : BATCH;
    struct msghdr train = {.msg_iov = train_parts, .msg_iovlen = (size_t)(count < fit ? count : fit)};
    if (train.msg_iovlen > 1) be_train(&train, out_control, frame_bytes);
    return sendmsg(generator, &train, MSG_DONTWAIT) < 0 ? 0 : (int)train.msg_iovlen;
  }
  int n = sendmmsg(generator, out, (unsigned)count, MSG_DONTWAIT);
  return n < 0 ? 0 : n;
}

// How many of the generator's frames have come by now, for one next hop.
static int received_by(int hop) {
  for (int i = 0; i < BATCH; i++) {
    in[i].msg_hdr = (struct msghdr){.msg_iov = &in_parts[i], .msg_iovlen = 1};
    if (trains) {
      in[i].msg_hdr.msg_control = in_control[i];
      in[i].msg_hdr.msg_controllen = sizeof in_control[i];
    }
  }
  int n = recvmmsg(sinks[hop], in, BATCH, MSG_DONTWAIT | MSG_TRUNC, NULL), count = 0;
  for (int i = 0; i < n; i++) {
    uint32_t destination = get32(seen[i] + RANI + 16);
    if (in[i].msg_len < (unsigned)frame_bytes || destination != first_sink + (uint32_t)hop) continue;
    int length = (int)in[i].msg_len;
    int each = trains ? segment_bytes(&in[i].msg_hdr, length) : length;
    count += (length + each - 1) / each;
  }
  return count;
}

static int received(void) {
  int count = 0;
  for (int hop = 0; hop < hops; hop++) count += received_by(hop);
  return count;
}

static void await_frames(void) {
  struct pollfd wait[HOPS_MAX];
  for (int hop = 0; hop < hops; hop++) wait[hop] = (struct pollfd){.fd = sinks[hop], .events = POLLIN};
  poll(wait, (nfds_t)hops, PATIENCE_MILLIS);
}

// Takes what still comes, and says how much did not.
static long drain(long on_the_way, long *came) {
  while (on_the_way > 0) {
    int n = received();
    if (n == 0) {
      await_frames();
      n = received();
      if (n == 0) break;
    }
    on_the_way -= n;
    *came += n;
  }
  return on_the_way > 0 ? on_the_way : 0;
}

static void saturate(int64_t nanos) {
  long went = 0, came = 0, lost = 0, on_the_way = 0;
  int64_t begin = now_nanos(), end = begin + nanos, now = begin;
  while ((now = now_nanos()) < end) {
    int n = received();
    came += n;
    on_the_way = on_the_way > n ? on_the_way - n : 0;
    int room = on_the_way_max - (int)on_the_way;
    if (room >= BATCH / 2) {
      int k = sent(room < BATCH ? room : BATCH);
      went += k;
      on_the_way += k;
    } else if (n == 0) {
      await_frames();
      int late = received();
      if (late == 0) {
        lost += on_the_way;
        on_the_way = 0;
      } else {
        came += late;
        on_the_way = on_the_way > late ? on_the_way - late : 0;
      }
    }
  }
  int64_t took = now - begin;
  lost += drain(on_the_way, &came);
  printf("%ld %ld %ld %lld\n", went, came, lost, (long long)took);
  fflush(stdout);
}

int main(int count, char **words) {
  if (count < 6) {
    fprintf(stderr, "usage: load SINK SEND TO RECEIVE FROM [RECEIVE FROM...]\n");
    return 2;
  }
  first_sink = address(words[1]);
  generator = joined_at(place(words[2]), place(words[3]));
  hops = joined_all(count - 4, words + 4, sinks);
  on_the_way_max = room_of(sinks[0]);
  puts("ready");
  fflush(stdout);
  char line[128];
  int bytes;
  long long nanos;
  while (fgets(line, sizeof line, stdin) != NULL) {
    trains = sscanf(line, "trains %d %lld", &bytes, &nanos) == 2;
    if ((trains || sscanf(line, "saturate %d %lld", &bytes, &nanos) == 2) && make_frames(bytes)) {
      for (int hop = 0; hop < hops; hop++) take_trains(sinks[hop], trains);
      saturate(nanos);
    } else {
      puts("what?");
      fflush(stdout);
    }
  }
}
