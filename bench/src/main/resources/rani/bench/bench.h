// SPDX-License-Identifier: Apache-2.0
//
// What the programs of `rani bench` share: UDP sockets, the frame of
// docs/wire-format.md, and an end that comes with that of the one who started them.

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <linux/udp.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#ifndef UDP_SEGMENT
#define UDP_SEGMENT 103
#endif
#ifndef UDP_GRO
#define UDP_GRO 104
#endif
#ifndef SOL_UDP
#define SOL_UDP 17
#endif

enum {
  BATCH = 64,              // frames of one system call, and of one train
  TRAIN_BYTES = 65000,     // of a train at most; UDP itself ends at 65,507
  TRAINS = 8,              // trains of one system call
  SOCKET_BYTES = 1 << 20,  // asked of the kernel for each socket, as a node does
  RANI = 16,
  IP = 20,
  HEADERS = RANI + IP + 8,
  DATAGRAM = 2048,
  HOPS_MAX = 4,            // next hops of a forwarder
};

// Virtual addresses: 10.0.0.1 sends to 10.0.0.3 by 10.0.0.2, which is measured.
static const uint32_t SOURCE = 0x0A000001, MIDDLE = 0x0A000002, SINK = 0x0A000003;

static inline void fail(const char *what) {
  perror(what);
  exit(3);
}

static inline int64_t now_nanos(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static inline uint16_t get16(const uint8_t *p) { return (uint16_t)(p[0] << 8 | p[1]); }

static inline uint32_t get32(const uint8_t *p) {
  uint32_t v;
  memcpy(&v, p, 4);
  return ntohl(v);
}

static inline void put16(uint8_t *p, uint16_t v) {
  p[0] = v >> 8;
  p[1] = v & 0xFF;
}

static inline void put32(uint8_t *p, uint32_t v) {
  v = htonl(v);
  memcpy(p, &v, 4);
}

static inline uint16_t checksum(const uint8_t *p, int length) {
  uint32_t sum = 0;
  for (int i = 0; i < length; i += 2) sum += get16(p + i);
  sum = (sum & 0xFFFF) + (sum >> 16);
  sum = (sum & 0xFFFF) + (sum >> 16);
  return (uint16_t)~sum;
}

static inline struct sockaddr_in at(int port) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

// Writes a frame from source to a destination, of that IPv4 length, its payload zero, into DATAGRAM
// bytes. Returns how long it is; 0 if frames may not be so long.
static inline int write_frame_to(uint32_t destination, uint8_t *frame, int length) {
  if (length < IP + 8 || RANI + length > DATAGRAM) return 0;
  memset(frame, 0, DATAGRAM);
  frame[0] = 0x10;
  frame[1] = RANI / 4;
  put32(frame + 4, 0xFFFFFFFF);
  put32(frame + 8, SOURCE);
  uint8_t *ip = frame + RANI;
  ip[0] = 0x45;
  put16(ip + 2, (uint16_t)length);
  put16(ip + 6, 0x4000);
  ip[8] = 255;
  ip[9] = IPPROTO_UDP;
  put32(ip + 12, SOURCE);
  put32(ip + 16, destination);
  put16(ip + 10, checksum(ip, IP));
  uint8_t *udp = ip + IP;
  put16(udp, 7000);
  put16(udp + 2, 7000);
  put16(udp + 4, (uint16_t)(length - IP));
  return RANI + length;
}

// The same to the sink.
static inline int write_frame(uint8_t *frame, int length) {
  return write_frame_to(SINK, frame, length);
}

// A UDP socket bound to one address and connected to another.
static inline int joined_at(struct sockaddr_in own, struct sockaddr_in other) {
  int fd = socket(AF_INET, SOCK_DGRAM, 0);
  if (fd < 0) fail("socket");
  int bytes = SOCKET_BYTES;
  setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &bytes, sizeof bytes);
  setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
  if (bind(fd, (struct sockaddr *)&own, sizeof own) != 0) fail("bind");
  if (connect(fd, (struct sockaddr *)&other, sizeof other) != 0) fail("connect");
  return fd;
}

// A UDP socket bound to one port of the loopback and connected to another.
static inline int joined(int port, int peer) { return joined_at(at(port), at(peer)); }

// A virtual address.
static inline uint32_t address(const char *text) {
  struct in_addr found;
  if (inet_pton(AF_INET, text, &found) != 1) {
    fprintf(stderr, "no address: %s\n", text);
    exit(2);
  }
  return ntohl(found.s_addr);
}

// Where a socket is, such as 127.0.0.1:40001.
static inline struct sockaddr_in place(const char *text) {
  char host[INET_ADDRSTRLEN];
  int port;
  struct sockaddr_in found = {.sin_family = AF_INET};
  if (sscanf(text, "%15[0-9.]:%d", host, &port) != 2 ||
      inet_pton(AF_INET, host, &found.sin_addr) != 1) {
    fprintf(stderr, "no place: %s\n", text);
    exit(2);
  }
  found.sin_port = htons((uint16_t)port);
  return found;
}

// UDP sockets bound and connected to so many pairs of places, at most HOPS_MAX; how many.
static inline int joined_all(int words, char **pairs, int *sockets) {
  int count = words / 2 < HOPS_MAX ? words / 2 : HOPS_MAX;
  for (int i = 0; i < count; i++) sockets[i] = joined_at(place(pairs[2 * i]), place(pairs[2 * i + 1]));
  return count;
}

static inline void take_trains(int fd, int on) {
  if (setsockopt(fd, SOL_UDP, UDP_GRO, &on, sizeof on) != 0) fail("UDP_GRO");
}

// The length of the frames in a train that was received; the train's own if it is a single frame.
static inline int segment_bytes(struct msghdr *message, int length) {
  for (struct cmsghdr *c = CMSG_FIRSTHDR(message); c != NULL; c = CMSG_NXTHDR(message, c)) {
    if (c->cmsg_level == SOL_UDP && c->cmsg_type == UDP_GRO) {
      int bytes;
      memcpy(&bytes, CMSG_DATA(c), sizeof bytes);
      return bytes > 0 ? bytes : length;
    }
  }
  return length;
}

// Says how long the frames of a train are that is sent.
static inline void be_train(struct msghdr *message, void *control, int frame_bytes) {
  message->msg_control = control;
  message->msg_controllen = CMSG_SPACE(sizeof(uint16_t));
  struct cmsghdr *c = CMSG_FIRSTHDR(message);
  c->cmsg_level = SOL_UDP;
  c->cmsg_type = UDP_SEGMENT;
  c->cmsg_len = CMSG_LEN(sizeof(uint16_t));
  uint16_t bytes = (uint16_t)frame_bytes;
  memcpy(CMSG_DATA(c), &bytes, sizeof bytes);
}
