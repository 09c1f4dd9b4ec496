// SPDX-License-Identifier: Apache-2.0

/// The SHA-256 hash of some bytes.
///
/// It identifies an image by its content.
///
/// Reference: FIPS 180-4.
public struct Digest: Hashable, Sendable {
    /// The size of a digest in bytes.
    public static let byteCount = 32

    // Four words stored inline: an array would cost an allocation for every key of every table.
    private let words: (UInt64, UInt64, UInt64, UInt64)

    /// The digest of an image that is stored nowhere: no image has it.
    public static let zero = Digest(words: (0, 0, 0, 0))

    private init(words: (UInt64, UInt64, UInt64, UInt64)) { self.words = words }

    /// Creates a digest from its thirty-two bytes, or nil for any other number of bytes.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        var words: [4 of UInt64] = [0, 0, 0, 0]
        for (index, byte) in bytes.enumerated() {
            words[index / 8] = words[index / 8] << 8 | UInt64(byte)
        }
        self.words = (words[0], words[1], words[2], words[3])
    }

    /// Computes the digest of some bytes.
    public init(of bytes: Span<UInt8>) {
        var hasher = DigestHasher()
        hasher.update(bytes)
        self = hasher.finish()
    }

    /// Computes the digest of some bytes.
    public init(of bytes: [UInt8]) {
        self.init(of: bytes.span)
    }

    /// Parses sixty-four lowercase hexadecimal digits, or returns nil for any other text.
    ///
    /// Uppercase is refused: a digest has one spelling, so that one image has one address.
    public init?(hex: Substring) {
        let digits = hex.utf8.span
        guard digits.count == 2 * Self.byteCount else { return nil }
        var words: [4 of UInt64] = [0, 0, 0, 0]
        for index in digits.indices {
            guard let value = Self.value(ofHexDigit: digits[index]) else { return nil }
            words[index / 16] = words[index / 16] << 4 | UInt64(value)
        }
        self.words = (words[0], words[1], words[2], words[3])
    }

    /// Parses sixty-four lowercase hexadecimal digits, or returns nil for any other text.
    public init?(hex: String) { self.init(hex: hex[...]) }

    /// The thirty-two bytes of the SHA-256 hash.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.byteCount)
        for word in [words.0, words.1, words.2, words.3] {
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
            }
        }
        return bytes
    }

    /// The first byte of the hash, by which the store divides blobs into groups.
    var firstByte: UInt8 { UInt8(truncatingIfNeeded: words.0 >> 56) }

    /// The digest as sixty-four lowercase hexadecimal digits.
    public var hex: String { Hexadecimal.text(of: bytes) }

    /// The digest in padded base64, forty-four characters, as fields such as `Repr-Digest` carry
    /// it.
    ///
    /// Reference: RFC 4648, section 4.
    public var base64: String {
        let alphabet = Array(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
        )
        var text: [UInt8] = []
        var pending: UInt32 = 0
        var pendingBits = 0
        for byte in bytes {
            pending = pending << 8 | UInt32(byte)
            pendingBits += 8
            while pendingBits >= 6 {
                pendingBits -= 6
                text.append(alphabet[Int(pending >> UInt32(pendingBits) & 63)])
            }
        }
        text.append(alphabet[Int(pending << UInt32(6 - pendingBits) & 63)])
        text.append(UInt8(ascii: "="))
        return String(decoding: text, as: UTF8.self)
    }

    private static func value(ofHexDigit digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }

    /// Whether two digests are equal, and so are the bytes for all practical purposes.
    public static func == (left: Digest, right: Digest) -> Bool { left.words == right.words }

    /// Hashes only the first 64 bits, because the bits of a digest are already evenly spread.
    public func hash(into hasher: inout Hasher) { hasher.combine(words.0) }
}

extension Digest: CustomStringConvertible {
    /// The digest in hexadecimal.
    public var description: String { hex }
}
