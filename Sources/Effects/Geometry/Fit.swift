// SPDX-License-Identifier: Apache-2.0

/// The way to fit an image into a box, as in the CSS property `object-fit`.
package enum Fit: String, Hashable, Sendable, CaseIterable {
    /// Scales the whole image to the largest size that fits into the box.
    case contain
    /// Scales the image to cover the whole box, and cuts off the rest.
    case cover
    /// Stretches the whole image to the box, without keeping its proportions.
    case fill
    /// Keeps the image's own size, and cuts off the parts outside of the box.
    case none
    /// Scales like `contain` or keeps the own size like `none`, whichever is smaller.
    case scaleDown = "scale-down"

    /// Whether the fitted image can leave a part of the box empty.
    package var leavesRoom: Bool {
        switch self {
        case .contain, .none, .scaleDown: true
        case .cover, .fill: false
        }
    }
}

/// A way to fit an image into a box, named as in CSS or UIKit; UIKit's names may include a
/// position.
///
/// Reference: CSS Images Module Level 3, section 4.5; UIKit, `UIView.ContentMode`.
package struct FitMode: Hashable, Sendable {
    /// The way to fit the image into the box.
    package let fit: Fit

    /// The position that the name includes, such as the corner in `topLeft`; nil if it includes
    /// none.
    package let position: PicturePosition?

    /// Creates a mode from a fit and, if the name includes one, a position.
    package init(_ fit: Fit, at position: PicturePosition? = nil) {
        self.fit = fit
        self.position = position
    }

    /// The names of all modes and their meanings, first in CSS, then in UIKit.
    package static let named: [(name: String, mode: FitMode)] =
        Fit.allCases.map { ($0.rawValue, FitMode($0)) } + [
            ("scaleToFill", FitMode(.fill)),
            ("scaleAspectFit", FitMode(.contain)),
            ("scaleAspectFill", FitMode(.cover)),
            ("redraw", FitMode(.fill)),
            ("center", FitMode(.none, at: .center)),
            ("top", FitMode(.none, at: PicturePosition(x: 0.5, y: 0))),
            ("bottom", FitMode(.none, at: PicturePosition(x: 0.5, y: 1))),
            ("left", FitMode(.none, at: PicturePosition(x: 0, y: 0.5))),
            ("right", FitMode(.none, at: PicturePosition(x: 1, y: 0.5))),
            ("topLeft", FitMode(.none, at: PicturePosition(x: 0, y: 0))),
            ("topRight", FitMode(.none, at: PicturePosition(x: 1, y: 0))),
            ("bottomLeft", FitMode(.none, at: PicturePosition(x: 0, y: 1))),
            ("bottomRight", FitMode(.none, at: PicturePosition(x: 1, y: 1))),
        ]
}
