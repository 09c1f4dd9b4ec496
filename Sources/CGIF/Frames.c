/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "Library.h"

#define library cgif_library

cforeign_status cgif_status(int error) {
    const char *words = library.GifErrorString(error);
    cforeign_say("giflib: %s", words != NULL ? words : "no reason");
    switch (error) {
    case D_GIF_ERR_READ_FAILED:
    case D_GIF_ERR_NO_SCRN_DSCR:
    case D_GIF_ERR_NO_IMAG_DSCR:
    case D_GIF_ERR_EOF_TOO_SOON: return CFOREIGN_TRUNCATED;
    case D_GIF_ERR_NOT_ENOUGH_MEM: return CFOREIGN_OUT_OF_MEMORY;
    default: return CFOREIGN_DAMAGED;
    }
}

static int take(GifFileType *file, GifByteType *bytes, int count) {
    input *input = file->UserData;
    size_t taken = (size_t)count < input->rest ? (size_t)count : input->rest;
    memcpy(bytes, input->bytes, taken);
    input->bytes += taken;
    input->rest -= taken;
    return (int)taken;
}

void cgif_close(reader *reader) {
    if (reader->file != NULL) {
        library.DGifCloseFile(reader->file, NULL);
    }
}

cforeign_status cgif_open(reader *reader, const uint8_t *bytes, size_t byte_count) {
    int error = 0;
    *reader = (struct reader){.input = {bytes, byte_count}};
    reader->file = library.DGifOpen(&reader->input, take, &error);
    if (reader->file == NULL) {
        return cgif_status(error);
    }
    reader->width = (uint32_t)reader->file->SWidth;
    reader->height = (uint32_t)reader->file->SHeight;
    return CFOREIGN_OK;
}

static cforeign_status read_extension(reader *reader, GraphicsControlBlock *control) {
    int code;
    GifByteType *block = NULL;
    if (library.DGifGetExtension(reader->file, &code, &block) == GIF_ERROR) {
        return cgif_status(reader->file->Error);
    }
    while (block != NULL) {
        if (code == GRAPHICS_EXT_FUNC_CODE) {
            library.DGifExtensionToGCB(block[0], block + 1, control);
        }
        if (library.DGifGetExtensionNext(reader->file, &block) == GIF_ERROR) {
            return cgif_status(reader->file->Error);
        }
    }
    return CFOREIGN_OK;
}

cforeign_status cgif_next_frame(reader *reader, frame *frame, bool *found) {
    GraphicsControlBlock none = {.TransparentColor = NO_TRANSPARENT_COLOR};
    frame->control = none;
    *found = false;
    while (true) {
        GifRecordType type;
        if (library.DGifGetRecordType(reader->file, &type) == GIF_ERROR) {
            return cgif_status(reader->file->Error);
        }
        cforeign_status status = CFOREIGN_OK;
        switch (type) {
        case IMAGE_DESC_RECORD_TYPE:
            if (library.DGifGetImageDesc(reader->file) == GIF_ERROR) {
                return cgif_status(reader->file->Error);
            }
            frame->place = reader->file->Image;
            *found = true;
            return CFOREIGN_OK;
        case EXTENSION_RECORD_TYPE:
            status = read_extension(reader, &frame->control);
            break;
        case TERMINATE_RECORD_TYPE: return CFOREIGN_OK;
        case UNDEFINED_RECORD_TYPE:
        case SCREEN_DESC_RECORD_TYPE: return CFOREIGN_DAMAGED;
        }
        if (status != CFOREIGN_OK) {
            return status;
        }
    }
}

cforeign_status cgif_skip_lines(reader *reader) {
    int size;
    GifByteType *block = NULL;
    if (library.DGifGetCode(reader->file, &size, &block) == GIF_ERROR) {
        return cgif_status(reader->file->Error);
    }
    while (block != NULL) {
        if (library.DGifGetCodeNext(reader->file, &block) == GIF_ERROR) {
            return cgif_status(reader->file->Error);
        }
    }
    return CFOREIGN_OK;
}
