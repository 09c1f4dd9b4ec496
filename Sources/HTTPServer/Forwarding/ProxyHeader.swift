// SPDX-License-Identifier: Apache-2.0

import Platform

/// An incremental parser of the PROXY protocol's header, in which a proxy states the client's
/// address.
///
/// Both versions are read, one in text and one in bytes. The result does not depend on how the bytes are
/// split. Extensions of version 2 are skipped.
///
/// Reference: W. Tarreau, "The PROXY protocol, Versions 1 & 2", 2020, sections 2.1 and 2.2.
struct ProxyHeader: Sendable {
    /// The result of parsing a piece of input.
    enum Found: Equatable {
        /// The input ended before the header was complete.
        case needsMore
        /// The client's address; nil if the connection is the proxy's own, or has no IP address.
        case client(Peer?)
        /// The bytes are not a valid header.
        case malformed
    }

    /// The greatest accepted length of a version 2 header, in bytes.
    static let maximumLength = 4_096

    /// The greatest length of a version 1 header line, in bytes.
    private static let maximumLineLength = 107
    private static let signature: [UInt8] = [
        0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A,
    ]
    private static let word = Array("PROXY ".utf8)
    /// The length of the fixed part of a version 2 header, before the addresses, in bytes.
    private static let fixedLength = 16

    private var bytes: [UInt8] = []

    /// Consumes bytes up to the end of the header, and returns the client's address.
    ///
    /// - Parameters:
    ///   - input: The bytes.
    ///   - offset: The start; moved behind the consumed bytes.
    /// - Returns: The address, or the reason why there is none.
    mutating func next(_ input: Span<UInt8>, at offset: inout Int) -> Found {
        while offset < input.count {
            bytes.append(input[offset])
            offset += 1
            let found = bytes[0] == Self.signature[0] ? binary() : line()
            if found != .needsMore { return found }
        }
        return .needsMore
    }

    // MARK: Version 1

    private func line() -> Found {
        guard Self.word.starts(with: bytes.prefix(Self.word.count)) else { return .malformed }
        guard bytes.last == ASCII.lineFeed else {
            return bytes.count < Self.maximumLineLength ? .needsMore : .malformed
        }
        guard bytes.dropLast().last == ASCII.carriageReturn else { return .malformed }
        let words = bytes.dropLast(2).split(
            separator: ASCII.space,
            omittingEmptySubsequences: false
        )
        .map { String(decoding: $0, as: UTF8.self) }
        guard words.count >= 2 else { return .malformed }
        if words[1] == "UNKNOWN" { return .client(nil) }
        guard words.count == 6, let source = IPAddress(words[2]),
            let destination = IPAddress(words[3]), Self.family(of: source) == words[1],
            Self.family(of: destination) == words[1], let port = Self.port(words[4]),
            Self.port(words[5]) != nil
        else { return .malformed }
        return .client(Peer(SocketAddress(source, port: port)))
    }

    private static func family(of address: IPAddress) -> String {
        switch address {
        case .v4: "TCP4"
        case .v6: "TCP6"
        }
    }

    private static func port(_ text: String) -> UInt16? {
        text.utf8.allSatisfy(ASCII.isDigit) ? UInt16(text) : nil
    }

    // MARK: Version 2

    private func binary() -> Found {
        guard Self.signature.starts(with: bytes.prefix(Self.signature.count)) else {
            return .malformed
        }
        guard bytes.count >= Self.fixedLength else { return .needsMore }
        let length = Int(bytes[14]) << 8 | Int(bytes[15])
        guard bytes[12] >> 4 == 2, length <= Self.maximumLength - Self.fixedLength else {
            return .malformed
        }
        guard bytes.count == Self.fixedLength + length else { return .needsMore }
        switch bytes[12] & 15 {
        // The proxy speaks for itself, as for a health check.
        case 0: return .client(nil)
        case 1: return address(Array(bytes[Self.fixedLength...]))
        default: return .malformed
        }
    }

    private func address(_ bytes: [UInt8]) -> Found {
        func client(_ address: (ArraySlice<UInt8>) -> IPAddress, count: Int) -> Found {
            guard bytes.count >= 2 * count + 4 else { return .malformed }
            let port = UInt16(bytes[2 * count]) << 8 | UInt16(bytes[2 * count + 1])
            return .client(Peer(SocketAddress(address(bytes[..<count]), port: port)))
        }
        switch self.bytes[13] {
        case 0x11: return client({ .v4(Array($0)) }, count: 4)
        case 0x21: return client({ .v6(Array($0)) }, count: 16)
        // The receiver may ignore families that it does not serve.
        default: return .client(nil)
        }
    }
}
