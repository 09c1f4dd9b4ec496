/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A fence around libcurl: one request, one answer, in memory or piece by piece.
 *
 * The library is loaded by the first handle, so that a program without remote stores and sources does not need it.
 * A handle keeps its connections between requests. Threads may use different handles at the same time.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

typedef struct ccurl_handle ccurl_handle;

typedef enum ccurl_status : int32_t {
    CCURL_OK = 0,
    /* The server could not be reached, or TLS failed; the message says why. */
    CCURL_UNREACHABLE,
    /* A limit of time or of speed was exceeded. */
    CCURL_TOO_SLOW,
    /* A kept connection was closed before the first byte of an answer. */
    CCURL_STALE,
    /* The answer is longer than the limit. */
    CCURL_TOO_LONG,
    /* The receiver took no more bytes; the status and the fields of the answer are there. */
    CCURL_STOPPED,
    /* The host has no address to which connections are allowed. */
    CCURL_FORBIDDEN,
    /* Any other failure; the message says which. */
    CCURL_FAILED,
} ccurl_status;

typedef struct ccurl_request {
    const char *method;
    const char *url;
    /* Lines `Name: value`, ended by NULL. */
    const char *_Nullable const *_Nonnull fields;
    /* The body; read only if it has one. */
    const uint8_t *_Nullable body;
    size_t body_length;
    bool has_body;
    /* Whether the answer has no body whatever its fields say, as that to HEAD. */
    bool is_head;
    /* The longest time to connect, and from the sent request to the first byte of the answer, in ms. */
    long connect_time;
    long first_byte_time;
    /* The least speed in bytes per second, as a mean of as many seconds. */
    long least_speed;
    long least_speed_time;
    /* The longest time of all, in ms; 0 for none. */
    long total_time;
    /* The longest body of an answer, in bytes. */
    size_t body_limit;
    /* Takes the next bytes of the body, which is not kept then; false if it takes no more. NULL for none. */
    bool (*_Nullable receive)(void *_Nullable context, long status, const uint8_t *bytes, size_t count);
    /* Whether a connection to an address is allowed; NULL if all are, also through a proxy of the environment. */
    bool (*_Nullable allows)(void *_Nullable context, const struct sockaddr *address, size_t length);
    /* The first argument of both. */
    void *_Nullable context;
} ccurl_request;

typedef struct ccurl_response {
    long status;
    /* The fields of the answer as they came, lines with CR LF. */
    const uint8_t *_Nullable fields;
    size_t fields_length;
    const uint8_t *_Nullable body;
    size_t body_length;
    /* What the library says of a failure. */
    const char *_Nullable message;
} ccurl_response;

/* Creates a handle; NULL if the library is missing, too old, or out of memory. */
ccurl_handle *_Nullable ccurl_create(void);

/* Closes the connections of a handle and frees it. */
void ccurl_destroy(ccurl_handle *handle);

/* Sends a request and waits for the answer, which belongs to the handle until its next request. */
ccurl_status ccurl_perform(ccurl_handle *handle, const ccurl_request *request, ccurl_response *response);

/// Frees the body of the last answer, which would stay in memory until the next request.
void ccurl_forget(ccurl_handle *handle);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
