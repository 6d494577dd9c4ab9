#define _GNU_SOURCE
#include "CIOSurface.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/// Space for a control message with one descriptor. The system drops further descriptors.
typedef union Control {
  char bytes[CMSG_SPACE(sizeof(int))];
  struct cmsghdr alignment;
} Control;

/// A byte that accompanies the descriptor, because a message without data may be lost.
static const char mark = 'S';

int cios_send(int socket, int descriptor) {
  char byte = mark;
  struct iovec data = {.iov_base = &byte, .iov_len = 1};
  Control control = {0};
  struct msghdr message = {
      .msg_iov = &data, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control.bytes};
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof descriptor);
  memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
  while (sendmsg(socket, &message, MSG_NOSIGNAL) < 0)
    if (errno != EINTR) return errno;
  return 0;
}

int cios_receive(int socket, int *descriptor) {
  char byte = 0;
  struct iovec data = {.iov_base = &byte, .iov_len = 1};
  Control control = {0};
  struct msghdr message = {
      .msg_iov = &data, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control.bytes};
  ssize_t count;
  while ((count = recvmsg(socket, &message, MSG_CMSG_CLOEXEC)) < 0)
    if (errno != EINTR) return errno;
  int found = -1;
  int isComplete = count == 1 && byte == mark && !(message.msg_flags & MSG_CTRUNC);
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    size_t descriptors = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t index = 0; index < descriptors; index++) {
      int each;
      memcpy(&each, CMSG_DATA(header) + index * sizeof each, sizeof each);
      if (found < 0 && isComplete) found = each;
      else close(each);
    }
  }
  if (found < 0) return count == 0 ? ENOMSG : EBADMSG;
  *descriptor = found;
  return 0;
}
