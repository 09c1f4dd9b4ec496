// SPDX-License-Identifier: Apache-2.0
#pragma once

// Reads an answer of HTTP/1.1 that comes in pieces, as far as it takes to know its status and its end; one
// with a body, not 1xx, 204 or 304. Where chunks are broken the status is 0. Needs _GNU_SOURCE.

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { answer_line_capacity = 4096 };

enum answer_part {
    ANSWER_STATUS,
    ANSWER_FIELD,
    ANSWER_COUNTED,
    ANSWER_CHUNK_SIZE,
    ANSWER_CHUNK,
    ANSWER_CHUNK_END,
    ANSWER_TRAILER,
    ANSWER_UNTIL_CLOSE,
    ANSWER_OVER,
};

struct answer {
    // What comes next.
    enum answer_part part;
    int status;
    // Whether the server closes the connection behind it.
    bool is_last;
    bool is_chunked;
    // Bytes that are left of the body or of a chunk; negative while nobody has said.
    long remaining;
    char line[answer_line_capacity];
    size_t line_length;
};

static inline void answer_begin(struct answer *answer) {
    answer->part = ANSWER_STATUS;
    answer->status = 0;
    answer->is_last = answer->is_chunked = false;
    answer->remaining = -1;
    answer->line_length = 0;
}

static inline bool answer_is(const char *line, const char *name, const char **value) {
    size_t length = strlen(name);
    if (strncasecmp(line, name, length) != 0 || line[length] != ':') return false;
    *value = line + length + 1 + strspn(line + length + 1, " \t");
    return true;
}

static inline enum answer_part answer_body(const struct answer *answer) {
    if (answer->is_chunked) return ANSWER_CHUNK_SIZE;
    if (answer->remaining < 0) return ANSWER_UNTIL_CLOSE;
    return answer->remaining > 0 ? ANSWER_COUNTED : ANSWER_OVER;
}

static inline void answer_take_line(struct answer *answer) {
    const char *line = answer->line, *value;
    switch (answer->part) {
    case ANSWER_STATUS:
        answer->status = atoi(line + strcspn(line, " "));
        answer->part = ANSWER_FIELD;
        break;
    case ANSWER_FIELD:
        if (*line == '\0') answer->part = answer_body(answer);
        if (answer_is(line, "content-length", &value)) answer->remaining = atol(value);
        if (answer_is(line, "transfer-encoding", &value)) answer->is_chunked = true;
        if (answer_is(line, "connection", &value)) answer->is_last = strcasestr(value, "close");
        break;
    case ANSWER_CHUNK_SIZE: {
        char *end;
        answer->remaining = strtol(line, &end, 16);
        if (end == line || answer->remaining < 0) answer->status = 0;
        answer->part = answer->remaining > 0 ? ANSWER_CHUNK : ANSWER_TRAILER;
        break;
    }
    case ANSWER_CHUNK_END:
        answer->part = ANSWER_CHUNK_SIZE;
        break;
    case ANSWER_TRAILER:
        if (*line == '\0') answer->part = ANSWER_OVER;
        break;
    default:
        break;
    }
}

// Takes bytes of one part, at least one; how many.
static inline size_t answer_take(struct answer *answer, const char *bytes, size_t count) {
    enum answer_part part = answer->part;
    if (part == ANSWER_UNTIL_CLOSE || part == ANSWER_OVER) return count;
    if (part == ANSWER_COUNTED || part == ANSWER_CHUNK) {
        size_t taken = count < (size_t)answer->remaining ? count : (size_t)answer->remaining;
        answer->remaining -= (long)taken;
        if (answer->remaining == 0) answer->part = part == ANSWER_COUNTED ? ANSWER_OVER : ANSWER_CHUNK_END;
        return taken;
    }
    const char *end = memchr(bytes, '\n', count);
    size_t taken = end == NULL ? count : (size_t)(end - bytes) + 1;
    size_t room = answer_line_capacity - 1 - answer->line_length;
    size_t kept = taken < room ? taken : room;
    memcpy(answer->line + answer->line_length, bytes, kept);
    answer->line_length += kept;
    if (end == NULL) return taken;
    answer->line[answer->line_length] = '\0';
    answer->line[strcspn(answer->line, "\r\n")] = '\0';
    answer->line_length = 0;
    answer_take_line(answer);
    return taken;
}
