// SPDX-License-Identifier: Apache-2.0

import Fetching
import Glibc
import Platform
import Synchronization

/// The access key and secret that sign requests to an object store; they are never printed.
public struct S3Credentials: Hashable, Sendable {
    /// The access key ID, sent with each request.
    let identifier: String

    /// The secret access key: it signs requests and is never sent.
    let secret: String

    /// The session token, sent with each request; nil for permanent credentials.
    let token: String?

    /// Creates credentials from an access key ID, a secret access key and a session token.
    init(identifier: String, secret: String, token: String? = nil) {
        self.identifier = identifier
        self.secret = secret
        self.token = token
    }

    /// Reads credentials from environment variables; nil without an access key ID or a secret.
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
    /// A fixed text instead of the credentials, so that no log shows them.
    public var description: String { "credentials" }

    /// A mirror without children, so that no dump shows the credentials.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The source of credentials: the environment, or a file that is read again for every request.
///
/// So new credentials count from the moment on at which they are in the file.
public final class S3CredentialSource: Sendable {
    private let path: String?
    private let last: Mutex<S3Credentials?>

    /// Creates a source of credentials that never change.
    public init(_ credentials: S3Credentials?) {
        path = nil
        last = Mutex(credentials)
    }

    /// Creates a source that reads credentials from a file.
    ///
    /// - Parameter path: A file with lines such as `AWS_ACCESS_KEY_ID=…` or, as in the files of Amazon's
    ///   tools, `aws_access_key_id = …`; other lines do not count.
    public init(file path: String) {
        self.path = path
        last = Mutex(nil)
    }

    /// The current credentials; nil if there are none.
    public var current: S3Credentials? {
        // A file being replaced may be missing or incomplete: the last good credentials stay.
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

    /// Parses the text of a credentials file, in the format of environment variables or of AWS
    /// tools.
    static func credentials(in text: String) -> S3Credentials? {
        var values: [String: String] = [:]
        for line in text.split(whereSeparator: \.isNewline) {
            let parts = line.split(separator: "=", maxSplits: 1).map(\.trimmed)
            if parts.count == 2 { values[parts[0].uppercased()] = parts[1] }
        }
        return S3Credentials { values[$0] }
    }
}
