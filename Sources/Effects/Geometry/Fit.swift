// SPDX-License-Identifier: Apache-2.0

/// The way to bring a picture into the box of a result, as in the property `object-fit` of CSS.
package enum Fit: String, Hashable, Sendable, CaseIterable {
    /// The whole picture, as large as the box allows.
    case contain
    /// The whole box, without the parts of the picture that lie outside of it.
    case cover
    /// The whole picture and the whole box, at the cost of the picture's proportions.
    case fill
    /// The picture's own size, without the parts that lie outside of the box.
    case none
    /// As `contain`, or as `none` where that is smaller.
    case scaleDown = "scale-down"

    /// Whether the picture can leave a part of the box empty.
    package var leavesRoom: Bool {
        switch self {
        case .contain, .none, .scaleDown: true
        case .cover, .fill: false
        }
    }
}

/// A fit by its name in CSS, or by a content mode of UIKit, which may state a position as well.
///
/// Reference: CSS Images Module Level 3, section 4.5; UIKit, `UIView.ContentMode`.
package struct FitMode: Hashable, Sendable {
    /// The fit.
    package let fit: Fit

    /// The position that the name states; nil if it states none.
    package let position: PicturePosition?

    /// Creates a mode.
    package init(_ fit: Fit, at position: PicturePosition? = nil) {
        self.fit = fit
        self.position = position
    }

    /// All modes by their names, first those of CSS, then those of UIKit.
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
