// SPDX-License-Identifier: Apache-2.0

import HTTPServer

extension Configuration {
    /// All options, in the order of the documentation.
    public static let options: [ConfigurationOption] =
        accessOptions + workOptions + requestOptions + connectionOptions + cacheOptions + logOptions

    /// The option for a file of further options; it is read before all others.
    static let fileKey = "config"

    /// The option whose value is a secret.
    static let tokenKey = "token"

    private static var accessOptions: [ConfigurationOption] {
        [
            ConfigurationOption(
                key: "listen",
                placeholder: "address",
                isRepeatable: true,
                allowed: "127.0.0.1:8080, [::1]:8080, localhost:8080 or unix:/path; "
                    + "port 0 lets the system choose",
                defaultText: "127.0.0.1:8080",
                sentence: "Addresses to listen on."
            ) { values, configuration in
                let addresses = values.compactMap { try? ListenAddress(parsing: $0) }
                guard addresses.count == values.count, !addresses.isEmpty else { return false }
                configuration.listen = addresses
                return true
            },
            .text(
                tokenKey,
                \.token,
                placeholder: "token",
                allowed: "16 to 512 visible ASCII characters",
                "Bearer token that requests must carry; other users see flags, "
                    + "so prefer token-file.",
                accepts: BearerTokenForm.accepts
            ),
            .text(
                "token-file",
                \.tokenFile,
                placeholder: "path",
                allowed: "the path of a file that holds nothing but the token",
                "File from which the token is read at the start.",
                accepts: { !$0.isEmpty }
            ),
            .one(
                "insecure",
                \.isInsecure,
                .flag,
                "Accept connections from other machines without a token."
            ),
            .text(
                fileKey,
                \.file,
                placeholder: "path",
                allowed: "the path of a file of `key = value` lines",
                "File with further options; environment and flags take precedence.",
                accepts: { !$0.isEmpty }
            ),
        ]
    }

    private static var workOptions: [ConfigurationOption] {
        [
            .one(
                "workers",
                \.statedWorkers,
                .count,
                in: 1...1024,
                default: "one per core",
                "Threads that render."
            ).forRendering(),
            .one(
                "queue",
                \.statedQueueLimit,
                .count,
                in: 0...100_000,
                default: "4 per worker",
                "Renderings that may wait for a worker; more are refused with 503."
            ),
            .one(
                "queue-wait",
                \.queueWait,
                .duration,
                in: .milliseconds(10) ... .seconds(600),
                "Greatest time that a rendering waits for a worker before it is refused."
            ),
            .one(
                "deadline",
                \.deadline,
                .duration,
                in: .milliseconds(10) ... .seconds(3600),
                "Greatest time of a rendering, its wait included."
            ),
            .one(
                "memory",
                \.statedMemoryBudget,
                .byteCount,
                in: 16 << 20...1 << 50,
                default: "half of the container's or machine's, less 24MiB",
                "Memory of all renderings together; a rendering that can never fit is refused."
            ),
            .one(
                "drain",
                \.drain,
                .duration,
                in: .zero ... .seconds(3600),
                "Greatest time for requests in flight after SIGTERM or SIGINT."
            ),
            .one(
                "isa",
                \.statedInstructionSet,
                .word,
                default: "the fastest of the processor",
                "Variant of the kernels; it changes the speed, but not the results."
            ).forRendering(),
            .text(
                "font-family",
                \.fontFamily,
                placeholder: "family",
                allowed: "a family that fontconfig lists, or sans-serif, serif or monospace",
                "Font family of texts that name none, and of captions.",
                accepts: FontFamilyForm.accepts
            ),
        ]
    }

    private static var requestOptions: [ConfigurationOption] {
        [
            .one(
                "max-body",
                \.statedBodyLimit,
                .byteCount,
                in: 1 << 10...1 << 32,
                default: "32MiB, less below 219MiB",
                "Longest body of a request."
            ),
            .one(
                "max-pixels",
                \.pixelLimit,
                .pixelCount,
                in: 1...1_000_000_000,
                "Largest picture."
            ).forRendering(),
            .one(
                "max-side",
                \.sideLimit,
                .count,
                in: 1...65_500,
                "Longest side of a picture, in pixels."
            ).forRendering(),
            .one(
                "max-header",
                \.headerLimit,
                .byteCount,
                in: 1 << 10...1 << 20,
                "Longest head of a request, request line included."
            ),
            .one(
                "max-fields",
                \.fieldLimit,
                .count,
                in: 8...10_000,
                "Most fields in the head of a request."
            ),
        ]
    }

    private static var connectionOptions: [ConfigurationOption] {
        let timeouts = Duration.milliseconds(10) ... .seconds(3600)
        return [
            .one(
                "connections",
                \.connectionLimit,
                .count,
                in: 1...1_000_000,
                "Most connections at the same time."
            ),
            .one(
                "header-timeout",
                \.headerTimeout,
                .duration,
                in: timeouts,
                "Greatest time for the head of a request to arrive."
            ),
            .one(
                "body-idle",
                \.bodyIdle,
                .duration,
                in: timeouts,
                "Greatest pause of a client while it sends a body."
            ),
            .one(
                "body-timeout",
                \.bodyTimeout,
                .duration,
                in: timeouts,
                "Greatest time for a body to arrive."
            ),
            .one(
                "write-idle",
                \.writeIdle,
                .duration,
                in: timeouts,
                "Greatest pause of a client while it reads a response."
            ),
            .one(
                "keep-alive",
                \.keepAlive,
                .duration,
                in: timeouts,
                "Greatest time of a connection between two requests."
            ),
        ]
    }

    private static var cacheOptions: [ConfigurationOption] {
        [
            .one(
                "cache-originals",
                \.statedOriginalsBudget,
                .byteCount,
                in: 0...1 << 50,
                default: "64MiB, less below 560MiB",
                "Memory for kept uploads; 0 keeps none."
            ),
            .one(
                "cache-results",
                \.statedResultsBudget,
                .byteCount,
                in: 0...1 << 50,
                default: "64MiB, less below 560MiB",
                "Memory for finished results; 0 keeps none."
            ),
        ]
    }

    private static var logOptions: [ConfigurationOption] {
        [
            .one("log-format", \.logFormat, .word, "Format of the log lines on standard error."),
            .one("log-level", \.logLevel, .word, "Least severe level that is logged."),
        ]
    }
}

/// The form of a bearer token.
enum BearerTokenForm {
    /// Whether a text is long enough not to be guessed, and fits into a header.
    static func accepts(_ text: String) -> Bool {
        (16...512).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7e).contains($0) }
    }
}

/// The form of a font family's name.
enum FontFamilyForm {
    /// Whether a text can be the name of a family; whether there is such a font is not known.
    static func accepts(_ text: String) -> Bool {
        (1...64).contains(text.unicodeScalars.count)
            && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
}
