// SPDX-License-Identifier: Apache-2.0

/* The files that a fenced process may read: it opens them first, and gets copies of the descriptors by path.
 *
 * A filter of system calls cannot look at a path, so it cannot tell a font from a secret. Here openat, access and fstat
 * raise a signal instead, and the handler answers from a table: a copy of a descriptor that was opened before the fence, or
 * EACCES. No path reaches the kernel, so that this needs no mount and no Landlock, and holds on every kernel that has
 * filters; and a font that is replaced or removed meanwhile is read as it was. */

#define _GNU_SOURCE

#include "KeptFiles.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

struct kept_file {
    char *path;
    int descriptor;
};

static struct {
    struct kept_file *files;
    size_t count;
    size_t capacity;
    uint64_t byte_count;
    int highest;
} kept;

/* As many descriptors as the system grants. */
static void raise_limit(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

static int compare(const void *left, const void *right) {
    return strcmp(((const struct kept_file *)left)->path, ((const struct kept_file *)right)->path);
}

static int make_room(void) {
    if (kept.count < kept.capacity) {
        return 0;
    }
    size_t capacity = kept.capacity == 0 ? 64 : kept.capacity * 2;
    struct kept_file *files = realloc(kept.files, capacity * sizeof *files);
    if (files == NULL) {
        return ENOMEM;
    }
    kept.files = files;
    kept.capacity = capacity;
    return 0;
}

int csandbox_keep(const char *path) {
    if (kept.count == 0) {
        raise_limit();
    }
    /* Files with several fonts are named several times in a row. */
    if (kept.count > 0 && strcmp(kept.files[kept.count - 1].path, path) == 0) {
        return 0;
    }
    int error = make_room();
    if (error != 0) {
        return error;
    }
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat status;
    if (descriptor < 0) {
        return errno == EMFILE || errno == ENFILE || errno == ENOMEM ? errno : 0;
    }
    char *copy = fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) ? strdup(path) : NULL;
    if (copy == NULL) {
        close(descriptor);
        return 0;
    }
    kept.files[kept.count++] = (struct kept_file){.path = copy, .descriptor = descriptor};
    kept.byte_count += (uint64_t)status.st_size;
    kept.highest = descriptor > kept.highest ? descriptor : kept.highest;
    return 0;
}

uint64_t csandbox_kept_bytes(void) {
    return kept.byte_count;
}

int csandbox_kept_highest(void) {
    return kept.highest;
}

/* The kept file of a path; NULL if there is none. */
static const struct kept_file *find(const char *path) {
    const struct kept_file wanted = {.path = (char *)path};
    return bsearch(&wanted, kept.files, kept.count, sizeof *kept.files, compare);
}

/* A new descriptor of a kept file, at its beginning, or a negated errno. */
static long open_again(const struct kept_file *file) {
    int descriptor = fcntl(file->descriptor, F_DUPFD_CLOEXEC, 0);
    if (descriptor < 0) {
        return -errno;
    }
    /* Copies share a position. It does not matter later: one thread at a time reads fonts. */
    lseek(descriptor, 0, SEEK_SET);
    return descriptor;
}

/* A call that the filter has trapped: its number and its first four arguments. */
struct call {
    int number;
    uintptr_t arguments[4];
};

static long answer(const struct call *call) {
    const uintptr_t *values = call->arguments;
    /* All but one of the calls have a folder before the path. */
    const char *path = (const char *)values[1];
#ifdef SYS_access
    if (call->number == SYS_access) {
        path = (const char *)values[0];
    }
#endif
    if (call->number == SYS_newfstatat) {
        /* As fstat(3) asks about a descriptor. */
        if (path[0] != 0 || !(values[3] & AT_EMPTY_PATH)) {
            return -EACCES;
        }
        return syscall(SYS_fstat, values[0], values[2]) == 0 ? 0 : -errno;
    }
    const struct kept_file *file = find(path);
    if (file == NULL) {
        return -EACCES;
    }
    return call->number == SYS_openat ? open_again(file) : 0;
}

/* Answers openat(folder, path, …), access(path, …), faccessat(folder, path, …) and newfstatat(folder, path, status,
 * flags), whose arguments and result are in registers. */
static void on_call(int signal, siginfo_t *cause, void *context) {
    (void)signal;
    int error = errno;
    mcontext_t *registers = &((ucontext_t *)context)->uc_mcontext;
#if defined(__x86_64__)
    greg_t *values = registers->gregs;
    const struct call call = {
        cause->si_syscall,
        {(uintptr_t)values[REG_RDI], (uintptr_t)values[REG_RSI], (uintptr_t)values[REG_RDX],
         (uintptr_t)values[REG_R10]},
    };
    values[REG_RAX] = answer(&call);
#elif defined(__aarch64__)
    unsigned long long *values = registers->regs;
    const struct call call = {cause->si_syscall, {values[0], values[1], values[2], values[3]}};
    values[0] = (unsigned long long)answer(&call);
#else
#error "the registers of system calls are not known"
#endif
    errno = error;
}

int csandbox_answer_calls(void) {
    qsort(kept.files, kept.count, sizeof *kept.files, compare);
    struct sigaction action = {.sa_sigaction = on_call, .sa_flags = SA_SIGINFO | SA_NODEFER};
    sigemptyset(&action.sa_mask);
    return sigaction(SIGSYS, &action, NULL) == 0 ? 0 : errno;
}
