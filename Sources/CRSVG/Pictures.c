/* SPDX-License-Identifier: Apache-2.0 */
#include "Library.h"

#include <string.h>

/*
 * Pictures within a drawing are data URLs. The library asks a decoder for the type that is named, and draws
 * nothing without a word if there is none, or if it finds another format. Such a drawing is refused.
 *
 * Reference: RFC 2397; W3C XML 1.0, section 4.1 (references to characters).
 */

/* A place in the file, whose characters may be written as references. */
typedef struct cursor {
    const uint8_t *at;
    const uint8_t *end;
} cursor;

static int digit(int letter) {
    if (letter >= '0' && letter <= '9') {
        return letter - '0';
    }
    letter |= 0x20;
    return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : 99;
}

static int lowered(int letter) {
    return letter >= 'A' && letter <= 'Z' ? letter + 0x20 : letter;
}

/* The next character; 0 at the end, and 1 for all beyond ASCII. */
static int next(cursor *cursor) {
    if (cursor->at >= cursor->end) {
        return 0;
    }
    int letter = *cursor->at++;
    if (letter != '&' || cursor->at == cursor->end || *cursor->at != '#') {
        return letter > 127 ? 1 : letter;
    }
    const uint8_t *at = cursor->at + 1;
    int base = at < cursor->end && *at == 'x' ? 16 : 10, value = 0;
    for (at += base == 16; at < cursor->end && digit(*at) < base; at += 1) {
        value = value > 127 ? value : value * base + digit(*at);
    }
    if (at == cursor->end || *at != ';') {
        return letter;
    }
    cursor->at = at + 1;
    return value > 127 ? 1 : value;
}

static bool is_space(int letter) {
    return letter == ' ' || letter == '\t' || letter == '\n' || letter == '\r';
}

/* The next character of an address, which skips breaks of lines. */
static int next_of_address(cursor *cursor) {
    int letter;
    do {
        letter = next(cursor);
    } while (letter == '\t' || letter == '\n' || letter == '\r');
    return lowered(letter);
}

static bool skip_word(cursor *cursor, const char *word) {
    for (; *word != 0; word += 1) {
        if (next_of_address(cursor) != *word) {
            return false;
        }
    }
    return true;
}

/* Reads up to the comma before the data; false without one. */
static bool read_head(cursor *cursor, char *text, size_t capacity) {
    for (size_t count = 0; count + 1 < capacity;) {
        int letter = next_of_address(cursor);
        if (letter == ',') {
            text[count] = 0;
            return true;
        }
        if (letter == 0 || letter == '<' || letter == '>' || letter == '"' || letter == '\'') {
            return false;
        }
        if (!is_space(letter)) {
            text[count++] = (char)letter;
        }
    }
    return false;
}

/* The formats of pictures by the first letters of their base64. */
static const struct {
    const char *letters;
    /* The type that the library has a decoder for; NULL for none. */
    const char *type;
} formats[] = {
    {"iVBORw0K", "image/png"}, {"/9j/", "image/jpeg"}, {"R0lGOD", "image/gif"},
    {"UklGR", NULL},           {"AAAA", NULL},         {"PHN2Zy", NULL},
    {"PD94bW", NULL},
};

/* The format of data in base64: its index, -1 for an unknown one, -2 for no data. */
static int format_of(cursor cursor) {
    char text[9] = {0};
    for (size_t count = 0; count + 1 < sizeof text;) {
        int letter = next(&cursor);
        if (letter == 0 || letter == '"' || letter == '\'' || letter == ')' || letter == '<') {
            break;
        }
        if (!is_space(letter)) {
            text[count++] = (char)letter;
        }
    }
    for (int index = 0; index < (int)(sizeof formats / sizeof *formats); index += 1) {
        if (strncmp(text, formats[index].letters, strlen(formats[index].letters)) == 0) {
            return index;
        }
    }
    return text[0] == 0 ? -2 : -1;
}

/* Whether a data URL behind its scheme may be a picture that is not drawn. */
static bool is_foreign(cursor cursor) {
    char head[128];
    if (!read_head(&cursor, head, sizeof head)) {
        return false;
    }
    size_t length = strlen(head);
    bool is_base64 = length >= 7 && strcmp(head + length - 7, ";base64") == 0;
    int format = is_base64 ? format_of(cursor) : -1;
    if (format == -2) {
        return false;
    }
    if (strncmp(head, "image/", 6) != 0) {
        /* Fonts and style sheets are not drawn by viewers either. */
        return format >= 0;
    }
    const char *type = format >= 0 ? formats[format].type : NULL;
    return type == NULL || strncmp(head, type, strlen(type)) != 0 || head[strlen(type)] != ';';
}

bool crsvg_has_foreign_picture(const uint8_t *bytes, size_t byte_count) {
    cursor start = {bytes, bytes + byte_count};
    while (start.at < start.end) {
        cursor found = start;
        int first = lowered(next(&found));
        start.at = found.at;
        if (first == 'd' && skip_word(&found, "ata:") && is_foreign(found)) {
            return true;
        }
    }
    return false;
}
