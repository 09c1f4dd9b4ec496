// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Platform
import Synchronization

// Probes a tier that has failed, and does its maintenance in the background.
extension BlobStore {
    /// The pause before another probe, if a call failed during a successful probe.
    private static let doubt = Duration.milliseconds(100)

    /// The pause before another attempt to start a thread that could not be started.
    private static let threadPause = Duration.seconds(1)

    /// Starts to probe the tier until it works; if a probe is running already, repeats it once
    /// more.
    func probe() {
        let begins = state.withLock { state in
            state.hasFailedMeanwhile = state.isProbing
            defer { state.isProbing = true }
            return !state.isProbing && !state.isEnded
        }
        if begins { probeOnce() }
    }

    private func probeOnce() {
        let unanswered = Once<Void> { [weak self] in
            let error = BlobError.unavailable(reason: "it does not respond")
            self?.update { _ = $0.probed(reading: error, writing: error) }
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.interval(patience.probing)) {
            unanswered.take()?(())
        }
        let isTaken = prober { [weak self, tier] in
            let errors = BlobUse.allCases.map { Self.error(of: $0, tier) }
            _ = unanswered.take()
            self?.probed(reading: errors[0], writing: errors[1])
        }
        guard !isTaken else { return }
        // No thread was available for the probe, so it is repeated.
        _ = unanswered.take()
        again { $0.probeOnce() }
    }

    /// Calls an action after a pause, unless the store has been stopped by then.
    private func again(_ action: @escaping @Sendable (BlobStore) -> Void) {
        let pause = Self.interval(Self.threadPause)
        DispatchQueue.global().asyncAfter(deadline: .now() + pause) { [weak self] in
            guard let self, !state.withLock({ $0.isEnded }) else { return }
            action(self)
        }
    }

    private func probed(reading: BlobError?, writing: BlobError?) {
        var pause: Duration?
        update { pause = $0.probed(reading: reading, writing: writing) }
        let ends = state.withLock { state in
            // The probe may have passed before the call failed.
            if pause == nil, state.hasFailedMeanwhile { pause = Self.doubt }
            state.hasFailedMeanwhile = false
            state.isProbing = pause != nil && !state.isEnded
            return !state.isProbing
        }
        guard let pause, !ends else { return }
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.interval(pause)) { [weak self] in
            self?.probeOnce()
        }
    }

    private static func error(of use: BlobUse, _ tier: any BlobTier) -> BlobError? {
        do throws(BlobError) {
            try tier.probe(use)
            return nil
        } catch {
            return error
        }
    }

    private func update(_ change: (inout StoreHealth) -> Void) {
        let event = state.withLock { state -> Event? in
            let before = state.health
            change(&state.health)
            return before.isSame(as: state.health) ? nil : .health(state.health)
        }
        if let event { tell(event) }
    }

    /// Starts the thread that tidies the tier and finds images deleted by other processes, until
    /// the store stops.
    func keep() {
        let isTaken = keeper { [weak self, end] in
            var upper = StoreHealth()
            var deletions: (any DeletionReader)?
            var (tidying, looking) = (ContinuousClock.now, ContinuousClock.now)
            while true {
                let pause = max(.zero, min(tidying, looking) - .now)
                if end.wait(timeout: .now() + Self.interval(pause)) == .success { return }
                guard let self else { return }
                if tidying <= .now { tidying = .now + tier.tidy() }
                if let now = tier.upper?.health, !now.isSame(as: upper) {
                    upper = now
                    tell(.upper(now))
                }
                if looking <= .now {
                    var reader = deletions ?? tier.deletionReader()
                    let marks = (try? reader.next()) ?? []
                    if !marks.isEmpty { tell(.deleted(marks: marks)) }
                    deletions = reader
                    looking = .now + tier.lookingPause
                }
            }
        }
        if !isTaken { again { $0.keep() } }
    }
}
