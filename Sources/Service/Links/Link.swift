// SPDX-License-Identifier: Apache-2.0

import Store

/// A published rendering of a kept picture, which leads neither to the picture nor to other renderings.
struct Link: Hashable, Sendable {
    /// The digest of the picture.
    let source: Digest

    /// The parameters, with those of a preset in place of its name.
    let pairs: [Presets.Pair]

    /// The time from which on the link is refused, in seconds since 1970; nil for never.
    let expiry: Int?

    /// A random text of which entity tags are made.
    ///
    /// Without it, whoever has the picture could make the tag of each rendering of it, and compare.
    let salt: String

    /// Creates a link.
    init(source: Digest, pairs: [Presets.Pair], expiry: Int?, salt: String = LinkName.random().text)
    {
        self.source = source
        self.pairs = pairs
        self.expiry = expiry
        self.salt = salt
    }

    /// Whether the link has expired.
    func isExpired(now: Int) -> Bool { expiry.map { now >= $0 } ?? false }

    /// The entity tag of the rendering, from that of the same rendering without a link.
    func entityTag(of tag: EntityTag) -> EntityTag {
        EntityTag(of: Array("\(salt) \(tag.text)".utf8))
    }
}

// MARK: The kept form

extension Link {
    /// The link as JSON, in which form it is kept.
    var bytes: [UInt8] {
        var members: [(name: String, value: JSONValue)] = [
            ("image", .string(source.hex)),
            (
                "parameters",
                .array(pairs.map { .array([.string($0.name), .string($0.value)]) })
            ),
            ("salt", .string(salt)),
        ]
        if let expiry { members.append(("expires", .integer(expiry))) }
        return JSONValue.object(members).document
    }

    /// Reads the kept form; nil for anything else.
    init?(bytes: [UInt8]) {
        guard case .object(let members)? = try? JSONReader.read(bytes) else { return nil }
        let values = Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
        guard case .string(let image)? = values["image"], let source = Digest(hex: image),
            case .array(let rows)? = values["parameters"], case .string(let salt)? = values["salt"]
        else { return nil }
        let pairs: [Presets.Pair] = rows.compactMap { row in
            guard case .array(let cells) = row, cells.count == 2,
                case .string(let name) = cells[0], case .string(let value) = cells[1]
            else { return nil }
            return Presets.Pair(name: name, value: value)
        }
        guard pairs.count == rows.count else { return nil }
        var expiry: Int?
        if case .number(let number)? = values["expires"] { expiry = Int(exactly: number) }
        self.init(source: source, pairs: pairs, expiry: expiry, salt: salt)
    }
}
