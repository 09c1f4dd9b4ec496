// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE

#include "CPlatform.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/filter.h>
#include <linux/openat2.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <pthread.h>
#include <sched.h>
#include <stddef.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
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

/* Opens the folders of a path one by one, and follows no symbolic link. */
static int walk_beneath(int folder, const char *path, int flags) {
    int here = folder;
    while (1) {
        size_t length = strcspn(path, "/");
        char name[NAME_MAX + 1] = "";
        bool is_last = path[length] == 0;
        if (length == 0 || length > NAME_MAX) {
            errno = length == 0 ? ENOENT : ENAMETOOLONG;
            break;
        }
        memcpy(name, path, length);
        if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0) {
            errno = EXDEV;
            break;
        }
        int next = openat(here, name, O_NOFOLLOW | O_CLOEXEC | (is_last ? flags : O_PATH | O_DIRECTORY));
        int error = errno;
        if (here != folder) {
            close(here);
        }
        errno = error;
        if (next < 0 || is_last) {
            return next;
        }
        here = next;
        path += length + 1;
    }
    int error = errno;
    if (here != folder) {
        close(here);
    }
    errno = error;
    return -1;
}

int CPlatform_open_beneath(int folder, const char *path, bool is_walked) {
    const int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
    struct open_how how = {
        .flags = flags,
        .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS,
    };
    int descriptor = is_walked ? -1 : (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
    if (is_walked || (descriptor < 0 && (errno == ENOSYS || errno == EPERM))) {
        return walk_beneath(folder, path, flags);
    }
    return descriptor;
}

void CPlatform_return_large_blocks(void) {
#ifdef __GLIBC__
    // Either setting keeps glibc from raising both. The second would otherwise be 128 KiB, and cost a
    // system call for many a block that is freed.
    mallopt(M_MMAP_THRESHOLD, 1 << 20);
    mallopt(M_TRIM_THRESHOLD, 8 << 20);
#endif
}

void CPlatform_limit_heaps(int count) {
#ifdef __GLIBC__
    mallopt(M_ARENA_MAX, count);
#else
    (void)count;
#endif
}

void CPlatform_return_freed_memory(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

int CPlatform_processor_count(void) {
    /* The mask of the kernel has room for the processors that the machine could have. */
    for (size_t room = 1024; room <= 1 << 20; room *= 2) {
        cpu_set_t *set = CPU_ALLOC(room);
        if (set == NULL) {
            break;
        }
        size_t size = CPU_ALLOC_SIZE(room);
        int result = sched_getaffinity(0, size, set);
        int error = errno;
        int count = result == 0 ? CPU_COUNT_S(size, set) : 0;
        CPU_FREE(set);
        if (count > 0) {
            return count;
        }
        if (error != EINVAL) {
            break;
        }
    }
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (int)count : 1;
}

void CPlatform_name_thread(const char *name) {
    pthread_setname_np(pthread_self(), name);
}

/* MARK: What the system refuses */

int CPlatform_allow_threads(void) {
#ifdef SYS_clone3
    /* Without arguments the call is invalid, where it exists and is allowed. */
    if (syscall(SYS_clone3, NULL, 0) != -1 || errno == EINVAL || errno == ENOSYS) {
        return 0;
    }
    int error = errno;
    struct sock_filter steps[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog filter = {.len = sizeof steps / sizeof steps[0], .filter = steps};
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0 ? 0 : error;
#else
    return 0;
#endif
}

static void *do_nothing(void *argument) {
    return argument;
}

static int start_thread(void) {
    pthread_t thread;
    int error = pthread_create(&thread, NULL, do_nothing, NULL);
    if (error == 0) {
        pthread_join(thread, NULL);
    }
    return error;
}

/* The error of a call that returns a descriptor; closes that. */
static int error_of(int descriptor) {
    if (descriptor < 0) {
        return errno;
    }
    close(descriptor);
    return 0;
}

const char *CPlatform_refused_call(int *error) {
    if ((*error = start_thread()) != 0) {
        return "clone";
    }
    if ((*error = error_of(epoll_create1(EPOLL_CLOEXEC))) != 0) {
        return "epoll_create1";
    }
    if ((*error = error_of(eventfd(0, EFD_CLOEXEC))) != 0) {
        return "eventfd2";
    }
    return NULL;
}
