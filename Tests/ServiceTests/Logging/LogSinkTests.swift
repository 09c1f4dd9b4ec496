// SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging
import Synchronization
import Testing

@testable import Service

@Suite struct LogSinkTests {
    /// What a pipe holds after some work has written to it.
    static func output(of work: (Int32) -> Void) -> String {
        let pipe = Pipe()
        work(pipe.fileHandleForWriting.fileDescriptor)
        try? pipe.fileHandleForWriting.close()
        return String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
    }

    @Test func `writes whole lines in order from every handler`() {
        let text = Self.output { descriptor in
            let sink = LogSink(descriptor: descriptor)
            for format in Configuration.LogFormat.allCases {
                var logger = Logger(
                    label: "test",
                    factory: sink.handlerFactory(format: format, level: .warning)
                )
                logger[metadataKey: "always"] = "x"
                logger.info("left out")
                logger.warning("kept", metadata: ["own": "y"])
            }
            sink.flush()
        }
        let lines = text.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.hasSuffix(#""message":"kept","always":"x","own":"y"}"#) == true)
        #expect(lines.last?.hasSuffix("warning kept always=x own=y") == true)
    }

    @Test func `does not mix lines of many threads`() {
        let text = Self.output { descriptor in
            let sink = LogSink(descriptor: descriptor)
            DispatchQueue.concurrentPerform(iterations: 4) { thread in
                for number in 0..<100 { sink.write(Array("\(thread) \(number)\n".utf8)) }
            }
            sink.flush()
        }
        let lines = text.split(separator: "\n")
        #expect(lines.count == 400)
        for thread in 0..<4 {
            let own = lines.filter { $0.hasPrefix("\(thread) ") }
            #expect(own == (0..<100).map { "\(thread) \($0)" })
        }
    }

    @Test func `does not keep the process from ending when nobody reads`() {
        let pipe = Pipe()
        let sink = LogSink(descriptor: pipe.fileHandleForWriting.fileDescriptor)
        for _ in 0..<1_000 { sink.write([UInt8](repeating: 0x0a, count: 1_000)) }
        let began = ContinuousClock.now
        sink.flush(seconds: 0)
        #expect(ContinuousClock.now - began < .seconds(60))
        // Lets the writing thread go.
        let reading = pipe.fileHandleForReading
        Thread.detachNewThread { while !reading.availableData.isEmpty {} }
        sink.flush(seconds: 60)
    }

    @Test func `flushes between lines that come all the time`() {
        let pipe = Pipe()
        let sink = LogSink(descriptor: pipe.fileHandleForWriting.fileDescriptor)
        let isFlushed = Mutex(false)
        let isOver = DispatchSemaphore(value: 0)
        let hasBegun = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            // Far longer than it takes, but not without end.
            for number in 0..<20_000 {
                if isFlushed.withLock({ $0 }) { break }
                sink.write([0x0a])
                if number == 1 { hasBegun.signal() }
                usleep(1000)
            }
            isOver.signal()
        }
        hasBegun.wait()
        sink.flush(seconds: 60)
        let wasLast = isFlushed.withLock { isFlushed in
            defer { isFlushed = true }
            return isOver.wait(timeout: .now()) == .success
        }
        #expect(!wasLast)
        if !wasLast { isOver.wait() }
        // Nothing is to be written when the descriptor is somebody else's.
        sink.flush(seconds: 60)
        try? pipe.fileHandleForWriting.close()
    }

    @Test func `writes JSON alone when lines are JSON, of left out ones as well`() throws {
        let pipe = Pipe()
        let sink = LogSink(descriptor: pipe.fileHandleForWriting.fileDescriptor, format: .json)
        let line = Array(("{\"x\":\"" + String(repeating: "x", count: 991) + "\"}\n").utf8)
        for _ in 0..<3_000 { sink.write(line) }
        let writing = pipe.fileHandleForWriting
        Thread.detachNewThread {
            sink.flush(seconds: 60)
            try? writing.close()
        }
        let text = try pipe.fileHandleForReading.readToEnd() ?? Data()
        let objects = try String(decoding: text, as: UTF8.self).split(separator: "\n").map {
            try #require(
                try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
            )
        }
        let omitted = objects.compactMap { $0["count"] as? Int }.reduce(0, +)
        #expect(omitted > 0)
        #expect(objects.count { $0["x"] != nil } + omitted == 3_000)
    }

    @Test func `leaves lines out rather than wait for a reader, and says how many`() throws {
        let pipe = Pipe()
        let sink = LogSink(descriptor: pipe.fileHandleForWriting.fileDescriptor)
        let line = Array((String(repeating: "x", count: 999) + "\n").utf8)
        // Nobody reads: the pipe takes 64 KiB, the backlog 1 MiB, and the rest goes.
        for _ in 0..<3_000 { sink.write(line) }
        let writing = pipe.fileHandleForWriting
        Thread.detachNewThread {
            sink.flush(seconds: 60)
            try? writing.close()
        }
        let text = try pipe.fileHandleForReading.readToEnd() ?? Data()
        let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
        let kept = lines.filter { $0.hasPrefix("xxx") }.count
        let omitted = lines.compactMap { line in
            line.contains("log lines omitted") ? Int(line.drop { $0 != "=" }.dropFirst()) : nil
        }
        #expect(kept + omitted.reduce(0, +) == 3_000)
        #expect(kept >= LogSink.backlogLimit / line.count)
    }
}
