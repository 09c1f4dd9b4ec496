// SPDX-License-Identifier: Apache-2.0

import Codecs

extension Orientation {
    /// Whether the columns of the upright picture are in the reverse of their order in the file.
    var reversesColumns: Bool {
        switch self {
        case .topRight, .bottomRight, .rightBottom, .leftBottom: true
        case .topLeft, .bottomLeft, .leftTop, .rightTop: false
        }
    }

    /// Whether the rows of the upright picture are in the reverse of their order in the file.
    var reversesRows: Bool {
        switch self {
        case .bottomRight, .bottomLeft, .rightTop, .rightBottom: true
        case .topLeft, .topRight, .leftTop, .leftBottom: false
        }
    }
}
