// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation

/// Runs a closure on so many threads of their own at once, and waits for all of them.
///
/// Not `concurrentPerform`: its threads are as many as cores, and what waits for one another
/// would wait for ever.
package func onThreads(_ count: Int, _ work: @escaping @Sendable (_ index: Int) -> Void) {
    let group = DispatchGroup()
    for index in 0..<count {
        group.enter()
        Thread.detachNewThread {
            work(index)
            group.leave()
        }
    }
    group.wait()
}
