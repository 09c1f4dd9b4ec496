// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE

#include "KeptFiles.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

/* MARK: The library */

/* libseccomp is loaded here, because no other process of the program needs it. */
static struct {
    __typeof__(&seccomp_init) init;
    __typeof__(&seccomp_rule_add_array) add;
    __typeof__(&seccomp_attr_set) set;
    __typeof__(&seccomp_load) load;
    __typeof__(&seccomp_release) release;
    __typeof__(&seccomp_syscall_resolve_name) resolve;
} library;

static bool load_library(void) {
    void *handle = dlopen("libseccomp.so.2", RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) {
        return false;
    }
    library.init = (__typeof__(library.init))dlsym(handle, "seccomp_init");
    library.add = (__typeof__(library.add))dlsym(handle, "seccomp_rule_add_array");
    library.set = (__typeof__(library.set))dlsym(handle, "seccomp_attr_set");
    library.load = (__typeof__(library.load))dlsym(handle, "seccomp_load");
    library.release = (__typeof__(library.release))dlsym(handle, "seccomp_release");
    library.resolve =
        (__typeof__(library.resolve))dlsym(handle, "seccomp_syscall_resolve_name");
    return library.init != NULL && library.add != NULL && library.set != NULL &&
           library.load != NULL && library.release != NULL && library.resolve != NULL;
}

/* MARK: The filter */

/* Memory, time, descriptors that are open, and the end of the process. */
static const char *const allowed[] = {
    "recvmsg", "sendmsg", "read", "readv", "write", "writev", "lseek", "close", "fstat",
    "brk", "munmap", "mremap", "madvise", "membarrier",
    "futex", "sched_yield", "sched_getaffinity", "set_robust_list", "rseq", "gettid", "getpid",
    "clock_gettime", "clock_getres", "clock_nanosleep", "nanosleep", "gettimeofday", "time",
    "getrusage", "times", "sysinfo", "uname", "getrandom", "getcpu",
    "rt_sigreturn", "rt_sigprocmask", "rt_sigaction", "sigaltstack", "restart_syscall",
    "exit", "exit_group",
};

/* Questions about files that are answered for kept ones and for descriptors. */
static const char *const asked[] = {"access", "faccessat", "faccessat2", "newfstatat"};

/* Looks for files, of which there are none: libraries ask for settings, and go on without. */
static const char *const refused[] = {
    "stat", "lstat", "fstatat64", "statx", "readlink", "readlinkat", "getcwd",
};

/* Names of memory and threads, the width of a terminal, and whether messages go to a journal. */
static const char *const ignored[] = {"prctl", "ioctl", "getpeername"};

static int add_rule(scmp_filter_ctx filter, uint32_t action, const char *name,
                    const struct scmp_arg_cmp *conditions, unsigned count) {
    int number = library.resolve(name);
    /* Not every architecture has all of them. */
    if (number < 0) {
        return 0;
    }
    return -library.add(filter, action, number, count, conditions);
}

static int add_rules(scmp_filter_ctx filter, uint32_t action, const char *const *names,
                     size_t count) {
    for (size_t index = 0; index < count; index++) {
        int error = add_rule(filter, action, names[index], NULL, 0);
        if (error != 0) {
            return error;
        }
    }
    return 0;
}

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

/* What becomes of a search for a file: the handler of kept files answers, or there are none. */
static uint32_t search_action(void) {
    return csandbox_kept_highest() > 0 ? SCMP_ACT_TRAP : SCMP_ACT_ERRNO(EACCES);
}

/* What only a process with kept files may do: copy descriptors, the answers to openat, and start threads. Pango
 * searches fonts on a thread of its own for each family. The arguments of clone3 are out of a filter's sight;
 * without it, libraries call clone. */
static int add_kept_file_rules(scmp_filter_ctx filter) {
    const scmp_datum_t thread = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD;
    const scmp_datum_t spaces = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC |
                                CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET;
    const struct scmp_arg_cmp copies[] = {SCMP_A1(SCMP_CMP_EQ, F_DUPFD_CLOEXEC)};
    const struct scmp_arg_cmp marks[] = {SCMP_A1(SCMP_CMP_EQ, F_SETFD)};
    const struct scmp_arg_cmp asks[] = {SCMP_A1(SCMP_CMP_EQ, F_GETFD)};
    const struct scmp_arg_cmp threads[] = {SCMP_A0(SCMP_CMP_MASKED_EQ, thread | spaces, thread)};
    int error = add_rule(filter, SCMP_ACT_ALLOW, "fcntl", copies, 1);
    if (error == 0) {
        error = add_rule(filter, SCMP_ACT_ALLOW, "fcntl", marks, 1);
    }
    if (error == 0) {
        error = add_rule(filter, SCMP_ACT_ALLOW, "fcntl", asks, 1);
    }
    if (error == 0) {
        error = add_rule(filter, SCMP_ACT_ALLOW, "clone", threads, 1);
    }
    return error == 0 ? add_rule(filter, SCMP_ACT_ERRNO(ENOSYS), "clone3", NULL, 0) : error;
}

static int add_conditional_rules(scmp_filter_ctx filter) {
    const struct scmp_arg_cmp no_code[] = {SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0)};
    const uint64_t writing = O_ACCMODE | O_CREAT | O_TRUNC;
    const struct scmp_arg_cmp open_reads[] = {SCMP_A1(SCMP_CMP_MASKED_EQ, writing, O_RDONLY)};
    const struct scmp_arg_cmp openat_reads[] = {SCMP_A2(SCMP_CMP_MASKED_EQ, writing, O_RDONLY)};
    /* abort(3) sends itself a signal. */
    const struct scmp_arg_cmp own[] = {SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)getpid())};
    int error = add_rule(filter, SCMP_ACT_ALLOW, "mmap", no_code, 1);
    if (error == 0) {
        error = add_rule(filter, SCMP_ACT_ALLOW, "mprotect", no_code, 1);
    }
    if (error == 0) {
        error = add_rule(filter, SCMP_ACT_ERRNO(EACCES), "open", open_reads, 1);
    }
    if (error == 0) {
        error = add_rule(filter, search_action(), "openat", openat_reads, 1);
    }
    if (error == 0 && csandbox_kept_highest() > 0) {
        error = add_kept_file_rules(filter);
    }
    if (error == 0) {
        error = add_rule(filter, SCMP_ACT_ALLOW, "tgkill", own, 1);
    }
    return error;
}

/* The error of the system for filters as such, which libseccomp does not pass on; 0 for none. */
static int refusal(void) {
    const uint32_t action = SECCOMP_RET_KILL_PROCESS;
    if (syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) != 0) {
        return errno;
    }
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ? errno : 0;
}

static int load_filter(void) {
    int reason = refusal();
    if (reason != 0) {
        return reason;
    }
    scmp_filter_ctx filter = library.init(SCMP_ACT_KILL_PROCESS);
    if (filter == NULL) {
        return ENOMEM;
    }
    /* For all threads: a library may have started one as it was loaded. */
    int error = -library.set(filter, SCMP_FLTATR_CTL_TSYNC, 1);
    if (error == 0) {
        error = add_rules(filter, SCMP_ACT_ALLOW, allowed, COUNT(allowed));
    }
    if (error == 0) {
        error = add_rules(filter, SCMP_ACT_ERRNO(EACCES), refused, COUNT(refused));
    }
    if (error == 0) {
        error = add_rules(filter, search_action(), asked, COUNT(asked));
    }
    if (error == 0) {
        error = add_rules(filter, SCMP_ACT_ERRNO(EINVAL), ignored, COUNT(ignored));
    }
    if (error == 0) {
        error = add_conditional_rules(filter);
    }
    if (error == 0) {
        error = -library.load(filter);
    }
    library.release(filter);
    return error;
}

/* MARK: The enclosure */

static void limit(__rlimit_resource_t resource, rlim_t value) {
    const struct rlimit both = {.rlim_cur = value, .rlim_max = value};
    setrlimit(resource, &both);
}

int csandbox_enclose(void) {
    bool has_library = load_library();
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, 0);
    int highest = csandbox_kept_highest();
    /* The standard streams, the socket, and the memory of a job; or the kept files and some copies of them. */
    limit(RLIMIT_NOFILE, highest > 0 ? (rlim_t)highest + 64 : csandbox_socket + 2);
    int error = highest > 0 ? csandbox_answer_calls() : 0;
    if (error != 0) {
        return error;
    }
    return has_library ? load_filter() : ENOENT;
}

/* MARK: What a codec must not do */

void csandbox_try_file(void) {
    int file = open("/tmp/frostpane-planted-fault", O_WRONLY | O_CREAT, 0600);
    if (file >= 0) {
        close(file);
    }
}

void csandbox_try_secret(void) {
    int file = open("/etc/passwd", O_RDONLY | O_CLOEXEC);
    if (file >= 0) {
        _exit(csandbox_secret_status);
    }
}

void csandbox_try_socket(void) {
    int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor >= 0) {
        close(descriptor);
    }
}

void csandbox_try_exec(void) {
    char *const arguments[] = {"/bin/true", NULL};
    char *const environment[] = {NULL};
    execve(arguments[0], arguments, environment);
}

void csandbox_try_fork(void) {
    if (fork() == 0) {
        _exit(0);
    }
}

void csandbox_try_executable_memory(void) {
    mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

void csandbox_hoard(size_t byte_count) {
    mmap(NULL, byte_count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}
