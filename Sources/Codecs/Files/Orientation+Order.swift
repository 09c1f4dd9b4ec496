// SPDX-License-Identifier: Apache-2.0

import Raster

extension Orientation {
    /// Whether the columns of the upright image are in the reverse of their order in the file.
    package var reversesColumns: Bool {
        switch self {
        case .topRight, .bottomRight, .rightBottom, .leftBottom: true
        case .topLeft, .bottomLeft, .leftTop, .rightTop: false
        }
    }

    /// Whether the rows of the upright image are in the reverse of their order in the file.
    package var reversesRows: Bool {
        switch self {
        case .bottomRight, .bottomLeft, .rightTop, .rightBottom: true
        case .topLeft, .topRight, .leftTop, .leftBottom: false
        }
    }

    /// Returns the column and the row in which the upright image shows a stored pixel.
    func upright(x: Int, y: Int, of coded: PixelSize) -> (x: Int, y: Int) {
        let column = reversesColumns ? coded.width - 1 - x : x
        let row = reversesRows ? coded.height - 1 - y : y
        return exchangesSides ? (row, column) : (column, row)
    }
}
