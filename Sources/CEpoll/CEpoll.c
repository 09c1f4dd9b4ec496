// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE

#include "CEpoll.h"

#include <sys/epoll.h>

const uint32_t CEpoll_input = EPOLLIN;
const uint32_t CEpoll_output = EPOLLOUT;
const uint32_t CEpoll_half_closed = EPOLLRDHUP;
const uint32_t CEpoll_closed = EPOLLHUP | EPOLLERR;

int CEpoll_create(void) {
    return epoll_create1(EPOLL_CLOEXEC);
}

int CEpoll_watch(int set, int descriptor, uint64_t token) {
    struct epoll_event event = {
        .events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET,
        .data.u64 = token,
    };
    return epoll_ctl(set, EPOLL_CTL_ADD, descriptor, &event);
}

int CEpoll_changes(int set, struct CEpoll_change *changes) {
    struct epoll_event events[CEpoll_maximum_changes];
    int count = epoll_wait(set, events, CEpoll_maximum_changes, 0);
    for (int index = 0; index < count; index++) {
        changes[index].token = events[index].data.u64;
        changes[index].readiness = events[index].events;
    }
    return count;
}

int CEpoll_accept(int socket, struct sockaddr *address, socklen_t *length) {
    return accept4(socket, address, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}
