// SPDX-License-Identifier: Apache-2.0
//
// What edges are compared with: two network namespaces, 10.0.0.1 and 10.0.0.2, without root, and
//
//   edge veth [BITS BURST]   a veth pair, with a token bucket (tc-tbf(8)) of so many bits a second
//                            and bytes each way
//   edge udp                 two TUN devices, each with a process that carries its packets over UDP
//                            to a third, which forwards them as a node does
//   edge tun                 two TUN devices, and one process that copies from one to the other
//
// says `ready`, and the files of the user namespace and of both network namespaces. It ends with its
// standard input. And a load within any two namespaces:
//
//   edge echo                returns datagrams to their source
//   edge ask ADDRESS         for each line `COUNT MICROS` sends so many datagrams, so many µs apart,
//                            and says how many came back, and the percentiles 50 and 99 of their
//                            round trips in nanoseconds

#include "bench.h"

#include <fcntl.h>
#include <stdarg.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <sched.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>

enum { PORT = 7001, MTU = 1500, ASKED_BYTES = 64, ASKED_MAX = 1 << 20 };

static int bound(int port) {
  int fd = socket(AF_INET, SOCK_DGRAM, 0);
  struct sockaddr_in any = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  if (fd < 0 || bind(fd, (struct sockaddr *)&any, sizeof any) != 0) fail("bind");
  return fd;
}

static void echo(void) {
  int fd = bound(PORT);
  puts("ready");
  fflush(stdout);
  for (;;) {
    uint8_t data[DATAGRAM];
    struct sockaddr_in from;
    socklen_t length = sizeof from;
    ssize_t bytes = recvfrom(fd, data, sizeof data, 0, (struct sockaddr *)&from, &length);
    if (bytes >= 0) sendto(fd, data, (size_t)bytes, 0, (struct sockaddr *)&from, length);
  }
}

static int by_size(const void *a, const void *b) {
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

static void ask_all(int fd, int count, int64_t gap_nanos) {
  static int64_t trips[ASKED_MAX];
  int answered = 0;
  struct timeval patience = {.tv_sec = 1};
  setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  int64_t due = now_nanos();
  for (int k = 0; k < count; k++) {
    due += gap_nanos;
    struct timespec until = {due / 1000000000, due % 1000000000};
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
    uint8_t data[ASKED_BYTES] = {0};
    int64_t sent = now_nanos();
    memcpy(data, &sent, sizeof sent);
    if (send(fd, data, sizeof data, 0) < 0) continue;
    int64_t told = 0;
    while (told != sent && recv(fd, data, sizeof data, 0) > 0) memcpy(&told, data, sizeof told);
    if (told == sent) trips[answered++] = now_nanos() - sent;
    if (due < now_nanos()) due = now_nanos();
  }
  qsort(trips, (size_t)answered, sizeof *trips, by_size);
  printf("%d %lld %lld\n", answered, answered ? (long long)trips[answered / 2] : 0,
         answered ? (long long)trips[answered * 99LL / 100] : 0);
  fflush(stdout);
}

static int ask(const char *to) {
  struct sockaddr_in there = {.sin_family = AF_INET, .sin_port = htons(PORT)};
  int fd = bound(0);
  if (inet_pton(AF_INET, to, &there.sin_addr) != 1) fail(to);
  if (connect(fd, (struct sockaddr *)&there, sizeof there) != 0) fail("connect");
  prctl(PR_SET_TIMERSLACK, 1UL);
  puts("ready");
  fflush(stdout);
  char line[128];
  int count;
  long long micros;
  while (fgets(line, sizeof line, stdin) != NULL) {
    if (sscanf(line, "%d %lld", &count, &micros) != 2 || count > ASKED_MAX) return 2;
    ask_all(fd, count, micros * 1000);
  }
  return 0;
}

static void run(const char *format, ...) {
  char command[512];
  va_list words;
  va_start(words, format);
  vsnprintf(command, sizeof command, format, words);
  va_end(words);
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

static void own_users(void) {
  char users[64], groups[64];
  snprintf(users, sizeof users, "0 %u 1", (unsigned)geteuid());
  snprintf(groups, sizeof groups, "0 %u 1", (unsigned)getegid());
  if (unshare(CLONE_NEWUSER) != 0) fail("unshare");
  write_text("/proc/self/setgroups", "deny");
  write_text("/proc/self/uid_map", users);
  write_text("/proc/self/gid_map", groups);
}

static int own_network(void) {
  if (unshare(CLONE_NEWNET) != 0) fail("unshare");
  run("ip link set lo up");
  int fd = open("/proc/self/ns/net", O_RDONLY);
  if (fd < 0) fail("ns/net");
  return fd;
}

static int tun(int own, int other) {
  int fd = open("/dev/net/tun", O_RDWR | O_NONBLOCK);
  if (fd < 0) fail("/dev/net/tun");
  struct ifreq device = {.ifr_flags = IFF_TUN | IFF_NO_PI};
  strcpy(device.ifr_name, "tun0");
  if (ioctl(fd, TUNSETIFF, &device) != 0) fail("TUNSETIFF");
  run("ip addr add 10.0.0.%d peer 10.0.0.%d dev tun0 && ip link set tun0 mtu %d up", own, other, MTU);
  return fd;
}

static void shape(const char *device, char **words) {
  run("tc qdisc add dev %s root tbf rate %sbit burst %s limit 1mb", device, words[0], words[1]);
}

static void veth(int *networks, int count, char **words) {
  for (int end = 0; end < 2; end++) networks[end] = own_network();
  run("ip link add near type veth peer name far netns /proc/%d/fd/%d", getpid(), networks[0]);
  run("ip addr add 10.0.0.2/24 dev near && ip link set near up");
  if (count == 2) shape("near", words);
  if (setns(networks[0], CLONE_NEWNET) != 0) fail("setns");
  run("ip addr add 10.0.0.1/24 dev far && ip link set far up");
  if (count == 2) shape("far", words);
}

// Packets on their way from one descriptor, by one call or one each, to another.
static struct mmsghdr batch[BATCH];
static struct iovec parts[BATCH];
static uint8_t frames[BATCH][DATAGRAM];

static int take(int fd, int is_tun) {
  if (!is_tun) {
    for (int k = 0; k < BATCH; k++) parts[k].iov_len = DATAGRAM;
    return recvmmsg(fd, batch, BATCH, MSG_DONTWAIT, NULL);
  }
  int count = 0;
  for (ssize_t bytes; count < BATCH && (bytes = read(fd, frames[count] + RANI, MTU)) > 0; count++) {
    batch[count].msg_len = (unsigned)(RANI + bytes);
  }
  return count;
}

static void pass(int fd, int is_tun, int count) {
  for (int k = 0; k < count; k++) {
    if (is_tun) {
      if (write(fd, frames[k] + RANI, batch[k].msg_len - RANI) < 0) continue;
    }
    parts[k].iov_len = batch[k].msg_len;
  }
  if (!is_tun) sendmmsg(fd, batch, (unsigned)count, MSG_DONTWAIT);
}

static void forwarded(int count) {
  for (int k = 0; k < count; k++) {
    uint8_t *ip = frames[k] + RANI;
    ip[8]--;
    uint32_t sum = get16(ip + 10) + 0x100;
    put16(ip + 10, (uint16_t)(sum + (sum >> 16)));
  }
}

static void carry(int a, int a_is_tun, int b, int b_is_tun) {
  for (int k = 0; k < BATCH; k++) {
    parts[k].iov_base = frames[k];
    batch[k].msg_hdr.msg_iov = &parts[k];
    batch[k].msg_hdr.msg_iovlen = 1;
  }
  struct pollfd both[2] = {{.fd = a, .events = POLLIN}, {.fd = b, .events = POLLIN}};
  int is_tun[2] = {a_is_tun, b_is_tun};
  while (poll(both, 2, -1) > 0) {
    for (int k = 0; k < 2; k++) {
      if (!(both[k].revents & POLLIN)) continue;
      int count = take(both[k].fd, is_tun[k]);
      if (!a_is_tun && !b_is_tun) forwarded(count);
      if (count > 0) pass(both[1 - k].fd, is_tun[1 - k], count);
    }
  }
}

static void carry_in_child(int a, int a_is_tun, int b, int b_is_tun) {
  pid_t parent = getpid();
  pid_t child = fork();
  if (child < 0) fail("fork");
  if (child > 0) return;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() == parent) carry(a, a_is_tun, b, b_is_tun);
  _exit(3);
}

// Four sockets on the loopback, a pair for each hop; they stay in the network of their birth.
static void hops(int *sockets) {
  struct sockaddr_in places[4];
  for (int k = 0; k < 4; k++) {
    sockets[k] = socket(AF_INET, SOCK_DGRAM, 0);
    int bytes = SOCKET_BYTES;
    setsockopt(sockets[k], SOL_SOCKET, SO_RCVBUF, &bytes, sizeof bytes);
    setsockopt(sockets[k], SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
    struct sockaddr_in any = at(0);
    socklen_t length = sizeof places[k];
    if (bind(sockets[k], (struct sockaddr *)&any, sizeof any) != 0) fail("bind");
    if (getsockname(sockets[k], (struct sockaddr *)&places[k], &length) != 0) fail("getsockname");
  }
  for (int k = 0; k < 4; k++) {
    if (connect(sockets[k], (struct sockaddr *)&places[k ^ 1], sizeof places[k]) != 0) fail("connect");
  }
}

int main(int count, char **words) {
  const char *what = count > 1 ? words[1] : "";
  if (strcmp(what, "echo") == 0) echo();
  if (strcmp(what, "ask") == 0 && count == 3) return ask(words[2]);
  int networks[2], ends[2], sockets[4];
  hops(sockets);
  own_users();
  if (strcmp(what, "veth") == 0) {
    veth(networks, count - 2, words + 2);
  } else {
    for (int end = 0; end < 2; end++) {
      networks[end] = own_network();
      ends[end] = tun(1 + end, 2 - end);
    }
    if (strcmp(what, "tun") == 0) {
      carry_in_child(ends[0], 1, ends[1], 1);
    } else if (strcmp(what, "udp") == 0) {
      carry_in_child(ends[0], 1, sockets[0], 0);
      carry_in_child(sockets[1], 0, sockets[2], 0);
      carry_in_child(sockets[3], 0, ends[1], 1);
    } else {
      fprintf(stderr, "edge veth|udp|tun|echo|ask\n");
      return 2;
    }
  }
  printf("ready /proc/%d/ns/user", getpid());
  for (int end = 0; end < 2; end++) printf(" /proc/%d/fd/%d", getpid(), networks[end]);
  puts("");
  fflush(stdout);
  while (getchar() != EOF) continue;
  return 0;
}
