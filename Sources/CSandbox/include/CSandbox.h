// SPDX-License-Identifier: Apache-2.0
//
// The calls behind a process that decodes files of strangers: starting it, giving up its rights for good, and
// passing memory to it. They are in C because of variadic calls, macros for control messages, and structures
// that Swift's Glibc module leaves out.

#ifndef CSANDBOX_H
#define CSANDBOX_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// The descriptor of the socket in a codec process.
enum { csandbox_socket = 3 };

/// Starts a program as `frostpane COMMAND SUBJECT PARENT [OPTION]`, with one end of a new socket pair as its
/// descriptor 3.
///
/// It gets a group of its own, so that signals of a terminal do not reach it, no descriptor but /dev/null and
/// the socket, and of the environment nothing but the path of libraries, and, if it reads fonts, the places where
/// fontconfig looks for settings and the language that it prefers.
///
/// Returns its process ID, with the other end in *socket, or a negated errno, with the name of the call that
/// failed in *call.
pid_t csandbox_spawn(const char *path, const char *command, const char *subject, const char *option,
                     int reads_fonts, int *socket, const char **call);

/// Gives up the capabilities of the calling process and the right to get new ones, and makes the system end it
/// before its parent when memory runs out.
///
/// To be called before other threads start, which inherit what the calling thread has. All kinds of processes
/// that work on files of strangers begin so (``csandbox_begin``).
void csandbox_renounce(void);

/// Renounces privileges, ties the life of the calling process to its parent, and closes all descriptors behind
/// the socket.
///
/// Returns 0, or -1 if the parent is gone already.
int csandbox_begin(pid_t parent);

/// Opens a file, so that the fenced process can open it by the same path to read.
///
/// Files that cannot be opened, or are none, are passed over.
///
/// Returns 0, or the errno of a shortage of descriptors or memory.
int csandbox_keep(const char *path);

/// The sizes of all kept files, in bytes.
uint64_t csandbox_kept_bytes(void);

/// Gives up the rights of the calling process for good: no new privileges, no tracing, few descriptors, no
/// files, and a filter of system calls that leaves memory, time, the socket, and the end of the process.
///
/// Opening a file to read, and looking for one, fail with EACCES, because libraries look for files that they
/// can do without; kept files alone can be opened. Whatever else the filter does not list kills the process. It binds all threads.
///
/// Returns 0, or the errno of the reason why there is no filter; the rest is done even so.
int csandbox_enclose(void);

/// Limits the address space of a process, and the processor time that it may use from now on, in seconds.
///
/// Returns 0, or an errno.
int csandbox_limit(pid_t process, uint64_t address_space, uint64_t seconds);

/// The processor time that a process has used so far, in nanoseconds, or 0 if that is unknown.
uint64_t csandbox_processor_time(pid_t process);

/// Creates memory without a name, which two processes can map.
///
/// Its size is sealed, and *is_sealed is 1, unless the system lacks memfd_create(2): then it is a file without a
/// name in /dev/shm, /tmp or /var/tmp, of which every range must be reserved before this process touches it.
///
/// Returns its descriptor, or a negated errno.
int csandbox_memory(size_t byte_count, int *is_sealed);

/// Takes the blocks of a range from the file system, without which touching the range can end a process by
/// SIGBUS.
///
/// Returns 0, or an errno.
int csandbox_reserve(int memory, size_t offset, size_t byte_count);

/// Sends a message of the given length, with a descriptor unless it is negative.
///
/// Returns 0, or an errno.
int csandbox_send(int socket, const void *bytes, size_t count, int descriptor);

/// Receives a message of exactly the given length; waits for it for the given time, or forever if that is
/// negative.
///
/// A descriptor that comes with it is stored in *descriptor, or -1; with a null pointer, none is accepted.
///
/// Returns 0; EAGAIN if there is no message yet; EPIPE if the other end is closed; EPROTO for a message of
/// another length; or another errno.
int csandbox_receive(int socket, void *bytes, size_t count, int *descriptor, int milliseconds);

/// Kills a child and waits for its end; returns its status as wait(2) has it, or -1 where killing is refused and
/// it goes on.
int csandbox_end(pid_t process);

/// Whether the process behind a socket has ended, or closed its end.
int csandbox_has_ended(int socket);

/// Waits for the end of a child that seems to be ending; returns 0 if it goes on, otherwise 1.
int csandbox_reap_soon(pid_t process, int milliseconds, int *status);

/// The bytes of address space that a process uses, or 0 if that is unknown.
uint64_t csandbox_address_space(pid_t process);

/// The exit status of a codec process that crashed because an allocation failed.
enum { csandbox_memory_status = 12 };

/// Lets a crash of the calling process end it with `csandbox_memory_status` if an allocation of the same thread
/// failed before. Libraries that do not check a result crash so, and those in Rust abort.
void csandbox_report_memory(void);

/// Forgets failed allocations, before a job.
void csandbox_forget_memory(void);

/// Whether an allocation has failed since then, as far as no other system call did after it.
int csandbox_lacks_memory(void);

/// The status with which a process exits that could read /etc/passwd.
enum { csandbox_secret_status = 77 };

/// Does what a codec must not do; each returns if nothing prevented it. The file is
/// /tmp/frostpane-planted-fault. Reading fails, or ends the process; the filter does not kill it.
void csandbox_try_file(void);
void csandbox_try_secret(void);
void csandbox_try_socket(void);
void csandbox_try_exec(void);
void csandbox_try_fork(void);
void csandbox_try_executable_memory(void);

/// Takes memory, and never gives it back.
void csandbox_hoard(size_t byte_count);

#endif
