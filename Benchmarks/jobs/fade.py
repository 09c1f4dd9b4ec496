# SPDX-License-Identifier: Apache-2.0
"""Gives a picture an alpha channel, opaque in the middle and clear at the corners: fade.py IN OUT."""

import sys

import numpy as np
from PIL import Image

image = np.asarray(Image.open(sys.argv[1]).convert("RGB"))
y, x = np.mgrid[-1 : 1 : image.shape[0] * 1j, -1 : 1 : image.shape[1] * 1j]
alpha = np.round(np.clip(2 - 1.6 * np.hypot(x, y), 0, 1) * 255).astype(np.uint8)
Image.fromarray(np.dstack([image, alpha])).save(sys.argv[2])
