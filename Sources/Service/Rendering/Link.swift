// SPDX-License-Identifier: Apache-2.0

import Store

/// A published rendering of a stored image or scene, which reveals no more of it.
struct Link: Hashable, Sendable {
    /// The digest of the image to render, or of the one beneath the scene; nil for a scene on a canvas.
    let source: Digest?

    /// The JSON text of the scene, with values in place of its variables; nil for an image.
    let scene: [UInt8]?

    /// The rendering parameters, with those of a preset in place of its name.
    let pairs: [Presets.Pair]

    /// The time at which the link expires, in seconds since 1970; nil for never.
    let expiry: Int?

    /// A random text that is hashed into the key of the rendering, and so into its entity tag.
    ///
    /// Without it, anyone with the image could compute the tags of its renderings, and compare; and the
    /// cache would reveal whether the same rendering was made without the link.
    let salt: String

    /// Creates a link to a rendering, by default with a new random salt.
    init(
        source: Digest?,
        scene: [UInt8]? = nil,
        pairs: [Presets.Pair],
        expiry: Int?,
        salt: String = LinkName.random().text
    ) {
        self.source = source
        self.scene = scene
        self.pairs = pairs
        self.expiry = expiry
        self.salt = salt
    }

    /// Whether the link has expired.
    func isExpired(now: Int) -> Bool { expiry.map { now >= $0 } ?? false }
}

// MARK: JSON

extension Link {
    /// The link as JSON text, as the store holds it.
    var bytes: [UInt8] {
        var members: [(name: String, value: JSONValue)] = [
            (
                "parameters",
                .array(pairs.map { .array([.string($0.name), .string($0.value)]) })
            ),
            ("salt", .string(salt)),
        ]
        if let source { members.append(("image", .string(source.hex))) }
        if let scene { members.append(("scene", .string(String(decoding: scene, as: UTF8.self)))) }
        if let expiry { members.append(("expires", .integer(expiry))) }
        return JSONValue.object(members).document
    }

    /// Parses a link from the JSON text that the store holds; nil for any other text.
    init?(bytes: [UInt8]) {
        guard case .object(let members)? = try? JSONReader.read(bytes) else { return nil }
        let values = Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
        guard case .array(let rows)? = values["parameters"],
            case .string(let salt)? = values["salt"]
        else { return nil }
        var source: Digest?
        if case .string(let image)? = values["image"] { source = Digest(hex: image) }
        let pairs: [Presets.Pair] = rows.compactMap { row in
            guard case .array(let cells) = row, cells.count == 2,
                case .string(let name) = cells[0], case .string(let value) = cells[1]
            else { return nil }
            return Presets.Pair(name: name, value: value)
        }
        guard pairs.count == rows.count else { return nil }
        var expiry: Int?
        if case .number(let number)? = values["expires"] { expiry = Int(exactly: number) }
        var scene: [UInt8]?
        if case .string(let text)? = values["scene"] { scene = Array(text.utf8) }
        guard source != nil || scene != nil else { return nil }
        self.init(source: source, scene: scene, pairs: pairs, expiry: expiry, salt: salt)
    }
}
