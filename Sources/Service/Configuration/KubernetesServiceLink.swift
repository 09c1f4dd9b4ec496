// SPDX-License-Identifier: Apache-2.0

/// The environment variables that Kubernetes sets in every container for a service named
/// `frostpane`.
///
/// They contain the address of the service and are no options. Refusing them as unknown would keep
/// the program from starting in a namespace with such a service.
///
/// Reference: Kubernetes documentation, "Service", section "Environment variables".
enum KubernetesServiceLink {
    /// Whether Kubernetes sets the environment variable `FROSTPANE_` followed by a given name.
    static func matches(_ name: some StringProtocol) -> Bool {
        let parts = name.split(separator: "_", omittingEmptySubsequences: false)
        switch parts.first {
        case "SERVICE":
            return parts.count >= 2 && (parts[1] == "HOST" || parts[1] == "PORT")
        case "PORT":
            guard parts.count > 1 else { return true }
            return parts.count >= 3 && UInt16(parts[1]) != nil
                && ["TCP", "UDP", "SCTP"].contains(parts[2])
        default:
            return false
        }
    }
}
