// SPDX-License-Identifier: Apache-2.0

import HTTPServer

extension Configuration {
    /// The name of the option for the bearer token, whose value no error text may show.
    static let tokenKey = "token"

    /// The option for the file of keys that sign addresses, which `frostpane sign` has as well.
    package static let signingKeysOption = ConfigurationOption.text(
        "signing-keys",
        \.signingKeyFile,
        placeholder: "file",
        allowed: "the path of a file of `NAME KEY` lines",
        "Keys of signed URLs, valid without a token; SIGHUP reads them again.",
        accepts: { !$0.isEmpty }
    )

    /// The options for listening addresses, proxies, cross-origin requests and tokens.
    static var accessOptions: [ConfigurationOption] {
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
            ConfigurationOption(
                key: "listen-proxy",
                placeholder: "address",
                isRepeatable: true,
                allowed: "an address as listen does",
                defaultText: "none",
                sentence:
                    "Addresses for connections that begin with a header of the PROXY protocol, "
                    + "version 1 or 2."
            ) { values, configuration in
                let addresses = values.compactMap { try? ListenAddress(parsing: $0) }
                configuration.listenProxy = addresses
                return addresses.count == values.count
            },
            ConfigurationOption(
                key: "admin-listen",
                placeholder: "address",
                isRepeatable: true,
                allowed: "an address as listen does",
                defaultText: "none",
                sentence:
                    "Addresses for /metrics, /v1/status and the probes, without a token; other "
                    + "addresses then do not serve them."
            ) { values, configuration in
                let addresses = values.compactMap { try? ListenAddress(parsing: $0) }
                configuration.adminListen = addresses
                return addresses.count == values.count
            },
            ConfigurationOption(
                key: "trusted-proxy",
                placeholder: "network",
                isRepeatable: true,
                allowed: "10.0.0.0/8, 127.0.0.1, fd00::/8 or unix",
                defaultText: "none",
                sentence: "Proxies whose Forwarded and X-Forwarded fields are trusted."
            ) { values, configuration in
                configuration.trustedProxies = TrustedProxies()
                return values.allSatisfy { configuration.trustedProxies.add($0) }
            },
            .text(
                "base-path",
                \.basePath,
                placeholder: "path",
                allowed: "a path such as /frost, without a slash at its end",
                "Path before all others, for a proxy that passes it on; probes are found without it, too.",
                default: "none",
                accepts: PathPrefix.isValid
            ),
            ConfigurationOption(
                key: "host-name",
                placeholder: "name",
                isRepeatable: true,
                allowed: "a host name such as frost.example, or * for all",
                defaultText: "none",
                sentence:
                    "Names in Host that requests without a token may have, in addition to localhost and the "
                    + "listening addresses; others get 421."
            ) { values, configuration in
                configuration.hostNames = values
                return values.allSatisfy(HostNames.isValid)
            },
            ConfigurationOption(
                key: "cors-origin",
                placeholder: "origin",
                isRepeatable: true,
                allowed: "https://app.example, or * without a token",
                defaultText: "none",
                sentence: "Origins whose pages may use the service from a browser."
            ) { values, configuration in
                configuration.corsOrigins = values
                return values.allSatisfy(CORSPolicy.accepts)
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
            ConfigurationOption(
                key: "token-file",
                placeholder: "file",
                isRepeatable: true,
                allowed: "the path of a file of `TOKEN name=web scopes=render,read` lines",
                defaultText: "none",
                sentence:
                    "Files of tokens, with names, scopes and quotas; SIGHUP reads them again."
            ) { values, configuration in
                configuration.tokenFiles = values
                return values.allSatisfy { !$0.isEmpty }
            },
            signingKeysOption,
            .one(
                "public",
                \.publicAccess,
                .word,
                "URLs that can be read without a token: links, renders of stored images and of sources, or all."
            ),
            .one(
                "max-age",
                \.caching.maxAge,
                .duration,
                in: .zero ... .seconds(31_536_000),
                "Longest time for which other caches keep responses, also those that never change."
            ),
            .one(
                "stale-while-revalidate",
                \.caching.staleTime,
                .duration,
                in: .zero ... .seconds(31_536_000),
                "Time for which other caches may send a stale response that can change, while they ask for a new one."
            ),
            .text(
                "cache-tag-key",
                \.caching.tagKeyFile,
                placeholder: "file",
                allowed: "the path of a file with a line `NAME KEY`",
                "Key of the tags in Cache-Tag and Surrogate-Key, by which caches purge what was made from an image.",
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
                placeholder: "file",
                allowed: "the path of a file of `key = value` lines",
                "File with further options; environment and flags take precedence.",
                accepts: { !$0.isEmpty }
            ),
        ]
    }
}
