// SPDX-License-Identifier: Apache-2.0

/// An address of the service without the values of its variables, as logs and metrics name it.
struct Route: Hashable, Sendable {
    /// The position of the address in the list of all, which the label of metrics counts by.
    let index: Int
    /// The path with its variables in braces, as in openapi.yaml.
    let text: String
    /// Whether monitoring asks for the address all the time, so that it is not worth a log line.
    let isOfMonitoring: Bool
    /// The narrowest setting with which GET and HEAD need no token; nil if all settings require it.
    let publicLevel: PublicAccess?
}
