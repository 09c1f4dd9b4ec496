// SPDX-License-Identifier: Apache-2.0
//
// Other ways to do what an old kernel lacks, or what the filter of a container refuses. Each is tried after any
// failure of the usual call, whose error is reported if the substitute fails as well.

#define _GNU_SOURCE

#include "CSandbox.h"
#include "Substitutes.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/un.h>
#include <unistd.h>

/* MARK: Descriptors */

/* Closes what /proc lists; false without /proc. */
static bool close_listed(int first) {
    DIR *folder = opendir("/proc/self/fd");
    if (folder == NULL) {
        return false;
    }
    struct dirent *entry;
    bool is_listed = false;
    while ((entry = readdir(folder)) != NULL) {
        char *end;
        long descriptor = strtol(entry->d_name, &end, 10);
        if (end == entry->d_name) {
            continue;
        }
        is_listed = true;
        if (descriptor >= first && descriptor != dirfd(folder)) {
            close((int)descriptor);
        }
    }
    closedir(folder);
    return is_listed;
}

void csandbox_close_from(int first) {
    if (close_range((unsigned)first, ~0U, 0) == 0 || close_listed(first)) {
        return;
    }
    /* The server's own descriptors close on exec. What it has inherited has small numbers. */
    struct rlimit limit = {.rlim_cur = 65536};
    getrlimit(RLIMIT_NOFILE, &limit);
    int count = limit.rlim_cur < 65536 ? (int)limit.rlim_cur : 65536;
    for (int descriptor = first; descriptor < count; descriptor++) {
        close(descriptor);
    }
}

/* MARK: Sockets */

/* Listens at an abstract name, which the system chooses. */
static int listen_anywhere(struct sockaddr_un *address, socklen_t *length) {
    int listener = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    if (listener < 0) {
        return -1;
    }
    memset(address, 0, sizeof(*address));
    address->sun_family = AF_UNIX;
    *length = sizeof(*address);
    if (bind(listener, (struct sockaddr *)address, sizeof(address->sun_family)) != 0 ||
        getsockname(listener, (struct sockaddr *)address, length) != 0 ||
        listen(listener, SOMAXCONN) != 0) {
        close(listener);
        return -1;
    }
    return listener;
}

/* Accepts the connection of this process; others can connect as well until the listener closes. */
static int accept_own(int listener) {
    while (1) {
        int accepted = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
        if (accepted < 0) {
            return -1;
        }
        struct ucred peer;
        socklen_t length = sizeof(peer);
        if (getsockopt(accepted, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0 &&
            peer.pid == getpid()) {
            return accepted;
        }
        close(accepted);
    }
}

static int connect_pair(int pair[2]) {
    struct sockaddr_un address;
    socklen_t length;
    int listener = listen_anywhere(&address, &length);
    if (listener < 0) {
        return -1;
    }
    pair[0] = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    pair[1] = -1;
    if (pair[0] >= 0 && connect(pair[0], (struct sockaddr *)&address, length) == 0) {
        pair[1] = accept_own(listener);
    }
    close(listener);
    if (pair[1] < 0 && pair[0] >= 0) {
        close(pair[0]);
    }
    return pair[1] < 0 ? -1 : 0;
}

int csandbox_pair(int pair[2]) {
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) == 0) {
        return 0;
    }
    int error = errno;
    return connect_pair(pair) == 0 ? 0 : error;
}

/* MARK: Memory */

/* Memory of the kernel's own, whose size is sealed; -1 and errno without. */
static int sealed_memory(size_t byte_count) {
    int memory = memfd_create("frostpane codec", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (memory < 0) {
        return -1;
    }
    /* A process that could shrink it would end the other one by SIGBUS. */
    if (ftruncate(memory, (off_t)byte_count) != 0 ||
        fcntl(memory, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) {
        int error = errno;
        close(memory);
        errno = error;
        return -1;
    }
    return memory;
}

/* A file without a name. */
static int open_unnamed(const char *folder) {
    int file = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC | O_EXCL, 0600);
    if (file >= 0) {
        return file;
    }
    /* Not every file system has files without a name. */
    char path[64] = "";
    strncat(path, folder, sizeof(path) - 32);
    strcat(path, "/frostpane-XXXXXX");
    file = mkostemp(path, O_CLOEXEC);
    if (file >= 0) {
        unlink(path);
    }
    return file;
}

/* Containers often have 64 MiB for /dev/shm. */
static bool has_room(int file, size_t byte_count) {
    struct statvfs system;
    return fstatvfs(file, &system) != 0 ||
           (uint64_t)system.f_bavail * system.f_frsize >= byte_count;
}

int csandbox_memory(size_t byte_count, int *is_sealed) {
    int memory = sealed_memory(byte_count);
    *is_sealed = memory >= 0;
    if (memory >= 0) {
        return memory;
    }
    int error = errno;
    static const char *const folders[] = {"/dev/shm", "/tmp", "/var/tmp"};
    for (size_t index = 0; index < sizeof(folders) / sizeof(folders[0]); index++) {
        memory = open_unnamed(folders[index]);
        if (memory < 0) {
            continue;
        }
        if (has_room(memory, byte_count) && ftruncate(memory, (off_t)byte_count) == 0) {
            return memory;
        }
        error = ENOSPC;
        close(memory);
    }
    return -error;
}

int csandbox_reserve(int memory, size_t offset, size_t byte_count) {
    if (byte_count == 0) {
        return 0;
    }
    int error;
    do {
        error = posix_fallocate(memory, (off_t)offset, (off_t)byte_count);
    } while (error == EINTR);
    return error;
}
