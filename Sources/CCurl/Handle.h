/* SPDX-License-Identifier: Apache-2.0 */

/* The functions of libcurl that are looked up at run time, and a handle with the callbacks of its requests. */
#pragma once

#include "CCurl.h"

#include <curl/curl.h>
#include <time.h>

#define CCURL_FUNCTIONS(F)                                                                         \
    F(curl_global_init)                                                                            \
    F(curl_easy_init)                                                                              \
    F(curl_easy_setopt)                                                                            \
    F(curl_easy_getinfo)                                                                           \
    F(curl_easy_perform)                                                                           \
    F(curl_easy_reset)                                                                             \
    F(curl_easy_cleanup)                                                                           \
    F(curl_easy_strerror)                                                                          \
    F(curl_slist_append)                                                                           \
    F(curl_slist_free_all)

/* The headers wrap some names in macros that check types, which would see a call here. */
#undef curl_easy_setopt
#undef curl_easy_getinfo

#define MEMBER(name) __typeof__(name) *name;
struct ccurl_library {
    CCURL_FUNCTIONS(MEMBER)
};
#undef MEMBER

extern struct ccurl_library ccurl_library;

struct buffer {
    uint8_t *bytes;
    size_t length;
    size_t capacity;
    size_t limit;
};

struct ccurl_handle {
    CURL *curl;
    struct buffer fields;
    struct buffer body;
    const ccurl_request *request;
    size_t sent;
    bool is_sent;
    struct timespec sent_at;
    bool is_late;
    bool is_too_long;
    bool is_stopped;
    bool is_forbidden;
    char message[CURL_ERROR_SIZE];
};

/* MARK: Callbacks of the library; the context is the handle */

size_t ccurl_read_body(char *target, size_t size, size_t count, void *context);
int ccurl_rewind_body(void *context, curl_off_t offset, int origin);
size_t ccurl_take_field(char *bytes, size_t size, size_t count, void *context);
size_t ccurl_take_body(char *bytes, size_t size, size_t count, void *context);
curl_socket_t ccurl_open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address);
int ccurl_watch(void *context, curl_off_t total, curl_off_t received, curl_off_t upload_total,
                curl_off_t uploaded);
