// SPDX-License-Identifier: Apache-2.0

import Fetching
import FoundationEssentials

/// The parts of an S3 request that its signature covers (AWS Signature Version 4).
///
/// Reference: AWS, "Authenticating Requests: Using the Authorization Header (Signature Version 4)" for Amazon S3.
struct S3Signature {
    /// The HTTP method, such as `GET`.
    let method: String

    /// The percent-encoded URL path.
    let path: String

    /// The names and values of the URL query, not percent-encoded, in any order.
    var query: [(name: String, value: String)] = []

    /// The HTTP header fields to sign, with lowercase names; `host` and the signature's own fields
    /// are added.
    var fields: [(name: String, value: String)] = []

    /// The SHA-256 digest of the body in hexadecimal, for the field `x-amz-content-sha256`.
    let payload: String

    /// The percent-encoded URL query, sorted as it is signed; without a question mark.
    var canonicalQuery: String {
        query.map { (PercentEncoding.encoded($0.name), PercentEncoding.encoded($0.value)) }
            .sorted { $0 < $1 }
            .map { "\($0)=\($1)" }
            .joined(separator: "&")
    }

    /// Signs the request, and returns the HTTP header fields to send.
    ///
    /// - Parameters:
    ///   - credentials: The secrets.
    ///   - location: The store.
    ///   - time: The time of the request.
    /// - Returns: All fields to send except `Host`, because it follows from the address.
    func signed(
        by credentials: S3Credentials,
        for location: S3Location,
        at time: S3Time
    ) -> [(name: String, value: String)] {
        var sent = fields + [("x-amz-content-sha256", payload), ("x-amz-date", time.text)]
        if let token = credentials.token { sent.append(("x-amz-security-token", token)) }
        let signed = (sent + [("host", location.host)]).sorted { $0.name < $1.name }
        let names = signed.map(\.name).joined(separator: ";")
        let lines = signed.map { "\($0.name):\($0.value.trimmed)\n" }.joined()
        let request = [method, path, canonicalQuery, lines, names, payload].joined(separator: "\n")
        let scope = "\(time.day)/\(location.region)/s3/aws4_request"
        let text = ["AWS4-HMAC-SHA256", time.text, scope, Digest(of: Array(request.utf8)).hex]
            .joined(separator: "\n")
        var key = Array("AWS4\(credentials.secret)".utf8)
        for part in scope.split(separator: "/") {
            key = MessageAuthentication.code(for: Array(part.utf8), key: key)
        }
        let signature = Hexadecimal.text(
            of: MessageAuthentication.code(for: Array(text.utf8), key: key)
        )
        sent.append(
            (
                "Authorization",
                "AWS4-HMAC-SHA256 Credential=\(credentials.identifier)/\(scope), "
                    + "SignedHeaders=\(names), Signature=\(signature)"
            )
        )
        return sent
    }
}

/// A time in whole seconds, in the format that signatures use.
struct S3Time: Hashable, Sendable {
    /// The time from year to second, such as `20130524T000000Z`.
    let text: String

    /// The date from year to day, such as `20130524`.
    var day: Substring { text.prefix(8) }

    /// Formats a time that is given in seconds since 1970.
    ///
    /// - Parameter seconds: The seconds since 1970, in UTC.
    init(seconds: Int) {
        let date = Date(timeIntervalSince1970: Double(seconds))
        let parts = Self.calendar.dateComponents(
            [.year, .month, .day, .hour, .minute, .second],
            from: date
        )
        func digits(_ value: Int?, _ count: Int = 2) -> String {
            let text = String(value ?? 0)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        let day = digits(parts.year, 4) + digits(parts.month) + digits(parts.day)
        text = "\(day)T\(digits(parts.hour))\(digits(parts.minute))\(digits(parts.second))Z"
    }

    private static var calendar: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }

    /// Parses the value of the HTTP header field `Date`.
    ///
    /// Reference: RFC 9110, section 5.6.7, the preferred format.
    ///
    /// - Parameter date: Such as `Fri, 24 May 2013 00:00:00 GMT`.
    /// - Returns: The seconds since 1970; nil for other text.
    static func seconds(of date: String) -> Int? {
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        let words = date.split { $0 == " " || $0 == ":" }
        guard words.count == 8, words[7] == "GMT", let day = Int(words[1]),
            let month = months.firstIndex(of: String(words[2])), let year = Int(words[3]),
            let hour = Int(words[4]), let minute = Int(words[5]), let second = Int(words[6])
        else { return nil }
        let parts = DateComponents(
            year: year,
            month: month + 1,
            day: day,
            hour: hour,
            minute: minute,
            second: second
        )
        return calendar.date(from: parts).map { Int($0.timeIntervalSince1970) }
    }
}
