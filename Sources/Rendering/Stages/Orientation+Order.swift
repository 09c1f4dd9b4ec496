// SPDX-License-Identifier: Apache-2.0

import Codecs

extension Orientation {
    /// Whether the last stored sample of a row is shown first.
    var reversesColumns: Bool {
        switch self {
        case .topRight, .bottomRight, .rightBottom, .leftBottom: true
        case .topLeft, .bottomLeft, .leftTop, .rightTop: false
        }
    }

    /// Whether the last stored row is shown first.
    var reversesRows: Bool {
        switch self {
        case .bottomRight, .bottomLeft, .rightTop, .rightBottom: true
        case .topLeft, .topRight, .leftTop, .leftBottom: false
        }
    }
}
