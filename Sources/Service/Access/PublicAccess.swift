// SPDX-License-Identifier: Apache-2.0

/// The addresses that need no token on a server that has tokens.
package enum PublicAccess: String, Hashable, Sendable, CaseIterable {
    /// No address.
    case none
    /// The addresses of links.
    case links
    /// The addresses of links, and of renderings of stored pictures and of pictures from sources.
    case renders
    /// All addresses that are requested with GET or HEAD, those of stored pictures included.
    case all

    /// Whether an address with a level needs no token with this setting.
    func covers(_ level: PublicAccess?) -> Bool {
        guard let level, let own = Self.allCases.firstIndex(of: self),
            let least = Self.allCases.firstIndex(of: level)
        else { return false }
        return own >= least
    }
}
