# SPDX-License-Identifier: Apache-2.0
"""Makes a small JPEG of a photo: shrink.py IN OUT WIDTH HEIGHT."""

import sys

from PIL import Image

source, target, width, height = sys.argv[1:]
Image.open(source).resize((int(width), int(height))).save(target, quality=95)
