# SPDX-License-Identifier: Apache-2.0
"""AVIF grids, put together box by box as heif_files does: files() returns them by name."""

import io

from heif_files import ALPHA, COLUMNS, ROWS, TILE, File, auxiliary, color, drawing, find, mask


def encode_avif(image):
    """Encodes an image as AVIF, and returns its configuration and its samples."""
    file = io.BytesIO()
    image.save(file, "AVIF", quality=95, subsampling="4:0:0" if image.mode == "L" else "4:4:4")
    contents = file.getvalue()
    return find(contents, b"meta", b"iprp", b"ipco", b"av1C"), find(contents, b"mdat")


def files():
    """AVIF grids with alpha of each kind, and with the boxes of items in another order than the tiles."""
    places = [(column * TILE, row * TILE) for row in range(ROWS) for column in range(COLUMNS)]
    colors = [encode_avif(drawing((TILE, TILE), place)) for place in places]
    masks = [encode_avif(mask((TILE, TILE), place)) for place in places]
    space = (color(1, 13, 6), False)
    for alpha in ("none", "tiles", "grid"):
        for order in ((0, 1, 2, 3, 4, 5), (5, 3, 1, 0, 2, 4)):
            file = File(is_avif=True)
            tiles = {index: file.image(colors[index], (TILE, TILE), space) for index in order}
            file.primary = file.grid([tiles[index] for index in range(6)], space)
            covers = {} if alpha == "none" else {
                index: file.image(masks[index], (TILE, TILE), auxiliary(ALPHA)) for index in order}
            for index, cover in covers.items():
                if alpha == "tiles":
                    file.refer(b"auxl", cover, tiles[index])
            if alpha == "grid":
                grid = file.grid([covers[index] for index in range(6)], auxiliary(ALPHA), hidden=True)
                file.refer(b"auxl", grid, file.primary)
            yield f"AVIF grid, alpha of {alpha}, order {order}", file.bytes()
