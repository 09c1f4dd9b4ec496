// SPDX-License-Identifier: Apache-2.0
//
// Swift's Glibc module has neither <sys/epoll.h> nor <sys/eventfd.h>, nor accept4(2), whose
// declaration hides behind a feature macro, nor openat2(2), which glibc does not wrap. These are the
// few calls of them that the server needs, in types that Swift can see without unsafe pointers in
// unions.

#ifndef CPLATFORM_H
#define CPLATFORM_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

/// A change of a descriptor's readiness.
struct CPlatform_change {
    /// The token that was passed to CPlatform_watch for the descriptor.
    uint64_t token;
    /// The readiness, a combination of the four bits below.
    uint32_t readiness;
};

/// The descriptor has bytes to read, or is at the end of its input.
extern const uint32_t CPlatform_input;
/// The descriptor has room to write.
extern const uint32_t CPlatform_output;
/// The peer has shut down its output.
extern const uint32_t CPlatform_half_closed;
/// Both directions are shut down, or the connection is broken.
extern const uint32_t CPlatform_closed;

/// The greatest number of changes that one call reports.
enum { CPlatform_maximum_changes = 128 };

/// Creates an epoll instance; returns its descriptor, or -1 and errno.
int CPlatform_create(void);

/// Adds a descriptor, edge-triggered; returns 0, or -1 and errno.
int CPlatform_watch(int set, int descriptor, uint64_t token);

/// Creates and adds an eventfd, edge-triggered; returns its descriptor, or -1 and errno.
int CPlatform_create_wakeup(int set, uint64_t token);

/// Signals an eventfd, from any thread.
void CPlatform_wake(int wakeup);

/// Waits for changes, forever if the time is negative; returns their number, or -1 and errno.
///
/// The array must have room for CPlatform_maximum_changes.
int CPlatform_changes(int set, struct CPlatform_change *changes, int milliseconds);

/// Accepts a connection as a nonblocking socket that closes on exec, by accept4(2).
int CPlatform_accept(int socket, struct sockaddr *address, socklen_t *length);

/// Opens a file below a folder to read it, by openat2(2); returns its descriptor, or -1 and errno.
///
/// No part of the path, and no symbolic link in it, leads out of the folder. Neither a pipe nor a device is waited
/// for. Where the system has no openat2(2), or if `is_walked`, the folders of the path are opened one by one, and a
/// symbolic link fails with ELOOP or ENOTDIR.
int CPlatform_open_beneath(int folder, const char *path, bool is_walked);

/// Lets large blocks of memory go back to the system as soon as they are freed; does nothing with another C
/// library than glibc.
///
/// glibc maps blocks from a size on that grows with each large block that is freed. Smaller ones come from
/// heaps that keep them.
void CPlatform_return_large_blocks(void);

/// Limits the number of heaps that all threads share; does nothing with another C library than glibc.
///
/// glibc has up to eight heaps per processor. In each, the pages between blocks in use stay resident.
void CPlatform_limit_heaps(int count);

/// Returns memory that was freed to the system, from every arena of glibc's allocator; does nothing with
/// another C library.
void CPlatform_return_freed_memory(void);

/// Lets the C library start threads and processes where a filter refuses clone3(2) with another error than ENOSYS,
/// for which alone the library takes clone(2) instead.
///
/// A further filter answers ENOSYS: of two filters that answer with errors, the newer one counts. Call it before
/// other threads start. Returns 0, or the error of clone3 if the system takes no filter.
int CPlatform_allow_threads(void);

/// Tries the calls without which no thread starts, or Dispatch traps.
///
/// Returns the name of the first one that the system refuses, with its errno in *error, or null.
const char *CPlatform_refused_call(int *error);

/// The number of processors on which the calling thread may run, at least 1; the number of those that are online
/// where the system does not tell.
int CPlatform_processor_count(void);

/// Names the calling thread; a name of more than 15 bytes is ignored.
void CPlatform_name_thread(const char *name);

#endif
