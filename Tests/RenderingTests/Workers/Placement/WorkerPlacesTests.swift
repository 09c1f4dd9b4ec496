// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization
import Testing

@testable import Rendering

/// The processors that tests may use; none where threads cannot be placed.
private let processors: [UInt32] = {
    guard ThreadPlace.current != nil, let everywhere = ProcessorSet.everywhere,
        StandingThread().run({ everywhere.confine(ThreadPlace.currentNumber) })
    else { return [] }
    return (0..<1024).filter { everywhere.without([$0]) != everywhere }
}()

/// Which of several processors there are is the machine's; with one alone there is nothing to see.
@Suite(.enabled(if: processors.count > 1))
struct WorkerPlacesTests {
    private let places = WorkerPlaces()
    private let worker = StandingThread()
    private let helper = StandingThread()
    private let everywhere: ProcessorSet

    init() throws { everywhere = try #require(ProcessorSet.everywhere) }

    /// A set of one processor.
    private func only(_ processor: UInt32) throws -> ProcessorSet {
        try #require(everywhere.without(processors.filter { $0 != processor }))
    }

    /// What a thread may use.
    private func allowed(_ thread: StandingThread) -> ProcessorSet? {
        ProcessorSet(of: thread.number)
    }

    /// Lets a thread run on one processor until it is told otherwise.
    private func pin(_ thread: StandingThread, to processor: UInt32) throws {
        let set = try only(processor)
        // From within, as it has moved when the call returns.
        #expect(thread.run { set.confine(ThreadPlace.currentNumber) })
    }

    /// A thread that is at work until it is told to leave.
    private struct Occupation {
        let ticket: WorkerPlaces.Ticket?
        let end: DispatchSemaphore
        let ended: DispatchSemaphore

        func leave() {
            end.signal()
            ended.wait()
        }
    }

    private func occupy(
        _ thread: StandingThread,
        helping other: WorkerPlaces.Ticket? = nil
    ) -> Occupation {
        let began = DispatchSemaphore(value: 0)
        let end = DispatchSemaphore(value: 0)
        let ended = DispatchSemaphore(value: 0)
        let ticket = Mutex<WorkerPlaces.Ticket?>(nil)
        thread.begin { [places] in
            places.awake()
            places.withPlace(helping: other) {
                ticket.withLock { $0 = places.ticket }
                began.signal()
                end.wait()
            }
            ended.signal()
        }
        began.wait()
        return Occupation(ticket: ticket.withLock { $0 }, end: end, ended: ended)
    }

    @Test func `a set without processors is none`() throws {
        let allowed = try #require(ProcessorSet(of: ThreadPlace.currentNumber))
        #expect(allowed.without([]) == allowed)
        #expect(allowed.without(Array(0..<5000)) == nil)
        let rest = try #require(allowed.without([processors[0]]))
        #expect(rest != allowed && rest.without(Array(processors.dropFirst())) == nil)
    }

    @Test func `a place tells the processor of a thread`() throws {
        for processor in processors {
            try pin(worker, to: processor)
            let place = try #require(worker.run { ThreadPlace.current })
            #expect(place.processor == processor)
        }
    }

    @Test func `who begins to work leaves the processor of another`() throws {
        let processor = processors[0]
        try pin(worker, to: processor)
        let work = occupy(worker)
        let single = try only(processor)
        let seen = helper.run { [places, everywhere] in
            let number = ThreadPlace.currentNumber
            single.confine(number)
            everywhere.confine(number)
            return places.withPlace { ThreadPlace.current?.processor }
        }
        #expect(seen != nil && seen != processor)
        #expect(allowed(helper) == everywhere)
        work.leave()
    }

    @Test func `a helper and who is helped are kept off each other's processor`() throws {
        let work = occupy(worker)
        let help = occupy(helper, helping: work.ticket)
        let (theirs, own) = try (#require(allowed(worker)), #require(allowed(helper)))
        #expect(theirs != everywhere && own != everywhere && theirs != own)
        help.leave()
        #expect(allowed(worker) == everywhere)
        #expect(allowed(helper) == everywhere)
        work.leave()
    }

    @Test func `who leaves first is free again`() throws {
        let work = occupy(worker)
        let help = occupy(helper, helping: work.ticket)
        work.leave()
        #expect(allowed(worker) == everywhere)
        help.leave()
        #expect(allowed(helper) == everywhere)
        #expect(allowed(worker) == everywhere)
    }

    @Test func `work that is over is not helped`() throws {
        let earlier = occupy(worker)
        earlier.leave()
        let later = occupy(worker)
        let help = occupy(helper, helping: earlier.ticket)
        #expect(earlier.ticket != nil && earlier.ticket != later.ticket)
        #expect(allowed(worker) == everywhere)
        help.leave()
        later.leave()
        #expect(allowed(helper) == everywhere)
    }

    @Test func `who helped with work that is over does not free what is helped now`() throws {
        let second = StandingThread()
        let earlier = occupy(worker)
        let lateHelp = occupy(helper, helping: earlier.ticket)
        earlier.leave()
        let later = occupy(worker)
        let help = occupy(second, helping: later.ticket)
        lateHelp.leave()
        #expect(allowed(worker) != everywhere)
        help.leave()
        #expect(allowed(worker) == everywhere)
        later.leave()
    }

    @Test func `of two helpers the first frees who is helped`() throws {
        let second = StandingThread()
        let work = occupy(worker)
        let help = occupy(helper, helping: work.ticket)
        let theirs = allowed(worker)
        let moreHelp = occupy(second, helping: work.ticket)
        moreHelp.leave()
        #expect(allowed(worker) == theirs && theirs != everywhere)
        help.leave()
        #expect(allowed(worker) == everywhere)
        work.leave()
        for thread in [worker, helper, second] { #expect(allowed(thread) == everywhere) }
    }

    @Test func `a sleeper wakes where nobody is at work`() throws {
        let processor = processors[0]
        try pin(worker, to: processor)
        places.prepare(helper.number)
        #expect(allowed(helper) == everywhere, "nobody is at work")
        let work = occupy(worker)
        // Twice, as somebody may be woken in vain.
        for _ in 0..<2 {
            places.prepare(helper.number)
            #expect(allowed(helper) == everywhere.without([processor]))
            helper.run { [places] in places.awake() }
        }
        let seen = helper.run { [places] in
            places.withPlace { ProcessorSet(of: ThreadPlace.currentNumber) }
        }
        #expect(seen == everywhere)
        work.leave()
    }

    @Test func `who was woken in vain wakes anywhere the next time`() throws {
        let work = occupy(worker)
        places.prepare(helper.number)
        #expect(allowed(helper) != everywhere)
        helper.run { [places] in places.awake() }
        let other = occupy(StandingThread())
        let stillConfined = allowed(helper)
        work.leave()
        other.leave()
        #expect(stillConfined != everywhere)
        places.prepare(helper.number)
        #expect(allowed(helper) == everywhere)
    }

    @Test func `a pool keeps who lends a hand and who is lent it apart`() throws {
        let pool = WorkerPool(
            WorkerPool.Configuration(
                workers: 2,
                queueLimit: 2,
                queueTimeout: .seconds(60),
                memoryBudget: 10,
                placesWorkers: true
            )
        )
        let seen = Mutex<[ProcessorSet?]>([])
        let (isHelped, isOver) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let estimate = RenderEstimate(memory: 1, work: 1)
        try pool.submit(estimate, cancellation: Cancellation()) { _ in
            let borrower = ThreadPlace.currentNumber
            let isLent = pool.lend {
                let numbers = [borrower, ThreadPlace.currentNumber]
                seen.withLock { $0 = numbers.map { ProcessorSet(of: $0) } }
                isHelped.signal()
            }
            if isLent { isHelped.wait() }
            isOver.signal()
            return .done
        } refused: { _ in
        }
        isOver.wait()
        let sets = seen.withLock { $0 }
        #expect(sets.count == 2 && sets.allSatisfy { $0 != everywhere })
    }

    @Test func `of two who are woken together the first sends the other elsewhere`() throws {
        let processor = processors[0]
        places.prepare(worker.number)
        places.prepare(helper.number)
        try pin(worker, to: processor)
        let work = occupy(worker)
        #expect(allowed(helper) == everywhere.without([processor]))
        occupy(helper).leave()
        work.leave()
        #expect(allowed(helper) == everywhere)
    }

    @Test func `a place within a place is that place`() throws {
        let processor = processors[0]
        try pin(worker, to: processor)
        let isInside = DispatchSemaphore(value: 0)
        let end = DispatchSemaphore(value: 0)
        worker.begin { [places] in
            places.withPlace {
                places.withPlace {}
                isInside.signal()
                end.wait()
            }
        }
        isInside.wait()
        places.prepare(helper.number)
        #expect(allowed(helper) == everywhere.without([processor]))
        end.signal()
        worker.run {}
        occupy(helper).leave()
        #expect(allowed(helper) == everywhere)
    }
}
