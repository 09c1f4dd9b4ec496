// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE

#include "CPlatform.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <malloc.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <unistd.h>

const uint32_t CPlatform_input = EPOLLIN;
const uint32_t CPlatform_output = EPOLLOUT;
const uint32_t CPlatform_half_closed = EPOLLRDHUP;
const uint32_t CPlatform_closed = EPOLLHUP | EPOLLERR;

int CPlatform_create(void) {
    return epoll_create1(EPOLL_CLOEXEC);
}

int CPlatform_watch(int set, int descriptor, uint64_t token) {
    struct epoll_event event = {
        .events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET,
        .data.u64 = token,
    };
    return epoll_ctl(set, EPOLL_CTL_ADD, descriptor, &event);
}

int CPlatform_create_wakeup(int set, uint64_t token) {
    int wakeup = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (wakeup < 0) {
        return -1;
    }
    struct epoll_event event = {
        .events = EPOLLIN | EPOLLET,
        .data.u64 = token,
    };
    if (epoll_ctl(set, EPOLL_CTL_ADD, wakeup, &event) != 0) {
        int error = errno;
        close(wakeup);
        errno = error;
        return -1;
    }
    return wakeup;
}

void CPlatform_wake(int wakeup) {
    // Each addition is a change, so that the count need never be read; it overflows after
    // centuries.
    eventfd_write(wakeup, 1);
}

int CPlatform_changes(int set, struct CPlatform_change *changes, int milliseconds) {
    struct epoll_event events[CPlatform_maximum_changes];
    int count = epoll_wait(set, events, CPlatform_maximum_changes, milliseconds);
    for (int index = 0; index < count; index++) {
        changes[index].token = events[index].data.u64;
        changes[index].readiness = events[index].events;
    }
    return count;
}

int CPlatform_accept(int socket, struct sockaddr *address, socklen_t *length) {
    return accept4(socket, address, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

int CPlatform_open_beneath(int folder, const char *path) {
    struct open_how how = {
        .flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY,
        .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS,
    };
    return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}

void CPlatform_return_large_blocks(void) {
#ifdef __GLIBC__
    // Either setting keeps glibc from raising both. The second would otherwise be 128 KiB, and cost a
    // system call for many a block that is freed.
    mallopt(M_MMAP_THRESHOLD, 1 << 20);
    mallopt(M_TRIM_THRESHOLD, 8 << 20);
#endif
}

void CPlatform_return_freed_memory(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

void CPlatform_name_thread(const char *name) {
    pthread_setname_np(pthread_self(), name);
}
