// SPDX-License-Identifier: Apache-2.0

extension HostNames {
    /// Creates the set of names of a service with a configuration.
    init(_ configuration: Configuration) {
        self.init(
            listen: configuration.listen + configuration.listenProxy + configuration.adminListen,
            further: configuration.hostNames
        )
    }
}
