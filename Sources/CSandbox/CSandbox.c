// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE

#include "CSandbox.h"
#include "Substitutes.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* MARK: Starting */

/* The variables that a process may see. Secrets of the environment, such as tokens, stay out of it. */
static const char *const variables[] = {
    "LD_LIBRARY_PATH",
    /* Only with fonts: where fontconfig finds settings, caches and fonts, and the languages that it prefers. */
    "FONTCONFIG_FILE", "FONTCONFIG_PATH", "FONTCONFIG_SYSROOT", "XDG_CONFIG_HOME", "XDG_CACHE_HOME",
    "XDG_DATA_HOME", "HOME", "FC_LANG", "LC_ALL", "LC_CTYPE", "LANG",
};

enum { variable_count = sizeof variables / sizeof *variables };

/* Fills a list with the variables that are set, as pairs of name and value, and a null pointer. */
static void copy_environment(char *pairs[variable_count + 1], int reads_fonts) {
    size_t count = 0;
    for (size_t i = 0; i < (reads_fonts ? variable_count : 1); i++) {
        const char *value = getenv(variables[i]);
        if (value != NULL && asprintf(&pairs[count], "%s=%s", variables[i], value) >= 0) {
            count++;
        }
    }
    pairs[count] = NULL;
}

static int add_actions(posix_spawn_file_actions_t *actions, int socket) {
    for (int stream = 0; stream < 3; stream++) {
        int error = posix_spawn_file_actions_addopen(actions, stream, "/dev/null", O_RDWR, 0);
        if (error != 0) {
            return error;
        }
    }
    return posix_spawn_file_actions_adddup2(actions, socket, csandbox_socket);
}

static int add_attributes(posix_spawnattr_t *attributes, short flags) {
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(attributes, &none);
    posix_spawnattr_setsigdefault(attributes, &all);
    posix_spawnattr_setpgroup(attributes, 0);
    return posix_spawnattr_setflags(attributes, flags);
}

static int start(pid_t *process, const char *path, char *const *arguments,
                 char *const *environment, int socket, short flags) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    int error = add_actions(&actions, socket);
    if (error == 0) {
        error = add_attributes(&attributes, flags);
    }
    if (error == 0) {
        error = posix_spawn(process, path, &actions, &attributes, arguments, environment);
    }
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

pid_t csandbox_spawn(const char *path, const char *command, const char *subject, const char *option,
                     int reads_fonts, int *socket, const char **call) {
    char parent[24];
    snprintf(parent, sizeof(parent), "%d", getpid());
    char *const arguments[] = {"frostpane", (char *)command, (char *)subject,
                               parent,      (char *)option,  NULL};
    int pair[2];
    *call = "socketpair";
    int error = csandbox_pair(pair);
    if (error != 0) {
        return -error;
    }
    *call = "posix_spawn";
    char *environment[variable_count + 1];
    copy_environment(environment, reads_fonts);
    const short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
    pid_t process = 0;
    error = start(&process, path, arguments, environment, pair[1], flags | POSIX_SPAWN_SETPGROUP);
    if (error == EPERM || error == ENOSYS) {
        /* Where setpgid(2) is refused, a signal of the terminal ends codec processes as well. */
        error = start(&process, path, arguments, environment, pair[1], flags);
    }
    for (size_t i = 0; environment[i] != NULL; i++) {
        free(environment[i]);
    }
    close(pair[1]);
    if (error != 0) {
        close(pair[0]);
        return -error;
    }
    *socket = pair[0];
    return process;
}

int csandbox_begin(pid_t parent) {
    csandbox_renounce();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    /* It may have ended before the line above. */
    if (getppid() != parent) {
        return -1;
    }
    csandbox_close_from(csandbox_socket + 1);
    return 0;
}

/* Sets a limit, as far as the operator's own one allows: only root may raise that. */
static int set_limit(pid_t process, int resource, rlim_t value) {
    struct rlimit limit;
    if (prlimit(process, resource, NULL, &limit) != 0) {
        return errno;
    }
    limit.rlim_cur = value < limit.rlim_max ? value : limit.rlim_max;
    return prlimit(process, resource, &limit, NULL) == 0 ? 0 : errno;
}

/* The processor time that a process has used so far, in whole seconds. */
static int used_seconds(pid_t process, rlim_t *seconds) {
    clockid_t clock;
    struct timespec used;
    int error = clock_getcpuclockid(process, &clock);
    if (error != 0) {
        return error;
    }
    if (clock_gettime(clock, &used) != 0) {
        return errno;
    }
    *seconds = (rlim_t)used.tv_sec;
    return 0;
}

int csandbox_limit(pid_t process, uint64_t address_space, uint64_t seconds) {
    int error = set_limit(process, RLIMIT_AS, address_space);
    if (error != 0) {
        return error;
    }
    /* The system counts from the start of the process, in whole seconds. */
    rlim_t used = 0;
    error = used_seconds(process, &used);
    return error != 0 ? error : set_limit(process, RLIMIT_CPU, used + 1 + seconds);
}

uint64_t csandbox_processor_time(pid_t process) {
    clockid_t clock;
    struct timespec used;
    if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &used) != 0) {
        return 0;
    }
    return (uint64_t)used.tv_sec * 1000000000 + (uint64_t)used.tv_nsec;
}

int csandbox_end(pid_t process) {
    int status = 0;
    if (kill(process, SIGKILL) != 0 && errno != ESRCH) {
        /* It ends by itself, as its socket is closed, unless it is in the middle of a job. */
        return csandbox_reap_soon(process, 0, &status) ? status : -1;
    }
    while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}

int csandbox_reap_soon(pid_t process, int milliseconds, int *status) {
    struct timespec pause = {.tv_nsec = 1000000};
    for (int i = 0; i <= milliseconds; i++) {
        if (waitpid(process, status, WNOHANG) == process) {
            return 1;
        }
        nanosleep(&pause, NULL);
    }
    return 0;
}

int csandbox_has_ended(int socket) {
    struct pollfd entry = {.fd = socket, .events = POLLIN};
    /* An idle process has nothing to say. */
    return poll(&entry, 1, 0) > 0;
}

/* MARK: Messages */

/* A control message with room for one descriptor, aligned as the system wants it. */
union control {
    struct cmsghdr head;
    char bytes[CMSG_SPACE(sizeof(int))];
};

int csandbox_send(int socket, const void *bytes, size_t count, int descriptor) {
    struct iovec piece = {.iov_base = (void *)bytes, .iov_len = count};
    union control control;
    memset(&control, 0, sizeof(control));
    struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1};
    if (descriptor >= 0) {
        message.msg_control = &control;
        message.msg_controllen = sizeof(control);
        struct cmsghdr *head = CMSG_FIRSTHDR(&message);
        head->cmsg_level = SOL_SOCKET;
        head->cmsg_type = SCM_RIGHTS;
        head->cmsg_len = CMSG_LEN(sizeof(int));
        memcpy(CMSG_DATA(head), &descriptor, sizeof(int));
    }
    while (1) {
        ssize_t sent = sendmsg(socket, &message, MSG_NOSIGNAL);
        if (sent >= 0) {
            return (size_t)sent == count ? 0 : EPROTO;
        }
        if (errno != EINTR) {
            return errno;
        }
    }
}

static int take_descriptor(struct msghdr *message) {
    struct cmsghdr *head = CMSG_FIRSTHDR(message);
    if (head == NULL || head->cmsg_level != SOL_SOCKET || head->cmsg_type != SCM_RIGHTS ||
        head->cmsg_len != CMSG_LEN(sizeof(int))) {
        return -1;
    }
    int descriptor;
    memcpy(&descriptor, CMSG_DATA(head), sizeof(int));
    return descriptor;
}

int csandbox_receive(int socket, void *bytes, size_t count, int *descriptor, int milliseconds) {
    /* A codec process waits in recvmsg: it needs no further system call. */
    if (milliseconds >= 0) {
        struct pollfd entry = {.fd = socket, .events = POLLIN};
        int ready = poll(&entry, 1, milliseconds);
        if (ready <= 0) {
            return ready == 0 || errno == EINTR ? EAGAIN : errno;
        }
    }
    struct iovec piece = {.iov_base = bytes, .iov_len = count};
    union control control;
    memset(&control, 0, sizeof(control));
    struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1};
    if (descriptor != NULL) {
        message.msg_control = &control;
        message.msg_controllen = sizeof(control);
    }
    ssize_t received;
    do {
        received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    } while (received < 0 && errno == EINTR);
    if (received < 0) {
        return errno;
    }
    if (descriptor != NULL) {
        *descriptor = take_descriptor(&message);
    }
    if (received == 0) {
        return EPIPE;
    }
    /* Descriptors that nobody asked for are closed by the system; the message is refused as well. */
    int cut = message.msg_flags & (MSG_TRUNC | MSG_CTRUNC);
    return (size_t)received == count && !cut ? 0 : EPROTO;
}
