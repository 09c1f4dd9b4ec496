/* SPDX-License-Identifier: Apache-2.0 */
#include "Handle.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* The longest head of an answer, in bytes. */
#define FIELDS_LIMIT 65536

/* A connection that was idle for longer is not used again, in seconds: servers close theirs silently. */
#define IDLE_LIMIT 30L

#define library ccurl_library

struct ccurl_library ccurl_library;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_loaded;

static void load(void) {
    void *handle = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) {
        return;
    }
    /* A data pointer becomes a function pointer as POSIX has it for dlsym. */
#define LOOK_UP(name)                                                                              \
    *(void **)&library.name = dlsym(handle, #name);                                                \
    if (library.name == NULL) {                                                                    \
        return;                                                                                    \
    }
    CCURL_FUNCTIONS(LOOK_UP)
#undef LOOK_UP
    is_loaded = library.curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

/* MARK: Handles */

static void release(struct buffer *buffer) {
    free(buffer->bytes);
    *buffer = (struct buffer){0};
}

void ccurl_forget(ccurl_handle *handle) {
    release(&handle->body);
}

ccurl_handle *ccurl_create(void) {
    pthread_once(&once, load);
    if (!is_loaded) {
        return NULL;
    }
    ccurl_handle *handle = calloc(1, sizeof *handle);
    if (handle == NULL) {
        return NULL;
    }
    handle->curl = library.curl_easy_init();
    if (handle->curl == NULL) {
        free(handle);
        return NULL;
    }
    return handle;
}

void ccurl_destroy(ccurl_handle *handle) {
    library.curl_easy_cleanup(handle->curl);
    release(&handle->fields);
    release(&handle->body);
    free(handle);
}

/* MARK: Requests */

static bool configure(ccurl_handle *handle, const ccurl_request *request, struct curl_slist *fields) {
    CURL *curl = handle->curl;
    bool is_set = true;
#define SET(option, value)                                                                         \
    is_set = is_set && library.curl_easy_setopt(curl, option, value) == CURLE_OK
    SET(CURLOPT_URL, request->url);
    SET(CURLOPT_CUSTOMREQUEST, request->method);
    SET(CURLOPT_HTTPHEADER, fields);
    /* Threads of Swift must get no signals. */
    SET(CURLOPT_NOSIGNAL, 1L);
    SET(CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    /* A path with dots is signed with them. */
    SET(CURLOPT_PATH_AS_IS, 1L);
    SET(CURLOPT_PROTOCOLS_STR, "http,https");
    SET(CURLOPT_MAXAGE_CONN, IDLE_LIMIT);
    SET(CURLOPT_MAXCONNECTS, 2L);
    SET(CURLOPT_CONNECTTIMEOUT_MS, request->connect_time);
    SET(CURLOPT_LOW_SPEED_LIMIT, request->least_speed);
    SET(CURLOPT_LOW_SPEED_TIME, request->least_speed_time);
    SET(CURLOPT_NOPROGRESS, 0L);
    SET(CURLOPT_XFERINFOFUNCTION, ccurl_watch);
    SET(CURLOPT_XFERINFODATA, handle);
    SET(CURLOPT_HEADERFUNCTION, ccurl_take_field);
    SET(CURLOPT_HEADERDATA, handle);
    SET(CURLOPT_WRITEFUNCTION, ccurl_take_body);
    SET(CURLOPT_WRITEDATA, handle);
    SET(CURLOPT_ERRORBUFFER, handle->message);
    SET(CURLOPT_TIMEOUT_MS, request->total_time);
    /* As OpenSSL and the program curl have it; libcurl alone does not read it. */
    const char *certificates = getenv("SSL_CERT_FILE");
    if (certificates != NULL && certificates[0] != 0) {
        SET(CURLOPT_CAINFO, certificates);
    }
    if (request->allows != NULL) {
        SET(CURLOPT_OPENSOCKETFUNCTION, ccurl_open_socket);
        SET(CURLOPT_OPENSOCKETDATA, handle);
        /* A proxy would connect to where nobody looks. */
        SET(CURLOPT_PROXY, "");
    }
    if (request->is_head) {
        SET(CURLOPT_NOBODY, 1L);
    }
    if (request->has_body) {
        SET(CURLOPT_UPLOAD, 1L);
        SET(CURLOPT_INFILESIZE_LARGE, (curl_off_t)request->body_length);
        SET(CURLOPT_READFUNCTION, ccurl_read_body);
        SET(CURLOPT_READDATA, handle);
        SET(CURLOPT_SEEKFUNCTION, ccurl_rewind_body);
        SET(CURLOPT_SEEKDATA, handle);
    }
#undef SET
    return is_set;
}

static ccurl_status status_of(const ccurl_handle *handle, CURLcode code) {
    if (handle->is_late) {
        return CCURL_TOO_SLOW;
    }
    if (handle->is_too_long) {
        return CCURL_TOO_LONG;
    }
    if (handle->is_stopped) {
        return CCURL_STOPPED;
    }
    /* Another address of the same host may have been allowed. */
    if (handle->is_forbidden && code == CURLE_COULDNT_CONNECT) {
        return CCURL_FORBIDDEN;
    }
    switch (code) {
    case CURLE_OK:
        return CCURL_OK;
    case CURLE_OPERATION_TIMEDOUT:
        return CCURL_TOO_SLOW;
    case CURLE_GOT_NOTHING:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
    case CURLE_PARTIAL_FILE:
        return CCURL_STALE;
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_COULDNT_CONNECT:
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PEER_FAILED_VERIFICATION:
        return CCURL_UNREACHABLE;
    /* Foreign: about a hundred codes, all others of which are failures without a cure of their own. */
    default:
        return CCURL_FAILED;
    }
}

ccurl_status ccurl_perform(ccurl_handle *handle, const ccurl_request *request, ccurl_response *response) {
    handle->request = request;
    handle->sent = 0;
    handle->is_sent = handle->is_late = handle->is_too_long = false;
    handle->is_stopped = handle->is_forbidden = false;
    handle->message[0] = 0;
    ccurl_forget(handle);
    handle->fields.length = 0;
    handle->fields.limit = FIELDS_LIMIT;
    handle->body.limit = request->body_limit;
    *response = (ccurl_response){.message = handle->message};

    struct curl_slist *fields = NULL;
    for (const char *const *field = request->fields; *field != NULL; field++) {
        struct curl_slist *longer = library.curl_slist_append(fields, *field);
        if (longer == NULL) {
            library.curl_slist_free_all(fields);
            return CCURL_FAILED;
        }
        fields = longer;
    }
    library.curl_easy_reset(handle->curl);
    ccurl_status status = CCURL_FAILED;
    if (configure(handle, request, fields)) {
        CURLcode code = library.curl_easy_perform(handle->curl);
        status = status_of(handle, code);
        if (code != CURLE_OK && handle->message[0] == 0) {
            strncpy(handle->message, library.curl_easy_strerror(code), sizeof handle->message - 1);
        }
        library.curl_easy_getinfo(handle->curl, CURLINFO_RESPONSE_CODE, &response->status);
    }
    library.curl_slist_free_all(fields);
    response->fields = handle->fields.bytes;
    response->fields_length = handle->fields.length;
    response->body = handle->body.bytes;
    response->body_length = handle->body.length;
    handle->request = NULL;
    return status;
}
