// SPDX-License-Identifier: Apache-2.0

/// Formats dates for HTTP header fields.
///
/// Reference: RFC 9110, 5.6.7, IMF-fixdate. The calendar is from H. Hinnant, "chrono-Compatible
/// Low-Level Date Algorithms", 2013, civil_from_days.
package enum HTTPDate {
    private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Formats a time as `Sun, 06 Nov 1994 08:49:37 GMT`.
    ///
    /// - Parameter seconds: Seconds since 1970-01-01 00:00:00 UTC, zero or more.
    /// - Returns: The 29 bytes of the text.
    package static func text(seconds: Int) -> [UInt8] {
        let days = seconds / 86_400
        let time = seconds % 86_400
        let (year, month, day) = civil(days: days)
        let clock = [time / 3_600, time / 60 % 60, time % 60].map(twoDigits).joined(separator: ":")
        let date = "\(weekdays[days % 7]), \(twoDigits(day)) \(months[month - 1]) \(year)"
        return Array("\(date) \(clock) GMT".utf8)
    }

    private static func twoDigits(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }

    private static func civil(days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}
