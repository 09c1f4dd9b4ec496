// SPDX-License-Identifier: Apache-2.0

import CPango
import Effects

extension TextForm.Alignment {
    var code: cpango_alignment {
        switch self {
        case .natural: CPANGO_ALIGN_NATURAL
        case .left: CPANGO_ALIGN_LEFT
        case .center: CPANGO_ALIGN_CENTER
        case .right: CPANGO_ALIGN_RIGHT
        case .justified: CPANGO_ALIGN_JUSTIFIED
        }
    }
}

extension TextForm.Position {
    var code: cpango_position {
        switch self {
        case .top: CPANGO_POSITION_TOP
        case .middle: CPANGO_POSITION_MIDDLE
        case .bottom: CPANGO_POSITION_BOTTOM
        }
    }
}

extension TextForm.Wrapping {
    var code: cpango_wrapping {
        switch self {
        case .word: CPANGO_WRAP_WORD
        case .character: CPANGO_WRAP_CHARACTER
        case .truncate: CPANGO_WRAP_TRUNCATE
        }
    }
}

extension TextForm.Direction {
    var code: cpango_direction {
        switch self {
        case .auto: CPANGO_DIRECTION_AUTO
        case .ltr: CPANGO_DIRECTION_LTR
        case .rtl: CPANGO_DIRECTION_RTL
        }
    }
}
