// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import RawStructuredFieldValues
import Testing

@testable import Service

@Suite
struct QuotaMeterTests {
    private static let start = ContinuousClock.now

    private static func meter(requests: Int? = nil, pixels: Int? = nil) -> QuotaMeter {
        var quota = Quota()
        quota.requests = requests
        quota.pixels = pixels
        return QuotaMeter(quota, now: start)
    }

    @Test
    func `admits a minute's requests at once, to the request, and then one after the other`() {
        let meter = Self.meter(requests: 60)
        for _ in 0..<60 { #expect(meter.countRequest(now: Self.start) == nil) }
        #expect(meter.countRequest(now: Self.start) == .seconds(1))
        #expect(meter.countRequest(now: Self.start + .milliseconds(500)) == .milliseconds(500))
        #expect(meter.countRequest(now: Self.start + .seconds(1)) == nil)
        #expect(meter.countRequest(now: Self.start + .seconds(1)) != nil)
    }

    @Test
    func `is full again after a minute, and never fuller`() {
        let meter = Self.meter(requests: 3)
        for minute in [0, 1, 60] {
            let now = Self.start + .seconds(60 * minute)
            for _ in 0..<3 { #expect(meter.countRequest(now: now) == nil) }
            #expect(meter.countRequest(now: now) != nil)
        }
    }

    @Test
    func `lets in a picture larger than the quota, and makes the next one wait for it`() {
        let meter = Self.meter(pixels: 1_000_000)
        #expect(meter.waitForPixels(now: Self.start) == nil)
        meter.use(pixels: 3_000_000)
        let wait = meter.waitForPixels(now: Self.start)
        #expect(wait?.roundedUpSeconds == 121)
        #expect(meter.waitForPixels(now: Self.start + .seconds(119)) != nil)
        #expect(meter.waitForPixels(now: Self.start + .seconds(121)) == nil)
    }

    @Test
    func `tells quotas and rests as lists of structured fields`() throws {
        let meter = Self.meter(requests: 600, pixels: 2_000_000_000)
        _ = meter.countRequest(now: Self.start)
        meter.use(pixels: 24_000_000)
        let fields = Dictionary(
            uniqueKeysWithValues: meter.fields(now: Self.start).map { ($0.0.rawName, $0.1) }
        )
        func rows(_ name: String, _ keys: [String]) throws -> [String] {
            var parser = StructuredFieldValueParser(Array(try #require(fields[name]).utf8))
            return try parser.parseListFieldValue().map { member in
                guard case .item(let item) = member, case .string(let name) = item.rfc9651BareItem
                else { return "?" }
                return keys.reduce(name) { text, key in
                    switch item.rfc9651Parameters[key] {
                    case .integer(let number): "\(text) \(key)=\(number)"
                    case .string(let word): "\(text) \(key)=\(word)"
                    // Foreign: RFC9651BareItem
                    default: "\(text) \(key)?"
                    }
                }
            }
        }
        #expect(
            try rows("RateLimit-Policy", ["q", "qu", "w"])
                == ["requests q=600 qu=requests w=60", "pixels q=2000000000 qu=pixels w=60"]
        )
        #expect(
            try rows("RateLimit", ["r", "t"])
                == ["requests r=599 t=1", "pixels r=1976000000 t=1"]
        )
    }
}
