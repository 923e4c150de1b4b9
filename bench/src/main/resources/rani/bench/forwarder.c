// SPDX-License-Identifier: Apache-2.0
//
// The reference that a node is measured beside: receives up to 64 frames in one system call, does
// to each header what a node must, and sends them in one system call.
//
//   forwarder RECEIVE FROM SEND TO [trains]      ports of the loopback
//
// Ends when its standard input does.

#include "bench.h"

static const int64_t LIFETIME_SPENT_MICROS = 1;

static void *await_end(void *unused) {
  char byte;
  while (read(0, &byte, 1) > 0) {
  }
  _exit(0);
  return unused;
}

// Looks a frame over and changes its headers for the next hop. Returns whether it goes on.
static int forwarded(uint8_t *frame, int length) {
  if (length < RANI + IP || frame[0] >> 4 != 1 || frame[1] != RANI / 4) return 0;
  uint8_t *ip = frame + RANI;
  if (ip[0] != 0x45 || get16(ip + 2) != length - RANI || checksum(ip, IP) != 0) return 0;
  if ((get16(ip + 6) & 0x3FFF) != 0) return 0;
  if (ip[9] == IPPROTO_UDP && get16(ip + IP + 4) != length - RANI - IP) return 0;
  if (get32(frame + 8) != SOURCE || get32(ip + 16) != SINK || ip[8] <= 1) return 0;
  uint16_t before = get16(ip + 8), after = (uint16_t)(before - 0x100);
  put16(ip + 8, after);
  uint32_t sum = (uint16_t)~get16(ip + 10) + (uint16_t)~before + (uint32_t)after;  // RFC 1624
  sum = (sum & 0xFFFF) + (sum >> 16);
  sum = (sum & 0xFFFF) + (sum >> 16);
  put16(ip + 10, (uint16_t)~sum);
  int64_t lifetime = (int64_t)get32(frame + 4) - LIFETIME_SPENT_MICROS;
  if (lifetime <= 0) return 0;
  put32(frame + 4, (uint32_t)lifetime);
  put32(frame + 8, MIDDLE);
  put16(frame + 12, 1);
  return 1;
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

static void forward_singly(int receiver, int sender) {
  static uint8_t data[BATCH][DATAGRAM];
  static struct iovec in_parts[BATCH], out_parts[BATCH];
  static struct mmsghdr in[BATCH], out[BATCH];
  for (int i = 0; i < BATCH; i++) {
    in_parts[i] = (struct iovec){data[i], DATAGRAM};
    in[i].msg_hdr = (struct msghdr){.msg_iov = &in_parts[i], .msg_iovlen = 1};
    out[i].msg_hdr = (struct msghdr){.msg_iov = &out_parts[i], .msg_iovlen = 1};
  }
  for (;;) {
    int n = recvmmsg(receiver, in, BATCH, MSG_WAITFORONE, NULL);
    if (n < 0) {
      if (errno == EINTR || errno == ECONNREFUSED) continue;
      fail("recvmmsg");
    }
    int count = 0;
    for (int i = 0; i < n; i++) {
      if (forwarded(data[i], (int)in[i].msg_len)) {
        out_parts[count++] = (struct iovec){data[i], in[i].msg_len};
      }
    }
    send_all(sender, out, count);
  }
}

static void forward_trains(int receiver, int sender) {
  static uint8_t data[TRAINS][1 << 16];
  static char in_control[TRAINS][CMSG_SPACE(sizeof(int))];
  static char out_control[TRAINS][CMSG_SPACE(sizeof(uint16_t))];
  static struct iovec in_parts[TRAINS], out_parts[TRAINS][BATCH];
  static struct mmsghdr in[TRAINS], out[TRAINS];
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
    int count = 0;
    for (int i = 0; i < n; i++) {
      int length = (int)in[i].msg_len;
      int each = segment_bytes(&in[i].msg_hdr, length), parts = 0;
      for (int from = 0; from < length && parts < BATCH; from += each) {
        int bytes = length - from < each ? length - from : each;
        if (forwarded(data[i] + from, bytes)) {
          out_parts[count][parts++] = (struct iovec){data[i] + from, (size_t)bytes};
        }
      }
      if (parts == 0) continue;
      out[count].msg_hdr = (struct msghdr){.msg_iov = out_parts[count], .msg_iovlen = (size_t)parts};
      if (parts > 1) be_train(&out[count].msg_hdr, out_control[count], each);
      count++;
    }
    send_all(sender, out, count);
  }
}

int main(int count, char **words) {
  if (count < 5) {
    fprintf(stderr, "usage: forwarder RECEIVE FROM SEND TO [trains]\n");
    return 2;
  }
  int receiver = joined(atoi(words[1]), atoi(words[2]));
  int sender = joined(atoi(words[3]), atoi(words[4]));
  pthread_t watcher;
  if (pthread_create(&watcher, NULL, await_end, NULL) != 0) fail("pthread_create");
  puts("ready");
  fflush(stdout);
  if (count > 5) {
    forward_trains(receiver, sender);
  } else {
    forward_singly(receiver, sender);
  }
}
