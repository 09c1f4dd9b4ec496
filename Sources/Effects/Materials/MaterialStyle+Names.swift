// SPDX-License-Identifier: Apache-2.0

extension MaterialStyle {
    /// Finds a material by its name in Frostpane, Swift, Objective-C or SwiftUI.
    ///
    /// These are accepted in addition to `systemThinMaterial`: `.systemThinMaterial`,
    /// `UIBlurEffect.Style.systemThinMaterial`, `UIBlurEffectStyleSystemThinMaterial` and SwiftUI's
    /// `thinMaterial`; and the names of Frostpane in any case. SwiftUI's names without `Material` are not, because `regular` is another style.
    public init?(named text: String) {
        if let style = MaterialStyle(rawValue: text) {
            self = style
            return
        }
        let prefix = Self.prefixes.first { text.hasPrefix($0) } ?? ""
        let rest = text.dropFirst(prefix.count)
        // Objective-C continues its prefix with a capital letter.
        let name = rest.prefix(1).lowercased() + rest.dropFirst()
        if !prefix.isEmpty, let style = MaterialStyle(rawValue: name) {
            self = style
            return
        }
        if let style = Self.swiftUI[name], rest.first?.isLowercase == true {
            self = style
            return
        }
        let names = Self.allCases.map(\.rawValue)
        guard let word = Spelling.same(as: text, among: names) else { return nil }
        self.init(rawValue: word)
    }

    private static let prefixes = [
        "UIBlurEffect.Style.", "UIBlurEffectStyle", "Material.", ".",
    ]

    /// SwiftUI's names of materials that equal one of UIKit.
    private static let swiftUI: [String: MaterialStyle] = [
        "ultraThinMaterial": .systemUltraThinMaterial,
        "thinMaterial": .systemThinMaterial,
        "regularMaterial": .systemMaterial,
        "thickMaterial": .systemThickMaterial,
        "bar": .systemChromeMaterial,
    ]
}
