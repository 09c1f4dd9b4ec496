// SPDX-License-Identifier: Apache-2.0

/// What was bound to happen has not.
package struct WaitedInVain: Error {}

/// Waits for what is bound to happen.
///
/// - Throws: ``WaitedInVain`` when it has not happened within the limit.
package func eventually(
    within limit: Duration = .seconds(120),
    _ condition: () -> Bool
) async throws {
    let deadline = ContinuousClock.now + limit
    while !condition() {
        guard ContinuousClock.now < deadline else { throw WaitedInVain() }
        try await Task.sleep(for: .milliseconds(5))
    }
}
