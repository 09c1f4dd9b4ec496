// SPDX-License-Identifier: Apache-2.0

import Codecs

extension Orientation {
    /// Whether upright columns are in the reverse of the stored order.
    var reversesColumns: Bool {
        switch self {
        case .topRight, .bottomRight, .rightBottom, .leftBottom: true
        case .topLeft, .bottomLeft, .leftTop, .rightTop: false
        }
    }

    /// Whether upright rows are in the reverse of the stored order.
    var reversesRows: Bool {
        switch self {
        case .bottomRight, .bottomLeft, .rightTop, .rightBottom: true
        case .topLeft, .topRight, .leftTop, .leftBottom: false
        }
    }
}
