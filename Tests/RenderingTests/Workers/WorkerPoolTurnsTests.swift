// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Rendering

/// Clients that wait for their responses, at a pool of two workers, without threads and clocks.
@Suite struct WorkerPoolTurnsTests {
    /// A client that sends one request after the other.
    private struct Client {
        let caller: WorkerPool.Caller
        /// The duration of its jobs, in milliseconds.
        let length: Int
    }

    /// A pool as a value, with its clients and its own time.
    private struct Simulation {
        let bounds = WorkerPool.Configuration(
            workers: 2,
            queueLimit: 512,
            queueTimeout: .seconds(3),
            memoryBudget: 1000
        )
        let clients: [Client]
        var state = WorkerPool.State()
        let start = ContinuousClock.now
        var now = Duration.zero
        var generator = SeededGenerator(seed: 40)
        /// Each waiting or running job: its client, and the time when it was sent.
        var sent: [Int: (client: Int, time: Duration)] = [:]
        var running: [(end: Duration, began: Duration, item: WorkerPool.Item)] = []
        /// The times until responses, in milliseconds, by client.
        var times: [[Double]]
        /// The callers of started jobs, in order.
        var started: [WorkerPool.Caller] = []

        init(_ clients: [Client]) {
            self.clients = clients
            times = clients.map { _ in [] }
        }

        mutating func send(_ client: Int) throws {
            let item = WorkerPool.Item(
                estimate: RenderEstimate(memory: 1, work: clients[client].length * 4_000_000),
                caller: clients[client].caller,
                cancellation: Cancellation()
            ) { _ in
                .done
            } refused: { _ in
            }
            let number = try state.admit(item, within: bounds, now: start + now).get()
            sent[number] = (client, now)
        }

        /// Lets all clients send one request after the other for a time.
        mutating func run(until end: Duration) throws {
            for client in clients.indices { try send(client) }
            while now < end {
                while running.count < bounds.workers,
                    case .work(let item)? = state.assign(to: 0, within: bounds, now: start + now)
                {
                    started.append(item.caller)
                    let length = Double(item.estimate.work) / 4e9
                    // Jobs of one price take half as long as the others, or half as long again.
                    let took = Duration.seconds(length * .random(in: 0.5...1.5, using: &generator))
                    running.append((now + took, now, item))
                }
                let next = running.indices.min { running[$0].end < running[$1].end }
                let (time, began, item) = running.remove(at: try #require(next))
                now = time
                state.finish(item, after: now - began, .done)
                let job = try #require(sent[item.identifier])
                sent[item.identifier] = nil
                times[job.client].append((now - job.time) / .milliseconds(1))
                try send(job.client)
            }
        }

        /// A quantile of the times of some clients.
        func quantile(_ part: Double, of clients: Range<Int>? = nil) -> Double {
            let all = times[clients ?? times.indices].flatMap(\.self).sorted()
            return all[Int(part * Double(all.count - 1))]
        }
    }

    private func clients(_ count: Int, of name: String, length: Int = 8) -> [Client] {
        (0..<count).map { _ in Client(caller: WorkerPool.Caller(name), length: length) }
    }

    @Test func `eight clients of one caller wait equally long`() throws {
        var simulation = Simulation(clients(8, of: "a"))
        try simulation.run(until: .seconds(10))
        #expect(simulation.quantile(0.99) <= 2 * simulation.quantile(0.5))
    }

    @Test func `eight callers wait equally long`() throws {
        var simulation = Simulation((0..<8).flatMap { clients(1, of: "\($0)") })
        try simulation.run(until: .seconds(10))
        #expect(simulation.quantile(0.99) <= 2 * simulation.quantile(0.5))
    }

    @Test func `clients of one caller wait equally long for jobs that differ little`() throws {
        var simulation = Simulation(
            clients(4, of: "a", length: 80) + clients(4, of: "a", length: 82)
        )
        try simulation.run(until: .seconds(60))
        #expect(simulation.quantile(0.99) <= 2 * simulation.quantile(0.5))
        let (short, long) = (
            simulation.quantile(0.5, of: 0..<4), simulation.quantile(0.5, of: 4..<8)
        )
        #expect(long <= 1.2 * short)
    }

    @Test func `the first requests of a new pool start in the order of their arrival`() throws {
        var simulation = Simulation(clients(8, of: "a"))
        try simulation.run(until: .milliseconds(60))
        #expect(simulation.times.allSatisfy { !$0.isEmpty && $0[0] < 60 })
    }

    @Test func `callers get equal shares, however many clients they have`() throws {
        var simulation = Simulation(
            clients(16, of: "a") + clients(4, of: "b") + clients(3, of: "c")
        )
        try simulation.run(until: .seconds(10))
        for name in ["a", "b", "c"] {
            let jobs = simulation.started.count { $0 == WorkerPool.Caller(name) }
            #expect(abs(3 * jobs - simulation.started.count) <= simulation.started.count / 20)
        }
    }

    @Test func `a flood of one caller does not delay another one`() throws {
        var simulation = Simulation(clients(120, of: "a") + clients(1, of: "b"))
        try simulation.run(until: .seconds(10))
        // The rest of one running job, and its own one.
        #expect(simulation.quantile(0.99, of: 120..<121) <= 24)
    }

    @Test func `short jobs precede the long ones of all callers, also of their own`() throws {
        var simulation = Simulation(
            clients(4, of: "a", length: 60) + clients(4, of: "b", length: 60)
                + clients(1, of: "a", length: 1) + clients(1, of: "c", length: 1)
        )
        try simulation.run(until: .seconds(10))
        // For the rest of a long job, as nothing is interrupted here.
        #expect(simulation.quantile(0.5, of: 9..<10) < 60)
        #expect(simulation.quantile(0.5, of: 8..<9) < 120)
    }

    @Test func `a long job is served beside short ones of many callers`() throws {
        var simulation = Simulation(
            (0..<60).flatMap { clients(1, of: "\($0)") } + clients(1, of: "long", length: 200)
        )
        try simulation.run(until: .seconds(20))
        // Two thirds of the permitted wait, and its own duration.
        #expect(simulation.quantile(1, of: 60..<61) <= 2400)
    }

    @Test func `many short jobs may wait, for a quarter of the permitted time`() throws {
        var simulation = Simulation(clients(200, of: "a"))
        for _ in 0..<2 { try simulation.send(0) }
        for worker in 0..<2 {
            _ = simulation.state.assign(
                to: worker,
                within: simulation.bounds,
                now: simulation.start
            )
        }
        var count = 0
        while (try? simulation.send(count)) != nil { count += 1 }
        // 750 ms of 8 ms on two workers, behind two that are half done.
        #expect((180...190).contains(count))
    }

    @Test func `few long jobs may wait for the whole permitted time`() throws {
        var simulation = Simulation(clients(200, of: "a", length: 700))
        for _ in 0..<2 { try simulation.send(0) }
        for worker in 0..<2 {
            _ = simulation.state.assign(
                to: worker,
                within: simulation.bounds,
                now: simulation.start
            )
        }
        var count = 0
        while (try? simulation.send(count)) != nil { count += 1 }
        // 3 s of 700 ms on two workers, behind two that are half done.
        #expect(count == 8)
    }
}
