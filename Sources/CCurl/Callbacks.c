/* SPDX-License-Identifier: Apache-2.0 */
#include "Handle.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#define library ccurl_library

/* The longest body without a stated length that is kept, in bytes. */
#define UNSTATED_LIMIT (1 << 20)

static bool append(struct buffer *buffer, const void *bytes, size_t count) {
    if (count > buffer->limit - buffer->length) {
        return false;
    }
    if (buffer->length + count > buffer->capacity) {
        size_t capacity = 2 * buffer->capacity + count;
        uint8_t *grown = realloc(buffer->bytes, capacity);
        if (grown == NULL) {
            return false;
        }
        buffer->bytes = grown;
        buffer->capacity = capacity;
    }
    memcpy(buffer->bytes + buffer->length, bytes, count);
    buffer->length += count;
    return true;
}

/* Makes room for a body whose length is stated, which is not read if it is too long. A body without a length is read up to
 * UNSTATED_LIMIT: objects have lengths, lists and errors need not. */
static bool begin_body(ccurl_handle *handle) {
    curl_off_t total = -1;
    library.curl_easy_getinfo(handle->curl, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &total);
    if (total < 0) {
        if (handle->body.limit > UNSTATED_LIMIT) {
            handle->body.limit = UNSTATED_LIMIT;
        }
        return true;
    }
    if ((uint64_t)total > handle->body.limit) {
        return false;
    }
    handle->body.bytes = malloc((size_t)total);
    handle->body.capacity = handle->body.bytes == NULL ? 0 : (size_t)total;
    return true;
}

size_t ccurl_read_body(char *target, size_t size, size_t count, void *context) {
    ccurl_handle *handle = context;
    size_t rest = handle->request->body_length - handle->sent;
    size_t taken = size * count < rest ? size * count : rest;
    if (taken > 0) {
        memcpy(target, handle->request->body + handle->sent, taken);
    }
    handle->sent += taken;
    return taken;
}

/* The library sends a body again after a redirection of its own or on a new connection. */
int ccurl_rewind_body(void *context, curl_off_t offset, int origin) {
    ccurl_handle *handle = context;
    if (origin != SEEK_SET || offset < 0 || (size_t)offset > handle->request->body_length) {
        return CURL_SEEKFUNC_FAIL;
    }
    handle->sent = (size_t)offset;
    return CURL_SEEKFUNC_OK;
}

size_t ccurl_take_field(char *bytes, size_t size, size_t count, void *context) {
    ccurl_handle *handle = context;
    size_t length = size * count;
    /* An interim answer such as 100 has a head of its own, which the next one replaces. */
    if (length >= 5 && memcmp(bytes, "HTTP/", 5) == 0) {
        handle->fields.length = 0;
    }
    handle->is_too_long = !append(&handle->fields, bytes, length);
    return handle->is_too_long ? 0 : length;
}

size_t ccurl_take_body(char *bytes, size_t size, size_t count, void *context) {
    ccurl_handle *handle = context;
    size_t length = size * count;
    const ccurl_request *request = handle->request;
    if (request->receive != NULL) {
        long status = 0;
        library.curl_easy_getinfo(handle->curl, CURLINFO_RESPONSE_CODE, &status);
        handle->is_stopped =
            !request->receive(request->context, status, (const uint8_t *)bytes, length);
        return handle->is_stopped ? 0 : length;
    }
    handle->is_too_long = (handle->body.bytes == NULL && !begin_body(handle)) ||
                          !append(&handle->body, bytes, length);
    return handle->is_too_long ? 0 : length;
}

/* Sees the address after every resolution of names, and before anything is sent to it. */
curl_socket_t ccurl_open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
    ccurl_handle *handle = context;
    const ccurl_request *request = handle->request;
    if (purpose != CURLSOCKTYPE_IPCXN ||
        !request->allows(request->context, &address->addr, address->addrlen)) {
        handle->is_forbidden = true;
        return CURL_SOCKET_BAD;
    }
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

/* Called at least once a second. The library has limits for connecting and for speed, but none for the
 * time until a server begins to answer. */
int ccurl_watch(void *context, curl_off_t total, curl_off_t received, curl_off_t upload_total,
                curl_off_t uploaded) {
    (void)total;
    (void)upload_total;
    ccurl_handle *handle = context;
    if (received > 0 || handle->fields.length > 0 ||
        (size_t)uploaded < handle->request->body_length) {
        handle->is_sent = false;
        return 0;
    }
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (!handle->is_sent) {
        handle->is_sent = true;
        handle->sent_at = now;
        return 0;
    }
    long elapsed = (now.tv_sec - handle->sent_at.tv_sec) * 1000 +
                   (now.tv_nsec - handle->sent_at.tv_nsec) / 1000000;
    handle->is_late = elapsed > handle->request->first_byte_time;
    return handle->is_late;
}
