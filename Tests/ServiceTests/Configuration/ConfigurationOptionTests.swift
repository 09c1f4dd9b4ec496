// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Service

@Suite struct ConfigurationOptionTests {
    static let options = Configuration.options

    /// The options whose values have ends, which `allowed` tells as "from … to …".
    static let ranged = options.filter { $0.allowed.contains(", from ") }

    static func bounds(_ option: ConfigurationOption) -> (lower: String, upper: String) {
        let text = option.allowed.components(separatedBy: ", from ")[1]
        let parts = text.components(separatedBy: " to ")
        return (parts[0], parts[1])
    }

    @Test func `has one name of each kind`() {
        #expect(Set(Self.options.map(\.key)).count == Self.options.count)
        #expect(Set(Self.options.map(\.environment)).count == Self.options.count)
        for option in Self.options {
            #expect(option.key.wholeMatch(of: /[a-z][a-z0-9-]+/) != nil)
        }
    }

    @Test(arguments: options.map(\.key))
    func `is described by a sentence`(key: String) throws {
        let option = try #require(Self.options.first { $0.key == key })
        #expect(option.sentence.hasSuffix("."))
        #expect(!option.allowed.isEmpty)
        #expect(!option.defaultText.isEmpty)
    }

    @Test(arguments: ranged.map(\.key))
    func `takes both ends of its range and nothing beyond`(key: String) throws {
        let option = try #require(Self.options.first { $0.key == key })
        let (lower, upper) = Self.bounds(option)
        var configuration = Configuration()
        #expect(option.apply([lower], &configuration))
        #expect(option.apply([upper], &configuration))
        #expect(!option.apply(["-\(upper)"], &configuration))
        #expect(!option.apply(["1\(upper)"], &configuration))
        #expect(!option.apply([""], &configuration))
        #expect(!option.apply(["\(upper) "], &configuration))
        if lower.first != "0" {
            #expect(!option.apply(["0\(lower.drop(while: \.isNumber))"], &configuration))
        }
    }

    @Test(arguments: options.map(\.key))
    func `accepts the default that it tells`(key: String) throws {
        let option = try #require(Self.options.first { $0.key == key })
        // These say in words what depends on the machine, or that there is none.
        guard option.defaultText != "none", !option.defaultText.contains(" per ") else { return }
        guard !option.defaultText.contains(" of "), !option.defaultText.contains(" below ")
        else { return }
        var configuration = Configuration()
        #expect(option.apply([option.defaultText], &configuration))
        #expect(configuration == Configuration())
    }

    @Test(arguments: [
        ("5s", 5_000), ("250ms", 250), ("2min", 120_000), ("1h", 3_600_000), ("0ms", 0),
        ("1.5s", 1_500), ("0.25h", 900_000),
    ])
    func `reads durations as people write them`(text: String, milliseconds: Int) {
        #expect(OptionSyntax<Duration>.duration.read(text) == .milliseconds(milliseconds))
    }

    @Test(arguments: [
        "", "5", "s", "5 s", "5S", "-5s", "+5s", ".5s", "5.s", "1.2.3s", "0.0001s", "5sec", "1e3s",
        "99999999999999999999s", "9223372036854775807h", "٥s", "1_000ms",
    ])
    func `refuses other durations`(text: String) {
        #expect(OptionSyntax<Duration>.duration.read(text) == nil)
    }

    @Test(arguments: [
        ("0", 0), ("1024", 1024), ("7B", 7), ("512KiB", 512 << 10), ("32MiB", 32 << 20),
        ("1.5GiB", 3 << 29), ("1kB", 1000), ("2MB", 2_000_000), ("1GB", 1_000_000_000),
    ])
    func `reads sizes as people write them`(text: String, byteCount: Int) {
        #expect(OptionSyntax<Int>.byteCount.read(text) == byteCount)
    }

    @Test(arguments: ["", "MiB", "1mib", "1K", "1 MiB", "1.5", "0.3KiB", "1TiB", "9999999999GiB"])
    func `refuses other sizes`(text: String) {
        #expect(OptionSyntax<Int>.byteCount.read(text) == nil)
    }

    @Test(arguments: [("50MP", 50_000_000), ("0.5MP", 500_000), ("250000", 250_000)])
    func `reads numbers of pixels as people write them`(text: String, count: Int) {
        #expect(OptionSyntax<Int>.pixelCount.read(text) == count)
    }

    @Test(arguments: [
        0, 1, 999, 1_000, 1_024, 32 << 20, 3 << 29, 1_000_000, 50_000_000, 123_456_789,
    ])
    func `reads what it writes`(value: Int) {
        for syntax in [OptionSyntax<Int>.byteCount, .pixelCount, .count] {
            #expect(syntax.read(syntax.write(value)) == value)
        }
        let duration = OptionSyntax<Duration>.duration
        #expect(duration.read(duration.write(.milliseconds(value))) == .milliseconds(value))
    }
}
