// SPDX-License-Identifier: Apache-2.0

import Fetching
import Glibc
import Platform
import Synchronization

/// The secrets with which requests to an object store are signed; they are never printed.
public struct S3Credentials: Hashable, Sendable {
    /// The identifier of the key, which requests name.
    let identifier: String

    /// The secret, which never leaves the process.
    let secret: String

    /// The token of a session, which requests carry; nil for none.
    let token: String?

    /// Creates credentials.
    init(identifier: String, secret: String, token: String? = nil) {
        self.identifier = identifier
        self.secret = secret
        self.token = token
    }

    /// Reads credentials from named values, as environments have them; nil without an identifier or a secret.
    ///
    /// - Parameter value: Returns the value of `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` or
    ///   `AWS_SESSION_TOKEN`.
    public init?(_ value: (String) -> String?) {
        func text(_ name: String) -> String? { value(name).flatMap { $0.isEmpty ? nil : $0 } }
        guard let identifier = text("AWS_ACCESS_KEY_ID"), let secret = text("AWS_SECRET_ACCESS_KEY")
        else { return nil }
        self.init(identifier: identifier, secret: secret, token: text("AWS_SESSION_TOKEN"))
    }
}

extension S3Credentials: CustomStringConvertible, CustomReflectable {
    /// The kind of value, without any of it.
    public var description: String { "credentials" }

    /// A mirror without children, so that no dump shows the secret.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The place of credentials: the environment, or a file that is read for every request.
///
/// So new credentials count from the moment on at which they are in the file.
public final class S3CredentialSource: Sendable {
    private let path: String?
    private let last: Mutex<S3Credentials?>

    /// Takes credentials that stay the same.
    public init(_ credentials: S3Credentials?) {
        path = nil
        last = Mutex(credentials)
    }

    /// Reads credentials from a file.
    ///
    /// - Parameter path: A file with lines such as `AWS_ACCESS_KEY_ID=…` or, as in the files of Amazon's
    ///   tools, `aws_access_key_id = …`; other lines do not count.
    public init(file path: String) {
        self.path = path
        last = Mutex(nil)
    }

    /// The credentials now; nil if there are none.
    public var current: S3Credentials? {
        // While a file is being replaced it may be missing, or half there: the last good one counts.
        let read = path.flatMap(Self.read)
        return last.withLock { last in
            if let read { last = read }
            return last
        }
    }

    private static func read(_ path: String) -> S3Credentials? {
        guard let descriptor = try? Syscall.open(path, O_RDONLY) else { return nil }
        defer { try? Syscall.close(descriptor) }
        guard let bytes = try? Syscall.readAll(descriptor) else { return nil }
        return credentials(in: String(decoding: bytes, as: UTF8.self))
    }

    /// Reads the lines of a file.
    static func credentials(in text: String) -> S3Credentials? {
        var values: [String: String] = [:]
        for line in text.split(whereSeparator: \.isNewline) {
            let parts = line.split(separator: "=", maxSplits: 1).map(\.trimmed)
            if parts.count == 2 { values[parts[0].uppercased()] = parts[1] }
        }
        return S3Credentials { values[$0] }
    }
}
