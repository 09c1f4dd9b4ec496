// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import Kernels
import Testing

@testable import Service

@Suite struct ConfigurationReaderTests {
    static let machine = Machine(coreCount: 3, memoryByteCount: 8 << 30)

    /// Reads a configuration with the given files, and no other.
    static func read(
        _ arguments: [String] = [],
        environment: [String: String] = [:],
        files: [String: String] = [:]
    ) throws(ConfigurationFaults) -> Configuration {
        try ConfigurationReader.read(
            arguments: arguments,
            environment: environment,
            machine: machine
        ) { path in
            guard let text = files[path] else {
                return .failure(ConfigurationReader.FileFault(reason: "there is no such file"))
            }
            return .success(text)
        }
    }

    /// What is wrong with a configuration, in words.
    static func faults(
        _ arguments: [String] = [],
        environment: [String: String] = [:],
        files: [String: String] = [:]
    ) -> [String] {
        do {
            _ = try read(arguments, environment: environment, files: files)
            return []
        } catch {
            return error.faults.map(\.description)
        }
    }

    // MARK: Defaults

    @Test func `stands on the defaults without any source`() throws {
        let configuration = try Self.read()
        #expect(configuration == Configuration(machine: Self.machine))
        #expect(configuration.listen == [.tcp(host: "127.0.0.1", port: 8080)])
        #expect(configuration.workers == 3)
        #expect(configuration.queueLimit == 768)
        #expect(configuration.memoryBudget == 4_072 << 20)
        #expect(configuration.instructionSet == .fastest)
    }

    @Test func `makes 256 places in the queue for each worker that was decided`() throws {
        #expect(try Self.read(["--workers", "5"]).queueLimit == 1280)
        #expect(try Self.read(["--workers", "5", "--queue", "0"]).queueLimit == 0)
    }

    // MARK: Sources

    @Test func `reads flags with a space or an equals sign, and switches without a value`() throws {
        let configuration = try Self.read([
            "--deadline", "2min", "--queue-wait=250ms", "--insecure", "--log-format=json",
        ])
        #expect(configuration.deadline == .seconds(120))
        #expect(configuration.queueWait == .milliseconds(250))
        #expect(configuration.isInsecure)
        #expect(configuration.logFormat == .json)
    }

    @Test func `reads the environment and leaves other programs' variables alone`() throws {
        let configuration = try Self.read(environment: [
            "FROSTPANE_MAX_BODY": "1GiB", "FROSTPANE_INSECURE": "1", "PATH": "/bin", "FROST": "x",
        ])
        #expect(configuration.bodyLimit == 1 << 30)
        #expect(configuration.isInsecure)
    }

    @Test func `reads a file with comments, blanks and line ends of either kind`() throws {
        let text = "# limits\r\n\r\n  max-pixels = 12MP\r\nkeep-alive=1h\n\tlog-level = warning \n"
        let configuration = try Self.read(["--config", "f"], files: ["f": text])
        #expect(configuration.pixelLimit == 12_000_000)
        #expect(configuration.keepAlive == .seconds(3600))
        #expect(configuration.logLevel == .warning)
    }

    @Test func `lets flags win over variables and variables over the file`() throws {
        let files = ["f": "workers = 1\nqueue = 1\ndrain = 1s\nlisten = unix:/a"]
        let environment = [
            "FROSTPANE_CONFIG": "f", "FROSTPANE_WORKERS": "2", "FROSTPANE_QUEUE": "2",
            "FROSTPANE_LISTEN": "unix:/b",
        ]
        let configuration = try Self.read(
            ["--workers", "3", "--listen", "unix:/c", "--listen", "unix:/d"],
            environment: environment,
            files: files
        )
        #expect(configuration.workers == 3)
        #expect(configuration.queueLimit == 2)
        #expect(configuration.drain == .seconds(1))
        #expect(configuration.listen == [.unix(path: "/c"), .unix(path: "/d")])
    }

    @Test func `listens on every address of a list`() throws {
        let expected: [ListenAddress] = [
            .tcp(host: "127.0.0.1", port: 1), .tcp(host: "::1", port: 2), .unix(path: "/s"),
        ]
        let texts = ["127.0.0.1:1", "[::1]:2", "unix:/s"]
        let variable = ["FROSTPANE_LISTEN": texts.joined(separator: ",")]
        let lines = ["f": texts.map { "listen = \($0)\n" }.joined()]
        #expect(try Self.read(texts.flatMap { ["--listen", $0] }).listen == expected)
        #expect(try Self.read(environment: variable).listen == expected)
        #expect(try Self.read(["--config=f"], files: lines).listen == expected)
    }

    @Test func `takes no notice of what Kubernetes sets for a service of this name`() throws {
        let names = [
            "SERVICE_HOST", "SERVICE_PORT", "SERVICE_PORT_HTTP", "PORT", "PORT_8080_TCP",
            "PORT_8080_TCP_ADDR", "PORT_8080_TCP_PORT", "PORT_8080_TCP_PROTO",
        ]
        let environment = Dictionary(uniqueKeysWithValues: names.map { ("FROSTPANE_\($0)", "tcp") })
        #expect(Self.faults(environment: environment) == [])
        #expect(Self.faults(environment: ["FROSTPANE_PORTS": "1"]).count == 1)
        #expect(Self.faults(environment: ["FROSTPANE_PORT_X_TCP": "1"]).count == 1)
        #expect(Self.faults(environment: ["FROSTPANE_SERVICE": "1"]).count == 1)
    }

    // MARK: Faults

    @Test func `tells everything that is wrong in every source at once`() {
        let faults = Self.faults(
            ["--workers", "0", "--wrokers", "3", "stray", "--drain"],
            environment: [
                "FROSTPANE_CONFIG": "f", "FROSTPANE_MAX_SIDE": "many", "FROSTPANE_X": "",
            ],
            files: ["f": "deadline = 5\nnonsense\nconfig = g\nqueu = 1"]
        )
        #expect(
            faults == [
                "'--wrokers': there is no such option; did you mean --workers?",
                "'stray': it is one argument too many",
                "'--drain': a value is missing; it takes a duration such as 250ms, 5s, 2min or 30d, "
                    + "from 0ms to 1h",
                "environment variable 'FROSTPANE_X': there is no such option",
                "'f', line 2: the line is not `key = value`",
                "'f', line 3, 'config': it is not allowed in a file",
                "'f', line 4, 'queu': there is no such option; did you mean queue?",
                "'f', line 1, 'deadline': '5' is not accepted; it takes a duration such as 250ms, "
                    + "5s, 2min or 30d, from 10ms to 1h",
                "environment variable 'FROSTPANE_MAX_SIDE': 'many' is not accepted; "
                    + "it takes a whole number, from 1 to 65500",
                "'--workers': '0' is not accepted; it takes a whole number, from 1 to 1024",
            ]
        )
    }

    @Test func `refuses an option that is given twice in one source`() {
        #expect(
            Self.faults(["--drain", "1s", "--drain=2s"]) == [
                "'--drain': it is given more than once"
            ]
        )
        #expect(
            Self.faults(["--config", "f"], files: ["f": "queue = 1\nqueue = 1"])
                == ["'f', line 2, 'queue': it is given more than once"]
        )
    }

    @Test func `refuses a variant of the kernels that the processor lacks`() throws {
        func faults(_ sets: [InstructionSet], _ wanted: String) -> [String] {
            let machine = Machine(coreCount: 1, memoryByteCount: 1, instructionSets: sets)
            do {
                let configuration = try ConfigurationReader.read(
                    arguments: [],
                    environment: ["FROSTPANE_ISA": wanted],
                    machine: machine
                )
                return [configuration.instructionSet.rawValue]
            } catch {
                return error.faults.map(\.description)
            }
        }
        #expect(faults([.scalar, .vector, .avx2], "avx2") == ["avx2"])
        #expect(
            faults([.scalar, .vector], "avx2") == [
                "this CPU lacks instructions of the kernel variant avx2; "
                    + "it runs scalar, vector"
            ]
        )
        #expect(faults([.scalar], "sse9").first?.contains("'sse9' is not accepted") == true)
    }

    @Test func `names a file that cannot be read`() {
        #expect(
            Self.faults(["--config", "nowhere"])
                == ["'--config': cannot read 'nowhere': there is no such file"]
        )
    }

    @Test func `shows what was given without anything that acts on a terminal`() {
        let fault = Self.faults(["--workers", "\u{1b}[2J\n" + String(repeating: "x", count: 200)])
        #expect(fault.count == 1)
        #expect(fault.first?.contains("'\\u{1b}[2J\\u{a}xxx") == true)
        #expect(fault.first?.contains("…") == true)
    }

    // MARK: Access

    static let token = "0123456789abcdef"

    @Test(arguments: ["0.0.0.0:80", "[::]:80", "192.168.1.2:80", "example.org:80"])
    func `does not let other machines connect without being told so`(address: String) throws {
        let faults = Self.faults(["--listen", address])
        #expect(faults.count == 1)
        #expect(faults.first?.hasPrefix("listening on \(address) lets other machines") == true)
        #expect(try Self.read(["--listen", address, "--insecure"]).isInsecure)
        #expect(try Self.read(["--listen", address, "--token", Self.token]).token == Self.token)
    }

    @Test(arguments: ["127.0.0.1:80", "127.9.9.9:80", "[::1]:80", "localhost:80", "unix:/s"])
    func `serves this machine without a token`(address: String) {
        #expect(Self.faults(["--listen", address]) == [])
    }

    @Test func `reads a token from a file without its line break`() throws {
        let files = ["t": Self.token + "\n"]
        #expect(
            try Self.read(["--token-file", "t"], files: files).tokens.map(\.secret) == [Self.token]
        )
    }

    @Test func `reads several tokens from the lines of several files`() throws {
        let files = ["t": "\(Self.token)1\n\n \(Self.token)2\r\n", "u": Self.token + "3"]
        let configuration = try Self.read(
            ["--token-file", "t", "--token-file", "u"],
            files: files
        )
        #expect(configuration.tokens == ["1", "2", "3"].map { AccessToken(Self.token + $0) })
    }

    @Test func `refuses two tokens, an unusable one and a missing file, telling no secret`() {
        #expect(
            Self.faults(
                ["--token", Self.token, "--token-file", "t"],
                files: ["t": Self.token]
            ) == ["give a token or a token-file, not both"]
        )
        #expect(
            Self.faults(["--token-file", "t"], files: ["t": "sixteen letters !"])
                == [
                    "'t', line 1: a line begins with a token of 16 to 512 visible ASCII characters"
                ]
        )
        #expect(
            Self.faults(["--token-file", "t"], files: ["t": "# none\n"]) == ["'t' has no token"]
        )
        #expect(
            Self.faults(["--listen", "0.0.0.0:80", "--token-file", "t"])
                == ["cannot read 't': there is no such file"]
        )
        let short = Self.faults(["--token", "secret"])
        #expect(short.count == 1)
        #expect(short.first?.contains("secret") == false)
    }

    @Test(arguments: ["https://app.example", "http://127.0.0.1:8080", "*"])
    func `takes origins as browsers write them`(origin: String) throws {
        #expect(try Self.read(["--cors-origin", origin]).corsOrigins == [origin])
    }

    @Test(arguments: ["app.example", "https://", "https://a/", "ftp://a", "null", "https://a b"])
    func `refuses what is no origin`(origin: String) {
        #expect(Self.faults(["--cors-origin", origin]).count == 1)
    }

    @Test func `opens a service with a token to named origins only`() {
        #expect(Self.faults(["--token", Self.token, "--cors-origin", "https://a.example"]) == [])
        #expect(Self.faults(["--token", Self.token, "--cors-origin", "*"]).count == 1)
    }

    @Test func `wants a token of sixteen to five hundred and twelve characters, to the character`()
    {
        for (count, isAccepted) in [(15, false), (16, true), (512, true), (513, false)] {
            let token = String(repeating: "x", count: count)
            #expect(Self.faults(["--token", token]).isEmpty == isAccepted, "\(count)")
        }
    }
}
