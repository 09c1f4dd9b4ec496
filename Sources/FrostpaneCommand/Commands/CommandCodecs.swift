// SPDX-License-Identifier: Apache-2.0

import Codecs
import Platform
import Sandbox
import Service
import Typesetting

/// Chooses where the codecs of foreign libraries and the text libraries run: in this process or in sandboxed ones.
enum CommandCodecs {
    /// Sets up the codec and typesetting services that the options ask for, and returns the codec service.
    ///
    /// No process is started before one is needed.
    ///
    /// - Parameters:
    ///   - configuration: The options.
    ///   - onStartFailure: Called with the reason when no typesetting process can be started, for a log.
    /// - Returns: The host; nil if the system has no thread left, so that JPEG and PNG remain.
    @discardableResult
    static func use(
        _ configuration: Configuration,
        onStartFailure: @escaping @Sendable (String) -> Void = { _ in }
    ) -> CodecHost? {
        let host: CodecHost
        switch configuration.codecs {
        case .inProcess: host = CodecHost(nil)
        case .sandbox:
            let seconds = Int(configuration.deadline.components.seconds) + 5
            guard
                let pool = try? ProcessPool(
                    .init(.codecs, limit: configuration.codecProcesses, seconds: seconds)
                )
            else { return nil }
            host = CodecHost(pool)
            guard
                let pool = try? ProcessPool(
                    .init(.texts, limit: configuration.typesettingProcesses)
                )
            else { return nil }
            TypesettingHost.use(SandboxedTypesetter(pool, onStartFailure: onStartFailure))
        }
        ForeignCodecHost.use(host)
        return host
    }
}
