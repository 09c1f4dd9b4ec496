// SPDX-License-Identifier: Apache-2.0

import Raster

/// The system colors of CSS in the light scheme, as Chromium has them where no desktop defines others.
///
/// Reference: CSS Color Module Level 4, sections 6.2 and A.
enum SystemColors {
    /// Finds the system color with a name in lower case, such as `canvastext`.
    static func color(_ name: String) -> StraightColor? {
        groups.first { $0.names.contains(name) }?.color
    }

    private static let groups: [(color: StraightColor, names: Set<String>)] = [
        (
            StraightColor(.white),
            [
                "accentcolortext", "activecaption", "appworkspace", "background", "canvas", "field",
                "highlighttext", "inactivecaption", "infobackground", "menu", "scrollbar",
                "selecteditemtext", "window",
            ]
        ),
        (
            StraightColor(.black),
            [
                "activeborder", "buttonborder", "buttontext", "canvastext", "captiontext",
                "fieldtext", "inactiveborder", "infotext", "marktext", "menutext",
                "threeddarkshadow", "threedhighlight", "threedlightshadow", "threedshadow",
                "windowframe", "windowtext",
            ]
        ),
        (
            StraightColor(Color(red: 239, green: 239, blue: 239)),
            ["buttonface", "buttonhighlight", "buttonshadow", "threedface"]
        ),
        (
            StraightColor(Color(red: 128, green: 128, blue: 128)),
            ["graytext", "inactivecaptiontext"]
        ),
        (
            StraightColor(Color(red: 0, green: 0, blue: 238)),
            ["linktext", "-webkit-link"]
        ),
        (
            StraightColor(Color(red: 255, green: 0, blue: 0)),
            ["activetext", "-webkit-activelink"]
        ),
        (StraightColor(Color(red: 85, green: 26, blue: 139)), ["visitedtext"]),
        (StraightColor(Color(red: 0, green: 117, blue: 255)), ["accentcolor"]),
        (StraightColor(Color(red: 25, green: 103, blue: 210)), ["selecteditem"]),
        (StraightColor(Color(red: 255, green: 255, blue: 0)), ["mark"]),
        (StraightColor(Color(red: 0, green: 65, blue: 198), alpha: 0.8), ["highlight"]),
    ]
}
