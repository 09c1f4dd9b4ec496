// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// How a picture is rendered and what that takes, decided once and only when it is needed.
///
/// To design a blur takes time, which a request whose answer is in a cache need not spend.
final class RenderDecision: Sendable {
    typealias Value = (route: Route, estimate: RenderEstimate)

    private let make: @Sendable () -> Value
    private let made = Mutex<Value?>(nil)

    /// Prepares to decide.
    init(_ make: @escaping @Sendable () -> Value) { self.make = make }

    /// Whether it is decided already.
    var isMade: Bool { made.withLock { $0 != nil } }

    /// What is decided.
    var value: Value {
        made.withLock { made in
            if let made { return made }
            let value = make()
            made = value
            return value
        }
    }
}
