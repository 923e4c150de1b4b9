// SPDX-License-Identifier: Apache-2.0
//
// The reference that a node is measured beside: receives up to 64 frames in one system call, does
// to each header what a node must, and sends them in one system call.
//
//   forwarder HOW PREVIOUS OWN SINK RECEIVE FROM SEND TO [SEND TO…]
//
//   HOW                    singly, or trains
//   PREVIOUS OWN SINK      virtual addresses: of the node that frames come from, its own, and of those
//                          for whom frames leave by the first SEND; by the second leave those for the
//                          next address, and so on
//   RECEIVE FROM SEND TO   places of sockets, such as 127.0.0.1:40001
//
// Ends when its standard input does.

#include "bench.h"

static const int64_t LIFETIME_SPENT_MICROS = 1;

static uint32_t previous, own, sink;
static int receiver, senders[HOPS_MAX], hops;

static void *await_end(void *unused) {
  char byte;
  while (read(0, &byte, 1) > 0) {
  }
  _exit(0);
  return unused;
}

// Looks a frame over and changes its headers for the next hop. Returns which, or -1 for none.
static int forwarded(uint8_t *frame, int length) {
  if (length < RANI + IP || frame[0] >> 4 != 1 || frame[1] != RANI / 4) return -1;
  uint8_t *ip = frame + RANI;
  if (ip[0] != 0x45 || get16(ip + 2) != length - RANI || checksum(ip, IP) != 0) return -1;
  if ((get16(ip + 6) & 0x3FFF) != 0) return -1;
  if (ip[9] == IPPROTO_UDP && get16(ip + IP + 4) != length - RANI - IP) return -1;
  uint32_t hop = get32(ip + 16) - sink;
  if (get32(frame + 8) != previous || hop >= (uint32_t)hops || ip[8] <= 1) return -1;
  uint16_t before = get16(ip + 8), after = (uint16_t)(before - 0x100);
  put16(ip + 8, after);
  uint32_t sum = (uint16_t)~get16(ip + 10) + (uint16_t)~before + (uint32_t)after;  // RFC 1624
  sum = (sum & 0xFFFF) + (sum >> 16);
  sum = (sum & 0xFFFF) + (sum >> 16);
  put16(ip + 10, (uint16_t)~sum);
  int64_t lifetime = (int64_t)get32(frame + 4) - LIFETIME_SPENT_MICROS;
  if (lifetime <= 0) return -1;
  put32(frame + 4, (uint32_t)lifetime);
  put32(frame + 8, own);
  put16(frame + 12, 1);
  return (int)hop;
}

static void send_all(int fd, struct mmsghdr *out, int count) {
  for (int sent = 0; sent < count;) {
    int n = sendmmsg(fd, out + sent, (unsigned)(count - sent), 0);
    if (n > 0) {
      sent += n;
    } else if (errno == ECONNREFUSED || errno == ENOBUFS) {
      sent++;  // that frame is lost, as on any wire
    } else if (errno != EINTR && errno != EAGAIN) {
      fail("sendmmsg");
    }
  }
}

static void forward_singly(void) {
  static uint8_t data[BATCH][DATAGRAM];
  static struct iovec in_parts[BATCH], out_parts[HOPS_MAX][BATCH];
  static struct mmsghdr in[BATCH], out[HOPS_MAX][BATCH];
  for (int i = 0; i < BATCH; i++) {
    in_parts[i] = (struct iovec){data[i], DATAGRAM};
    in[i].msg_hdr = (struct msghdr){.msg_iov = &in_parts[i], .msg_iovlen = 1};
    for (int hop = 0; hop < hops; hop++) {
      out[hop][i].msg_hdr = (struct msghdr){.msg_iov = &out_parts[hop][i], .msg_iovlen = 1};
    }
  }
  for (;;) {
    int n = recvmmsg(receiver, in, BATCH, MSG_WAITFORONE, NULL);
    if (n < 0) {
      if (errno == EINTR || errno == ECONNREFUSED) continue;
      fail("recvmmsg");
    }
    int counts[HOPS_MAX] = {0};
    for (int i = 0; i < n; i++) {
      int hop = forwarded(data[i], (int)in[i].msg_len);
      if (hop >= 0) out_parts[hop][counts[hop]++] = (struct iovec){data[i], in[i].msg_len};
    }
    for (int hop = 0; hop < hops; hop++) send_all(senders[hop], out[hop], counts[hop]);
  }
}

static void forward_trains(void) {
  static uint8_t data[TRAINS][1 << 16];
  static char in_control[TRAINS][CMSG_SPACE(sizeof(int))];
  static char out_control[HOPS_MAX][TRAINS][CMSG_SPACE(sizeof(uint16_t))];
  static struct iovec in_parts[TRAINS], out_parts[HOPS_MAX][TRAINS][BATCH];
  static struct mmsghdr in[TRAINS], out[HOPS_MAX][TRAINS];
  take_trains(receiver, 1);
  for (;;) {
    for (int i = 0; i < TRAINS; i++) {
      in_parts[i] = (struct iovec){data[i], sizeof data[i]};
      in[i].msg_hdr = (struct msghdr){.msg_iov = &in_parts[i],
                                      .msg_iovlen = 1,
                                      .msg_control = in_control[i],
                                      .msg_controllen = sizeof in_control[i]};
    }
    int n = recvmmsg(receiver, in, TRAINS, MSG_WAITFORONE, NULL);
    if (n < 0) {
      if (errno == EINTR || errno == ECONNREFUSED) continue;
      fail("recvmmsg");
    }
    int counts[HOPS_MAX] = {0};
    for (int i = 0; i < n; i++) {
      int length = (int)in[i].msg_len;
      int each = segment_bytes(&in[i].msg_hdr, length), parts[HOPS_MAX] = {0};
      for (int from = 0; from < length; from += each) {
        int bytes = length - from < each ? length - from : each;
        int hop = forwarded(data[i] + from, bytes);
        if (hop >= 0 && parts[hop] < BATCH) {
          out_parts[hop][counts[hop]][parts[hop]++] = (struct iovec){data[i] + from, (size_t)bytes};
        }
      }
      for (int hop = 0; hop < hops; hop++) {
        if (parts[hop] == 0) continue;
        int k = counts[hop]++;
        out[hop][k].msg_hdr = (struct msghdr){.msg_iov = out_parts[hop][k],
                                              .msg_iovlen = (size_t)parts[hop]};
        if (parts[hop] > 1) be_train(&out[hop][k].msg_hdr, out_control[hop][k], each);
      }
    }
    for (int hop = 0; hop < hops; hop++) send_all(senders[hop], out[hop], counts[hop]);
  }
}

int main(int count, char **words) {
  if (count < 9) {
    fprintf(stderr, "usage: forwarder HOW PREVIOUS OWN SINK RECEIVE FROM SEND TO [SEND TO...]\n");
    return 2;
  }
  previous = address(words[2]);
  own = address(words[3]);
  sink = address(words[4]);
  receiver = joined_at(place(words[5]), place(words[6]));
  hops = joined_all(count - 7, words + 7, senders);
  pthread_t watcher;
  if (pthread_create(&watcher, NULL, await_end, NULL) != 0) fail("pthread_create");
  puts("ready");
  fflush(stdout);
  if (strcmp(words[1], "trains") == 0) {
    forward_trains();
  } else {
    forward_singly();
  }
}
