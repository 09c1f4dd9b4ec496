/* SPDX-License-Identifier: Apache-2.0 */
#include "DecoderState.h"

/*
 * The greatest number of bytes, other than zeros, that may follow the last block of a scan. Some encoders pad
 * to a word before a marker; more bytes are lost data. The library does not count the bytes that it has read
 * ahead, at most 8.
 */
#define PADDING_LIMIT 8

/* The greatest number of bytes that the library sees at once: with 512 for each block it takes its faster way. */
#define SHOWN_LIMIT 511

#define JPEG_RST0 0xD0

cjpeg_decoder *cjpeg_decoder_of(j_decompress_ptr codec) {
    return codec->client_data;
}

static void source_begin(j_decompress_ptr codec) {
    (void)codec;
}

/* The number of zeros that end at position `end` of the input, including those of earlier input. */
static size_t zeros_before(const cjpeg_decoder *decoder, size_t end) {
    size_t start = end;
    while (start > 0 && decoder->input[start - 1] == 0) {
        start -= 1;
    }
    return end - start + (start == 0 ? decoder->zeros_before_input : 0);
}

/* When the library warns of a gap, it has not yet recorded the marker that ends the gap. */
static size_t zeros_before_marker(j_decompress_ptr codec) {
    cjpeg_decoder *decoder = cjpeg_decoder_of(codec);
    return zeros_before(decoder, (size_t)(decoder->source.next_input_byte - decoder->input));
}

/*
 * Whether bytes between the end of a segment and the next marker may be skipped.
 *
 * Before the first scan they hide no pixel. After a scan they are entropy-coded data of no block, which is a
 * sign of damage, unless they are padding: zeros, or a few bytes.
 */
static int is_harmless_gap(j_decompress_ptr codec, int byte_count) {
    return codec->input_scan_number == 0 || byte_count <= PADDING_LIMIT
        || zeros_before_marker(codec) >= (size_t)byte_count;
}

void cjpeg_note(j_decompress_ptr codec, cjpeg_damage damage) {
    cjpeg_decoder *decoder = cjpeg_decoder_of(codec);
    if ((decoder->tolerated & damage) == 0) {
        cjpeg_fail((j_common_ptr)codec);
    }
    if ((decoder->damage & damage) == 0) {
        codec->err->format_message((j_common_ptr)codec, decoder->guard.message);
    }
    decoder->damage |= damage;
}

/*
 * Warnings are damage: the library has made pixels up, unless they are known not to cost any. Those about a
 * label, or about fields without meaning in a sequential file, concern no pixel at all.
 */
static void on_message(j_common_ptr common, int level) {
    j_decompress_ptr codec = (j_decompress_ptr)common;
    if (level >= 0) {
        return;
    }
    codec->err->num_warnings += 1;
    switch (codec->err->msg_code) {
    case JWRN_JFIF_MAJOR:
    case JWRN_ADOBE_XFORM:
    case JWRN_BOGUS_ICC:
    case JWRN_NOT_SEQUENTIAL:
        return;
    case JWRN_EXTRANEOUS_DATA:
        if (!is_harmless_gap(codec, codec->err->msg_parm.i[0])) {
            cjpeg_note(codec, CJPEG_DAMAGE_SURPLUS);
        }
        return;
    case JWRN_BOGUS_PROGRESSION:
        cjpeg_note(codec, CJPEG_DAMAGE_SCANS);
        return;
    default:
        cjpeg_note(codec, CJPEG_DAMAGE_MISSING);
    }
}

/*
 * At the end of the file an end-of-image marker stands in for the missing one. The library warns if it needed
 * more bytes before it, except with arithmetic coding, where a missing end cannot be told from none.
 */
static size_t end_source(j_decompress_ptr codec) {
    cjpeg_decoder *decoder = cjpeg_decoder_of(codec);
    if ((decoder->tolerated & CJPEG_DAMAGE_END) == 0) {
        cjpeg_leave((j_common_ptr)codec, CJPEG_TRUNCATED, "the file ends early");
    }
    codec->err->msg_code = JWRN_JPEG_EOF;
    cjpeg_note(codec, CJPEG_DAMAGE_END);
    if (codec->arith_code && !decoder->is_past_pixels) {
        cjpeg_note(codec, CJPEG_DAMAGE_MISSING);
    }
    decoder->input[0] = 0xFF;
    decoder->input[1] = JPEG_EOI;
    return 2;
}

/* Reads more of the file, or makes up its end. */
static void refill(j_decompress_ptr codec) {
    cjpeg_decoder *decoder = cjpeg_decoder_of(codec);
    size_t end = decoder->input_count;
    while (end > 0 && decoder->input[end - 1] == 0xFF) {
        end -= 1;
    }
    decoder->zeros_before_input = zeros_before(decoder, end);
    decoder->input_offset += decoder->input_count;
    if (!decoder->proceed(decoder->context)) {
        cjpeg_leave((j_common_ptr)codec, CJPEG_INTERRUPTED, "interrupted");
    }
    size_t count = decoder->read(decoder->context, decoder->input, INPUT_CAPACITY);
    if (count == 0 || count > INPUT_CAPACITY) {
        count = end_source(codec);
    }
    decoder->input_count = count;
    decoder->shown_count = 0;
}

/*
 * Shows the library the next bytes, so few that it takes its slower way through Huffman codes, which notices
 * invalid ones. The faster way swallows them, and whether it is taken depends on where buffers end.
 */
static boolean source_fill(j_decompress_ptr codec) {
    cjpeg_decoder *decoder = cjpeg_decoder_of(codec);
    if (decoder->shown_count == decoder->input_count) {
        refill(codec);
    }
    size_t rest = decoder->input_count - decoder->shown_count;
    size_t count = rest < SHOWN_LIMIT ? rest : SHOWN_LIMIT;
    decoder->source.next_input_byte = decoder->input + decoder->shown_count;
    decoder->source.bytes_in_buffer = count;
    decoder->shown_count += count;
    return TRUE;
}

static void source_skip(j_decompress_ptr codec, long count) {
    cjpeg_decoder *decoder = cjpeg_decoder_of(codec);
    if (count <= 0) {
        return;
    }
    size_t rest = (size_t)count;
    while (rest > decoder->source.bytes_in_buffer) {
        rest -= decoder->source.bytes_in_buffer;
        source_fill(codec);
    }
    decoder->source.next_input_byte += rest;
    decoder->source.bytes_in_buffer -= rest;
}

static void source_end(j_decompress_ptr codec) {
    (void)codec;
}

/*
 * Called where another restart marker follows than the one expected. One that is far from it is taken for
 * that one with a wrong number; near it, an interval is lost or was inserted, of which the library warns.
 */
static boolean source_resync(j_decompress_ptr codec, int expected) {
    int is_restart = codec->unread_marker >= JPEG_RST0 && codec->unread_marker <= JPEG_RST0 + 7;
    int distance = (codec->unread_marker - JPEG_RST0 - expected) & 7;
    if (!is_restart || distance < 3 || distance > 5) {
        return jpeg_resync_to_restart(codec, expected);
    }
    codec->err->msg_code = JWRN_MUST_RESYNC;
    codec->err->msg_parm.i[0] = codec->unread_marker;
    codec->err->msg_parm.i[1] = expected;
    cjpeg_note(codec, CJPEG_DAMAGE_RESTARTS);
    codec->unread_marker = 0;
    return TRUE;
}

void cjpeg_source_prepare(cjpeg_decoder *decoder) {
    decoder->source.init_source = source_begin;
    decoder->source.fill_input_buffer = source_fill;
    decoder->source.skip_input_data = source_skip;
    decoder->source.resync_to_restart = source_resync;
    decoder->source.term_source = source_end;
    decoder->codec.src = &decoder->source;
    decoder->codec.err->emit_message = on_message;
}
