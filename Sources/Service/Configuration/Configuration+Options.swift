// SPDX-License-Identifier: Apache-2.0

extension Configuration {
    /// All options, in the order of the documentation.
    package static let options: [ConfigurationOption] =
        accessOptions + workOptions + requestOptions + connectionOptions + cacheOptions
        + storeOptions + bucketOptions + sourceOptions + logOptions

    /// The name of the option for a file of further options; this option is read first.
    static let fileKey = "config"

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
                default: "256 per worker",
                "Renderings that may wait before another one; it is refused with 503 if there are more, whatever their wait."
            ),
            .one(
                "queue-wait",
                \.queueWait,
                .duration,
                in: .milliseconds(10) ... .seconds(600),
                "Greatest time that a rendering waits for a worker before it is refused; a quarter of it if more than four per worker wait before it."
            ),
            .one(
                "deadline",
                \.deadline,
                .duration,
                in: .milliseconds(10) ... .seconds(3600),
                "Longest time of a render, including its wait."
            ),
            .one(
                "memory",
                \.statedMemoryBudget,
                .byteCount,
                in: 16 << 20...1 << 50,
                default: "half of the container's or machine's memory, minus 24MiB",
                "Memory of all renders together; a single render may take an eighth."
            ),
            .one(
                "lame-duck",
                \.lameDuck,
                .duration,
                in: .zero ... .seconds(3600),
                "Time after SIGTERM in which requests are still served, while /readyz fails."
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
            .one(
                "codecs",
                \.codecs,
                .word,
                "Place of text libraries and of codecs except JPEG and PNG: processes without rights, or "
                    + "this process, for trusted files and texts only; some codecs then overrun deadlines."
            ).forRendering(),
            .one(
                "codec-processes",
                \.statedCodecProcesses,
                .count,
                in: 1...1024,
                default: "two per worker",
                "Most concurrent codec processes; each works on one image at a time."
            ).forRendering(),
            .text(
                "font-family",
                \.fontFamily,
                placeholder: "family",
                allowed: "a family that fontconfig lists, or sans-serif, serif or monospace",
                "Font family of captions, and of texts without one.",
                accepts: FontFamilyForm.accepts
            ).forRendering(),
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
                "Largest image."
            ).forRendering(),
            .one(
                "max-animation-pixels",
                \.motionPixelLimit,
                .pixelCount,
                in: 1...10_000_000_000,
                "Largest animation, all frames together; of a larger one, only single frames are rendered."
            ).forRendering(),
            .one(
                "max-side",
                \.sideLimit,
                .count,
                in: 1...65_500,
                "Longest side of an image, in pixels."
            ).forRendering(),
            ConfigurationOption(
                key: "ignored-parameters",
                placeholder: "names",
                isRepeatable: true,
                allowed: "names separated by commas, such as utm_*,fbclid; none of a rendering",
                defaultText: "none",
                sentence: "Query parameters that count as absent instead of being rejected."
            ) { values, configuration in
                guard let patterns = NamePatterns(values.joined(separator: ",")) else {
                    return false
                }
                configuration.ignoredParameters = patterns
                return true
            },
            .text(
                "presets",
                \.presetFile,
                placeholder: "file",
                allowed: "the path of a file of `[name]` and `parameter = value` lines",
                "Named sets of parameters, for the parameter preset; SIGHUP reads them again.",
                accepts: { !$0.isEmpty }
            ),
            .one(
                "presets-only",
                \.allowsOnlyPresets,
                .flag,
                "Render presets only: refuse all other parameters, scenes, galleries and measurements."
            ),
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
                \.statedConnectionLimit,
                .count,
                in: 1...1_000_000,
                default: "one per 256 KiB of memory, as far as descriptors allow",
                "Most concurrent connections; beyond, the longest idle ones are dropped."
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
                "Longest pause of a client that sends a body."
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
                "Longest pause of a client that reads a response."
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
                "Memory for stored uploads; 0 stores none."
            ),
            .one(
                "cache-results",
                \.statedResultsBudget,
                .byteCount,
                in: 0...1 << 50,
                default: "64MiB, less below 560MiB",
                "Memory for complete results; 0 stores none."
            ),
        ]
    }

    private static var logOptions: [ConfigurationOption] {
        [
            .one("log-format", \.logFormat, .word, "Format of the log lines on standard error."),
            .one(
                "log-level",
                \.logLevel,
                .word,
                "Least severe level that is logged; SIGHUP reads it from the config file again."
            ),
            .one(
                "slow-request",
                \.slowRequest,
                .duration,
                in: .milliseconds(1) ... .seconds(3600),
                default: "none",
                "Duration above which a request is logged as a warning, with its phases."
            ),
        ]
    }
}

/// The syntax of a font family's name.
enum FontFamilyForm {
    /// Whether a text can be the name of a font family, installed or not.
    static func accepts(_ text: String) -> Bool {
        (1...64).contains(text.unicodeScalars.count)
            && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
}
