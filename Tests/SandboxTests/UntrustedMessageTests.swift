// SPDX-License-Identifier: Apache-2.0

import Effects
import ForeignCodecs
import Raster
import TestSupport
import Testing
import Typesetting

@testable import Sandbox

/// Parsers of the messages between the server and its processes, on random words and on whole messages with random
/// changes.
struct UntrustedMessageTests {
    private static let rounds = 100_000

    private static let drawings = [
        TextDrawing(
            TextForm(
                runs: [
                    .init("two ", family: "serif", size: 20, weight: 700, isItalic: true),
                    .init("runs שלום", family: "DejaVu Sans", size: 12.5, letterSpacing: -1),
                ],
                frame: Rectangle(x: 1, y: 2, width: 30, height: 20),
                lineHeight: 22,
                maximumLines: 3
            ),
            rect: PixelRect(x: -4, y: 3, width: 40, height: 20),
            hasColors: true
        ),
        TextDrawing(
            TextForm(
                text: "a",
                family: "monospace",
                size: 9,
                frame: Rectangle(x: 0, y: 0, width: 9, height: 9)
            ),
            rect: PixelRect(x: 0, y: 0, width: 9, height: 9),
            hasColors: false
        ),
    ]

    /// A word that parsers may stumble over, or any.
    private static func word(_ generator: inout SeededGenerator) -> Int64 {
        let odd: [Int64] = [0, 1, 2, 255, 256, -1, .max, .min, 1 << 31, 1 << 32, 1 << 56]
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: return odd.randomElement(using: &generator) ?? 0
        case 1: return .random(in: -64...4096, using: &generator)
        case _: return .random(in: .min ... .max, using: &generator)
        }
    }

    /// A message with some words changed, or of another length.
    private static func changed(_ words: [Int64], _ generator: inout SeededGenerator) -> [Int64] {
        var words = words
        for _ in 0..<Int.random(in: 1...4, using: &generator) where !words.isEmpty {
            words[.random(in: words.indices, using: &generator)] = word(&generator)
        }
        switch Int.random(in: 0..<16, using: &generator) {
        case 0: return words.dropLast()
        case 1: return words + [word(&generator)]
        case _: return words
        }
    }

    @Test func `a reply of a codec is read or refused, and what is read is in its range`() {
        var generator = SeededGenerator(seed: 1)
        var reply = CodecReply(error: .damaged, message: "two words")
        reply.byteCount = 1000
        var count = 0
        for _ in 0..<Self.rounds {
            guard let read = CodecReply(Self.changed(reply.words, &generator)) else { continue }
            count += 1
            #expect(read.byteCount >= 0 && (0...255).contains(read.primaries))
            #expect((0...255).contains(read.transfer) && read.notes.isSubset(of: .all))
            #expect(read.message.utf8.allSatisfy { (0x20...0x7E).contains($0) })
        }
        #expect(count > 0 && count < Self.rounds)
    }

    @Test func `a greeting is read or refused, and its sizes can be added up`() {
        var generator = SeededGenerator(seed: 2)
        var greeting = ProcessGreeting()
        greeting.identity = "1.2.3"
        greeting.addressSpace = 1 << 30
        var count = 0
        for _ in 0..<Self.rounds {
            guard let read = ProcessGreeting(Self.changed(greeting.words, &generator)) else {
                continue
            }
            count += 1
            #expect((0...1 << 56).contains(read.addressSpace))
            #expect(read.identity.utf8.allSatisfy { (0x20...0x7E).contains($0) })
        }
        #expect(count > 0 && count < Self.rounds)
    }

    @Test func `a reply about texts is read or refused, and names runs of the text`() {
        var generator = SeededGenerator(seed: 3)
        let job = TypesettingJob(Self.drawings)
        let outcomes: [TypesettingReply.Outcome] = [
            .success(TextDrawing.Outcome(hasColors: true, isShortened: true)),
            .failure(.unknownFamily("monospace")),
        ]
        let words = TypesettingReply(outcomes).words(of: job)
        var count = 0
        for _ in 0..<Self.rounds {
            guard let read = TypesettingReply(Self.changed(words, &generator), to: job) else {
                continue
            }
            count += 1
            for (outcome, drawing) in zip(read.outcomes, job.drawings) {
                switch outcome {
                case .success(let drawn): #expect(!drawn.hasColors || drawing.hasColors)
                case .failure(.unknownFamily(let family)):
                    #expect(drawing.form.runs.contains { $0.family == family })
                case .failure: break
                }
            }
        }
        #expect(count > 0 && count < Self.rounds)
    }

    @Test func `a job with texts is read or refused, and its planes lie within its memory`() throws
    {
        var generator = SeededGenerator(seed: 4)
        let job = TypesettingJob(Self.drawings)
        let memory = try SharedMemory(count: job.memory)
        var count = 0
        for round in 0..<Self.rounds / 10 {
            var input = job.input
            // Single bytes, and whole numbers.
            for _ in 0..<Int.random(in: 0...2, using: &generator) {
                input[.random(in: input.indices, using: &generator)] = .random(
                    in: 0...255,
                    using: &generator
                )
            }
            if round.isMultiple(of: 2) {
                let place = Int.random(in: 0..<input.count / 8, using: &generator) * 8
                let number = Self.word(&generator)
                for byte in 0..<8 {
                    input[place + byte] = UInt8(truncatingIfNeeded: number >> (8 * byte))
                }
            }
            memory.write(input.span, at: 0)
            let words = round.isMultiple(of: 3) ? Self.changed(job.words, &generator) : job.words
            guard let read = TypesettingJob(words, memory) else { continue }
            count += 1
            for place in read.places {
                #expect(place.coverage.upperBound <= memory.count)
                #expect(place.colors.upperBound <= memory.count)
            }
        }
        #expect(count > 0)
    }

    @Test func `a message of any bytes is read or refused`() {
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<Self.rounds {
            let count = Int.random(in: 0...200, using: &generator)
            var reader = MessageReader(
                (0..<count).map { _ in .random(in: 0...255, using: &generator) }
            )
            _ = try? reader.form()
        }
    }
}
