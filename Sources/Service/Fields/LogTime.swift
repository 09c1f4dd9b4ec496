// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// The format of times in log lines: UTC to the millisecond, as `2001-09-09T01:46:40.250Z`.
///
/// Reference: RFC 3339. The calendar is from H. Hinnant, "chrono-Compatible Low-Level Date
/// Algorithms", 2013, civil_from_days. Foundation's formatters take longer than the rest of the
/// line.
enum LogTime {
    private static let millisecondsPerDay = 86_400_000
    /// The number of days from 0000-03-01, where the eras of the algorithm begin, to 1970-01-01.
    private static let epochDay = 719_468

    /// Writes a time, rounded down to milliseconds, and limited to the years 0 to 9999.
    static func write(_ time: Date, to line: inout [UInt8]) {
        let range = -62_167_219_200_000.0...253_402_300_799_999.0
        let exact = (time.timeIntervalSince1970 * 1000).rounded(.down)
        let milliseconds = Int(min(max(exact, range.lowerBound), range.upperBound))
        let time = milliseconds % millisecondsPerDay
        let ofDay = time < 0 ? time + millisecondsPerDay : time
        let day = (milliseconds - ofDay) / millisecondsPerDay
        let (year, month, dayOfMonth) = civil(day: day + epochDay)
        write(year, digits: 4, before: "-", to: &line)
        write(month, digits: 2, before: "-", to: &line)
        write(dayOfMonth, digits: 2, before: "T", to: &line)
        write(ofDay / 3_600_000, digits: 2, before: ":", to: &line)
        write(ofDay / 60_000 % 60, digits: 2, before: ":", to: &line)
        write(ofDay / 1000 % 60, digits: 2, before: ".", to: &line)
        write(ofDay % 1000, digits: 3, before: "Z", to: &line)
    }

    private static func write(
        _ number: Int,
        digits: Int,
        before end: Unicode.Scalar,
        to line: inout [UInt8]
    ) {
        var divisor = 1
        for _ in 1..<digits { divisor *= 10 }
        while divisor > 0 {
            line.append(0x30 + UInt8(number / divisor % 10))
            divisor /= 10
        }
        line.append(UInt8(ascii: end))
    }

    private static func civil(day: Int) -> (year: Int, month: Int, day: Int) {
        let era = (day >= 0 ? day : day - 146_096) / 146_097
        let dayOfEra = day - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}
