// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// On which processors workers run, so that no two share one while another has nothing to do.
///
/// The kernel wakes a thread on an idle processor where it can. As a guest it may see none: a processor
/// that sleeps is one that the host has taken away, for all it knows. Who is woken then stays with who
/// woke him until the next balancing, milliseconds later, and both take twice as long.
///
/// So a worker is woken off the processors of those at work, and off that of one which was woken with
/// it. Of two that wake each other all the time, as one helps the other, each is kept off the processor
/// where it found the other. Otherwise a worker may run wherever the main thread may, which is asked
/// each time: that thread is never confined here, so what an operator or a container grants is what counts.
final class WorkerPlaces: Sendable {
    private let state = Mutex(State())

    private struct State {
        /// The threads that are at work.
        var seats: [ThreadPlace.Number: Seat] = [:]
        /// The threads that were woken and have not seen it yet, and whether they are confined.
        var woken: [ThreadPlace.Number: Bool] = [:]
        /// The threads that are confined although they are not at work, nor about to be woken.
        var confined: Set<ThreadPlace.Number> = []
        private var lastTicket = 0

        var taken: [UInt32] { seats.values.map(\.place.processor) }

        mutating func seat(_ place: ThreadPlace) {
            lastTicket += 1
            seats[place.number] = Seat(
                place: place,
                ticket: Ticket(thread: place.number, number: lastTicket)
            )
        }

        /// Whoever holds a ticket, unless that work is over.
        subscript(ticket: Ticket) -> Seat? {
            get { seats[ticket.thread].flatMap { $0.ticket == ticket ? $0 : nil } }
            set { if self[ticket] != nil { seats[ticket.thread] = newValue } }
        }
    }

    /// One time that a thread is at work.
    struct Ticket: Hashable, Sendable {
        fileprivate let thread: ThreadPlace.Number
        fileprivate let number: Int
    }

    private struct Seat {
        let place: ThreadPlace
        let ticket: Ticket

        /// Whether it is kept off the processor of whom it helps.
        var isHelper = false

        /// Who helps it, off whose processor it is kept.
        var helper: Ticket?
    }

    /// What the calling thread does at present, for who is to help it; nil when it has no place.
    var ticket: Ticket? {
        let number = ThreadPlace.currentNumber
        return state.withLock { $0.seats[number]?.ticket }
    }

    /// Lets a thread that sleeps wake up where nobody is at work, if there is such a processor.
    ///
    /// Does nothing while somebody else moves threads: who wakes workers is not to wait for that.
    ///
    /// - Parameter sleeper: A worker, whose next step is ``awake()``.
    func prepare(_ sleeper: ThreadPlace.Number) {
        let everywhere = ProcessorSet.everywhere
        _ = state.withLockIfAvailable { state in
            let wasConfined = state.confined.remove(sleeper) != nil
            let taken = state.taken
            if !taken.isEmpty, let free = everywhere?.without(taken), free.confine(sleeper) {
                state.woken[sleeper] = true
            } else {
                if wasConfined { everywhere?.confine(sleeper) }
                state.woken[sleeper] = false
            }
        }
    }

    /// Notes that the calling thread has been woken, perhaps in vain.
    func awake() {
        let number = ThreadPlace.currentNumber
        state.withLock { state in
            let isConfined = state.woken.removeValue(forKey: number) ?? false
            if isConfined { state.confined.insert(number) }
        }
    }

    /// Counts the calling thread among those at work meanwhile.
    ///
    /// - Parameters:
    ///   - other: The work of another thread, which may be over, that is helped; nil for none.
    ///   - work: What is done.
    /// - Returns: What `work` returns.
    /// - Throws: What `work` throws.
    func withPlace<Result, Failure>(
        helping other: Ticket? = nil,
        _ work: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let place = ThreadPlace.current, let everywhere = ProcessorSet.everywhere,
            enter(place, helping: other, everywhere)
        else { return try work() }
        defer { leave(place.number, other) }
        return try work()
    }

    /// - Returns: Whether the thread was not at work before.
    private func enter(
        _ place: ThreadPlace,
        helping other: Ticket?,
        _ everywhere: ProcessorSet
    ) -> Bool {
        let number = place.number
        let found: (taken: [UInt32], theirs: UInt32?, isConfined: Bool)? = state.withLock { state in
            guard state.seats[number] == nil else { return nil }
            let taken = state.taken
            let theirs = other.flatMap { state[$0]?.place.processor }
            let isConfined = state.confined.remove(number) != nil
            state.seat(place)
            // Who was woken together with this one may wait for its processor.
            if let free = everywhere.without(taken + [place.processor]) {
                for next in state.woken.keys where free.confine(next) { state.woken[next] = true }
            }
            return (taken, theirs, isConfined)
        }
        guard let (taken, theirs, isConfined) = found else { return false }
        if let other, let theirs, let own = everywhere.without([theirs]), own.confine(number) {
            part(place, from: other, everywhere)
        } else if taken.contains(place.processor), let free = everywhere.without(taken),
            free.confine(number)
        {
            // It has been moved by now, and stays where it is.
            everywhere.confine(number)
        } else if isConfined {
            everywhere.confine(number)
        }
        return true
    }

    /// Keeps a thread that is helped off the processor of the calling one, as that is kept off its.
    private func part(_ place: ThreadPlace, from other: Ticket, _ everywhere: ProcessorSet) {
        let rest = everywhere.without([place.processor])
        state.withLock { state in
            state.seats[place.number]?.isHelper = true
            let own = state.seats[place.number]?.ticket
            // The lock keeps the other at work, and its thread alive.
            guard let rest, let theirs = state[other], theirs.helper == nil,
                rest.confine(other.thread)
            else { return }
            state[other]?.helper = own
        }
    }

    private func leave(_ number: ThreadPlace.Number, _ other: Ticket?) {
        let seat = state.withLock { state in
            let seat = state.seats.removeValue(forKey: number)
            if let other, let seat, state[other]?.helper == seat.ticket {
                ProcessorSet.everywhere?.confine(other.thread)
                state[other]?.helper = nil
            }
            return seat
        }
        guard let seat, seat.isHelper || seat.helper != nil else { return }
        ProcessorSet.everywhere?.confine(number)
    }
}
