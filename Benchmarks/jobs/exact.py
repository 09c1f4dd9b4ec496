# SPDX-License-Identifier: Apache-2.0
"""How far results are from the definition: exact.py PHOTO SIGMA RESULT…

Decodes the photo, blurs it in float64 with clamped edges, saturates, and prints as JSON the PSNR of each
result against that, in decibels, last of it the PSNR of the definition itself encoded at the same quality.
"""

import json
import sys

import cv2
import numpy as np
from compare import reference
from peer import MATRIX, QUALITY


def read(path: str) -> np.ndarray:
    """The samples of a picture, blue first."""
    image = cv2.imread(path)
    if image is None:
        raise FileNotFoundError(path)
    return image


def definition(photo: np.ndarray, sigma: float) -> np.ndarray:
    """The photo, blue first, blurred and saturated in float64."""
    blurred = reference(photo, sigma)
    return np.clip(cv2.transform(blurred, np.array(MATRIX)[::-1, ::-1]), 0, 255)


def psnr(result: np.ndarray, exact: np.ndarray) -> float:
    return float(10 * np.log10(255**2 / np.mean((result - exact) ** 2)))


def main() -> None:
    photo, sigma, *results = sys.argv[1:]
    exact = definition(read(photo), float(sigma))
    figures = [psnr(read(result), exact) for result in results]
    encoded = cv2.imencode(".jpg", np.round(exact).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1]
    figures.append(psnr(cv2.imdecode(encoded, cv2.IMREAD_COLOR).astype(np.float64), exact))
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
