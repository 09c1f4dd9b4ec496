// SPDX-License-Identifier: Apache-2.0

import Fetching

/// The location of an S3 bucket, with path-style addresses: `https://host/bucket/key`.
public struct S3Location: Hashable, Sendable {
    /// The bucket name.
    public let bucket: String

    /// The URL of the store: scheme, host and optional port, without a slash at the end.
    public let endpoint: String

    /// The AWS region, such as `eu-central-1`, for which requests are signed.
    public let region: String

    /// The value of the HTTP header field `Host`; the scheme's default port is omitted.
    let host: String

    /// Creates a location; nil if one of the texts is invalid.
    ///
    /// - Parameters:
    ///   - bucket: 3 to 63 lowercase letters, digits, dots and hyphens.
    ///   - endpoint: `http` or `https`, a host, and possibly a port; nothing else.
    ///   - region: 1 to 64 letters, digits and hyphens.
    public init?(bucket: String, endpoint: String, region: String) {
        guard Self.isBucket(bucket), Self.isRegion(region), let host = Self.host(of: endpoint)
        else {
            return nil
        }
        self.bucket = bucket
        self.endpoint = endpoint.hasSuffix("/") ? String(endpoint.dropLast()) : endpoint
        self.region = region
        self.host = host
    }

    /// Whether a text is valid as the name of a bucket.
    public static func isBucket(_ text: String) -> Bool {
        (3...63).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "-"), UInt8(ascii: "."):
                    true
                // Foreign: all other bytes.
                default: false
                }
            }
    }

    /// Whether a text is valid as the name of a region.
    public static func isRegion(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                PercentEncoding.isUnreserved($0) && $0 != UInt8(ascii: "~")
                    && $0 != UInt8(ascii: ".")
            }
    }

    /// Whether a text is valid as the URL of a store: scheme, host and optional port.
    public static func isEndpoint(_ text: String) -> Bool { host(of: text) != nil }

    private static func host(of endpoint: String) -> String? {
        for (scheme, port) in [("https://", ":443"), ("http://", ":80")]
        where endpoint.hasPrefix(scheme) {
            var host = endpoint.dropFirst(scheme.count)
            if host.hasSuffix("/") { host = host.dropLast() }
            guard (1...255).contains(host.utf8.count),
                host.utf8.allSatisfy({ PercentEncoding.isUnreserved($0) || ":[]".utf8.contains($0) }
                )
            else { return nil }
            return String(host.hasSuffix(port) ? host.dropLast(port.count) : host)
        }
        return nil
    }

    /// The percent-encoded URL path of an object's key; for an empty key, the path of the bucket.
    func path(_ key: String) -> String {
        "/" + PercentEncoding.encoded(bucket)
            + (key.isEmpty ? "" : "/" + PercentEncoding.encoded(key, keepsSlashes: true))
    }
}
