// SPDX-License-Identifier: Apache-2.0
//
// Swift's Glibc module has neither <sys/epoll.h> nor <sys/eventfd.h> nor <sys/sendfile.h>, nor
// accept4(2) and memfd_create(2), whose declarations hide behind a feature macro. These are the
// few calls of them that the server needs, in types that Swift can see without unsafe pointers in
// unions.

#ifndef CEPOLL_H
#define CEPOLL_H

#include <stdint.h>
#include <sys/socket.h>

/// A change of the readiness of a descriptor.
struct CEpoll_change {
    /// The token that was passed to CEpoll_watch for the descriptor.
    uint64_t token;
    /// Some of the four bits below.
    uint32_t readiness;
};

/// There are bytes to read, or the end of them.
extern const uint32_t CEpoll_input;
/// There is room to write.
extern const uint32_t CEpoll_output;
/// The peer has ended its output.
extern const uint32_t CEpoll_half_closed;
/// Both directions are over, or the connection is broken.
extern const uint32_t CEpoll_closed;

/// The most changes that one call reports.
enum { CEpoll_maximum_changes = 128 };

/// Creates a set of descriptors; returns it, or -1 and errno.
int CEpoll_create(void);

/// Adds a descriptor, each change of which is reported once; returns 0, or -1 and errno.
int CEpoll_watch(int set, int descriptor, uint64_t token);

/// Adds a bell, each ring of which is a change; returns its descriptor, or -1 and errno.
int CEpoll_create_bell(int set, uint64_t token);

/// Rings a bell; allowed on any thread.
void CEpoll_ring(int bell);

/// Waits for changes, forever where the time is negative; returns their number, or -1 and errno.
///
/// There must be room for CEpoll_maximum_changes.
int CEpoll_changes(int set, struct CEpoll_change *changes, int milliseconds);

/// accept4(2), for a socket that neither blocks nor survives an exec.
int CEpoll_accept(int socket, struct sockaddr *address, socklen_t *length);

/// Creates a file in memory that does not survive an exec; returns it, or -1 and errno.
int CEpoll_create_file(void);

/// Forbids every change of such a file; returns 0, or -1 and errno.
int CEpoll_seal(int file);

/// sendfile(2), from a position; returns the bytes sent, or -1 and errno.
///
/// Unlike send(2) it cannot be told to raise no signal: SIGPIPE must be blocked or ignored.
ssize_t CEpoll_send_file(int socket, int file, int64_t position, size_t count);

#endif
