// SPDX-License-Identifier: Apache-2.0

import Codecs
import Foundation
import Raster
import Sandbox
import Synchronization
import TestSupport
import Testing

@Suite(.serialized)
struct PlantedFaultTests {
    /// A file whose decoding commits a fault, in a process that was started for it.
    private func file(_ fault: PlantedFault) throws -> [UInt8] {
        try Trial.file("lossy.webp") + Array("\(PlantedFault.mark)\(fault.rawValue)".utf8)
    }

    @Test(
        arguments: PlantedFault.allCases.filter { ![.loop, .secret, .hoard].contains($0) }
    )
    func `a fault spoils one picture, and the next one is decoded by a new process`(
        fault: PlantedFault
    ) throws {
        let pool = try Trial.pool(isPlanted: true)
        let host = CodecHost(pool)
        let good = try Trial.file("lossy.webp")
        let rows = try host.rows(good)
        var reasons: [String] = []
        let isOfMemory = fault == .memory
        #expect(
            throws: isOfMemory
                ? CodecError.unsupportedFeature(.memory) : .corrupt(.pixels(rowsDecoded: 0))
        ) {
            try host.rows(file(fault), supervision: Supervision(note: { reasons.append($0) }))
        }
        // A fresh process tries again, as the file before may have spoiled the first one.
        #expect(reasons.count == 2)
        switch fault {
        case .file, .socket, .exec, .fork, .code:
            #expect(reasons.last?.hasSuffix("killed for a forbidden system call") == true)
        case .crash: #expect(reasons.last?.contains("the codec process") == true)
        case .memory: #expect(reasons.last?.hasSuffix("more memory than it may take") == true)
        case .babble, .deafness, .emptiness:
            #expect(reasons.last?.hasSuffix("malformed message") == true)
        case .silence: #expect(reasons.last?.hasSuffix("ended by itself with status 0") == true)
        case .loop, .secret, .hoard: break
        }
        #expect(!FileManager.default.fileExists(atPath: PlantedFault.path))
        #expect(try host.rows(good) == rows)
        #expect(pool.counts.lost == 2)
        #expect(pool.counts.running == 1)
    }

    @Test func `an endless loop ends when nobody waits for it any more`() throws {
        let pool = try Trial.pool(isPlanted: true)
        let host = CodecHost(pool)
        let began = ContinuousClock.now
        #expect(throws: CodecError.interrupted) {
            try host.rows(
                file(.loop),
                supervision: Supervision(mayContinue: { ContinuousClock.now < began + .seconds(1) })
            )
        }
        #expect(ContinuousClock.now < began + .seconds(2))
        #expect(try host.rows(Trial.file("lossy.webp")).count == 48 * 32 * 3)
    }

    @Test func `the colors of a file are awaited until nobody wants them any more`() throws {
        let host = CodecHost(try Trial.pool(isPlanted: true))
        var lookCount = 0
        #expect(throws: CodecError.interrupted) {
            try host.colors(
                of: file(.loop),
                Trial.picture(),
                supervision: Supervision(mayContinue: {
                    lookCount += 1
                    return lookCount < 20
                })
            )
        }
        #expect(lookCount >= 20)
    }

    @Test func `an endless loop ends with its processor time`() throws {
        let host = CodecHost(try Trial.pool(seconds: 1, isPlanted: true))
        var reason = ""
        #expect(throws: CodecError.tooMuchWork) {
            try host.rows(file(.loop), supervision: Supervision(note: { reason = $0 }))
        }
        #expect(reason.hasSuffix("killed for its CPU time"))
    }

    @Test func `the processor time of a job does not count for the next one`() throws {
        let pool = try Trial.pool(seconds: 1)
        let host = CodecHost(pool)
        let file = try Trial.file("lossy.webp")
        let rows = try host.rows(file)
        let began = ContinuousClock.now
        // Together they take longer than one may.
        while ContinuousClock.now < began + .seconds(4) { #expect(try host.rows(file) == rows) }
        #expect(pool.counts.lost == 0)
    }

    @Test func `a lack of memory while encoding is no defect, and the process is replaced`()
        throws
    {
        let pool = try Trial.pool(isPlanted: true)
        let host = CodecHost(pool)
        let picture = Trial.encoding(WebPOptions())
        let rows = [UInt8](repeating: 9, count: picture.rowByteCount * 32)
        let mark = Array("\(PlantedFault.mark)memory".utf8)
        #expect(throws: CodecError.outOfMemory) {
            try host.encode(rows.dropLast(mark.count) + mark, picture)
        }
        #expect(try !host.encode(rows, picture).isEmpty)
        #expect(pool.counts.lost == 1)
    }

    @Test func `a process that keeps memory of a job is replaced`() async throws {
        let pool = try Trial.pool(isPlanted: true)
        let host = CodecHost(pool)
        let rows = try host.rows(Trial.file("lossy.webp"))
        #expect(try host.rows(file(.hoard)) == rows)
        try await eventually { pool.counts.started == 2 }
        #expect(try host.rows(Trial.file("lossy.webp")) == rows)
        #expect(pool.counts.lost == 0)
    }

    @Test func `idle processes that the system has ended fail no job`() async throws {
        let pool = try Trial.pool(limit: 3)
        let host = CodecHost(pool)
        let good = try Trial.file("lossy.webp")
        let rows = try host.rows(good)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<20 { group.addTask { _ = try? host.rows(good) } }
        }
        let processes = try Self.children()
        for process in processes { kill(process, SIGKILL) }
        try await eventually { processes.allSatisfy(Self.hasEnded) }
        var reasons: [String] = []
        #expect(try host.rows(good, supervision: Supervision(note: { reasons.append($0) })) == rows)
        #expect(reasons.isEmpty)
    }

    @Test func `processes that are killed twice are not taken for a lack of memory`() async throws {
        let host = CodecHost(try Trial.pool(isPlanted: true))
        let file = try file(.loop)
        let killing = Task.detached {
            while !Task.isCancelled {
                let fenced = try Self.children().filter(Self.isFenced)
                // A process greets soon after it is fenced, and then begins the file.
                try await Task.sleep(for: .milliseconds(200))
                for process in fenced { kill(process, SIGKILL) }
            }
        }
        let isKilled = Mutex<CodecError?>(nil)
        let reasons = Mutex<[String]>([])
        do {
            _ = try host.rows(
                file,
                supervision: Supervision(note: { reason in reasons.withLock { $0.append(reason) } })
            )
        } catch {
            isKilled.withLock { $0 = error as? CodecError }
        }
        killing.cancel()
        #expect(isKilled.withLock { $0 } == .codecUnavailable(.webp, .killed(signal: SIGKILL)))
        #expect(reasons.withLock { $0.count } == 2)
        #expect(reasons.withLock { $0.last?.hasSuffix("killed by signal 9") } == true)
    }

    @Test func `a program that cannot be started is not taken for a missing library`() throws {
        let pool = try ProcessPool(
            ProcessPool.Configuration(.codecs, limit: 1, executable: "/no such program")
        )
        let host = CodecHost(pool)
        let reason = "no codec process could be started: posix_spawn: No such file or directory"
        #expect(host.library(of: .webp) == nil)
        #expect(host.outage(of: .webp) == .notStarted)
        #expect(host.outage(of: .jpeg) == nil)
        #expect(host.protection == .unavailable(reason: reason))
        #expect(host.failures.map(\.reason) == Array(repeating: reason, count: 7))
        #expect(throws: CodecError.codecUnavailable(.webp, .notStarted)) {
            try host.rows(Trial.file("lossy.webp"))
        }
    }

    @Test func `a program that sends no greeting is said to end by itself`() throws {
        let host = CodecHost(
            try ProcessPool(ProcessPool.Configuration(.codecs, limit: 1, executable: "/bin/false"))
        )
        #expect(
            host.failures.first?.reason
                == "no codec process could be started: the codec process ended by itself with status 1"
        )
    }

    private static func isFenced(_ process: Int32) -> Bool {
        let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        return status?.contains("\nSeccomp:\t2\n") == true
    }

    /// Whether a process has closed its files: it is a zombie, or gone.
    private static func hasEnded(_ process: Int32) -> Bool {
        let path = "/proc/\(process)/stat"
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return true }
        return text.split(separator: ")").last?.dropFirst().first == "Z"
    }

    /// The codec processes that this process has started.
    private static func children() throws -> [Int32] {
        let tasks = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
        return tasks.flatMap { task in
            let path = "/proc/self/task/\(task)/children"
            let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
            return text.split(separator: " ").compactMap { Int32($0) }
        }.filter { process in
            let words = try? String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8)
            return words?.contains("\0codec\0") == true
        }
    }

    @Test func `a process cannot read a file`() throws {
        let pool = try Trial.pool(isPlanted: true)
        let rows = try CodecHost(pool).rows(file(.secret))
        // One that could read it would have ended.
        #expect(pool.counts.lost == 0)
        #expect(rows.count == 48 * 32 * 3)
    }

    @Test func `a process that was not started for it commits no fault`() throws {
        let host = CodecHost(try Trial.pool())
        #expect(try host.rows(file(.crash)) == host.rows(Trial.file("lossy.webp")))
    }
}
