// SPDX-License-Identifier: Apache-2.0

import Effects
package import HTTPServer
package import Kernels
package import Store

/// The configuration of the service, with one property for each of the ``options``.
package struct Configuration: Hashable, Sendable {
    /// The machine that determines some defaults.
    package let machine: Machine

    /// The addresses to listen on.
    package var listen: [ListenAddress] = [.tcp(host: "127.0.0.1", port: 8080)]

    /// The addresses to listen on for connections that begin with a header of the PROXY protocol.
    package var listenProxy: [ListenAddress] = []

    /// The addresses to listen on for metrics, status and probes; if any, no other serves these.
    package var adminListen: [ListenAddress] = []

    /// The proxies whose `Forwarded` and `X-Forwarded` fields are believed.
    package var trustedProxies = TrustedProxies()

    /// The base path, which comes before the paths of all routes, without a slash at its end; empty for none.
    package var basePath = ""

    /// The further host names to which a service without a token answers; `*` for all.
    package var hostNames: [String] = []

    /// The origins whose pages may use the service from a browser; `*` for all.
    package var corsOrigins: [String] = []

    /// The bearer token that requests must carry; nil for none.
    package var token: String?

    /// The paths of the files with tokens.
    package var tokenFiles: [String] = []

    /// The tokens in the files; a request must carry one of them.
    package var fileTokens: [AccessToken] = []

    /// The path of the file with the keys that sign addresses; nil for none.
    package var signingKeyFile: String?

    /// The keys in the file, any of which may sign an address.
    package var signingKeys: [SigningKey] = []

    /// The rules for other caches.
    package var caching = CachingRules()

    /// The addresses that need no token on a server that has tokens.
    package var publicAccess = PublicAccess.none

    /// The path of the file of presets; nil for none.
    package var presetFile: String?

    /// Whether requests may render presets only, with no other parameters.
    package var allowsOnlyPresets = false

    /// The named sets of parameters in the file of presets.
    package var presets = Presets()

    /// The path of the file with further options.
    package var file: String?

    /// Whether other machines may connect without a token.
    package var isInsecure = false

    /// The format of log lines.
    package var logFormat = LogFormat.text

    /// The least severe level that is logged.
    package var logLevel = LogLevel.info

    /// The least duration of a request that is logged as slow; nil if none is.
    package var slowRequest: Duration?

    /// The number of rendering threads, if given.
    package var statedWorkers: Int?

    /// The greatest number of waiting renderings, if given.
    package var statedQueueLimit: Int?

    /// The longest time that a rendering may wait for a worker.
    package var queueWait = Duration.seconds(3)

    /// The longest time from the arrival of a request to the end of its rendering.
    package var deadline = Duration.seconds(10)

    /// The memory of all renderings together, in bytes, if given.
    package var statedMemoryBudget: Int?

    /// The instruction set of the image kernels, if given; results do not depend on it.
    package var statedInstructionSet: InstructionSet?

    /// The processes that run the codecs other than JPEG and PNG.
    package var codecs = CodecPlace.sandbox

    /// The greatest number of codec processes, if given.
    package var statedCodecProcesses: Int?

    /// The font family of texts that name none.
    package var fontFamily = TextForm.defaultFamily

    /// The time after SIGTERM in which requests are still served, while the readiness probe fails.
    package var lameDuck = Duration.zero

    /// The time that requests in flight have to finish after a signal.
    package var drain = Duration.seconds(20)

    /// The greatest length of a request body, in bytes, if given.
    package var statedBodyLimit: Int?

    /// The greatest number of pixels of a picture.
    package var pixelLimit = 50_000_000

    /// The greatest number of pixels in all frames of a moving picture together.
    package var motionPixelLimit = 100_000_000

    /// The greatest side of a picture, in pixels.
    package var sideLimit = 16_384

    /// The names of query parameters that are ignored instead of refused.
    package var ignoredParameters = NamePatterns()

    /// The greatest length of a request head, in bytes.
    package var headerLimit = 32 << 10

    /// The greatest number of fields in a request head.
    package var fieldLimit = 100

    /// The longest time that the head of a request may take to arrive.
    package var headerTimeout = Duration.seconds(5)

    /// The longest time that a client may pause while it sends a body.
    package var bodyIdle = Duration.seconds(10)

    /// The longest time that a request body may take to arrive.
    package var bodyTimeout = Duration.seconds(30)

    /// The longest time that a client may pause while it reads a response.
    package var writeIdle = Duration.seconds(10)

    /// The time that an idle connection stays open.
    package var keepAlive = Duration.seconds(75)

    /// The greatest number of connections, if given.
    package var statedConnectionLimit: Int?

    /// The memory for the cache of uploads, in bytes, if given.
    package var statedOriginalsBudget: Int?

    /// The memory for the cache of finished results, in bytes, if given.
    package var statedResultsBudget: Int?

    /// The path of the folder that keeps uploads and results; nil to keep them in memory only.
    package var storePath: String?

    /// The greatest size of the store's folder, in bytes; nil for no limit but the disk's.
    package var storeLimit: Int?

    /// Whether uploads are removed, like results, when the store's folder is full.
    package var evictsOriginals = false

    /// The bucket of an object store that keeps uploads and results; nil for none.
    package var bucket: String?

    /// The URL of the object store; nil for that of Amazon in ``bucketRegion``.
    package var bucketEndpoint: String?

    /// The region of the bucket; nil for the one that the environment names.
    package var bucketRegion: String?

    /// The file with the credentials for the object store; nil for those of the environment.
    package var bucketCredentialsPath: String?

    /// The time after which the object store removes results; nil to leave that to rules of the bucket.
    package var bucketResultLife: Duration?

    /// The credentials for the object store in the environment variables; nil if there are none.
    package var environmentCredentials: S3Credentials?

    /// The region in the environment variable `AWS_REGION`; nil if there is none.
    package var environmentRegion: String?

    /// The remote servers and local folders whose pictures may be rendered.
    package var sources: [PictureSource] = []

    /// The longest time for which an upload is kept; nil for ever.
    package var keepOriginals: Duration?

    /// Creates the default configuration of a machine.
    package init(machine: Machine = .current) {
        self.machine = machine
    }

    /// The accepted bearer tokens, one of which a request must carry; empty if it needs none.
    package var tokens: [AccessToken] { (token.map { [AccessToken($0)] } ?? []) + fileTokens }

    /// The number of rendering threads; by default, one for each core.
    package var workers: Int { statedWorkers ?? max(1, machine.coreCount) }

    /// The greatest number of codec processes; by default, two for each worker.
    ///
    /// A rendering may read one format and write another.
    package var codecProcesses: Int { statedCodecProcesses ?? 2 * workers }

    /// The greatest number of typesetting processes.
    ///
    /// Two, so that a long or fatal text does not delay other texts. Each further process would have its own font
    /// caches, and most texts take less than a millisecond.
    package var typesettingProcesses: Int { min(2, workers) }

    /// The greatest number of waiting renderings; by default, 256 for each worker.
    ///
    /// The expected wait refuses renderings long before, unless they are tiny.
    package var queueLimit: Int { statedQueueLimit ?? 256 * workers }

    /// The memory of the container or the machine, divided among renderings, uploads and caches.
    package var budget: MemoryBudget { MemoryBudget(total: machine.memoryByteCount) }

    /// The memory of all renderings together, in bytes; by default, about half of the container's.
    package var memoryBudget: Int { statedMemoryBudget ?? budget.renders }

    /// The memory for the cache of uploads, in bytes.
    package var originalsBudget: Int {
        get { statedOriginalsBudget ?? budget.originals }
        set { statedOriginalsBudget = newValue }
    }

    /// The memory for the cache of finished results, in bytes.
    package var resultsBudget: Int {
        get { statedResultsBudget ?? budget.results }
        set { statedResultsBudget = newValue }
    }

    /// The memory for results that are still being rendered and are held as a whole, in bytes.
    package var flightsBudget: Int {
        statedResultsBudget.map { max($0, 16 << 20) } ?? budget.flights
    }

    /// The greatest length of a request body, in bytes; by default, at most the uploads' budget.
    package var bodyLimit: Int {
        get { statedBodyLimit ?? min(Self.usualBodyLimit, budget.uploads) }
        set { statedBodyLimit = newValue }
    }

    /// The greatest default of ``bodyLimit``, in bytes; it is less where memory is short.
    private static let usualBodyLimit = 32 << 20

    /// The memory for all request bodies at a time, in bytes, which is enough for the longest one.
    package var uploadsBudget: Int {
        max(bodyLimit, statedMemoryBudget.map { $0 / 2 } ?? budget.uploads)
    }

    /// The greatest number of connections; by default, as many as the machine has descriptors and memory
    /// for.
    package var connectionLimit: Int { statedConnectionLimit ?? machine.connectionLimit }

    /// The instruction set of the image kernels; by default, the fastest of the machine.
    package var instructionSet: InstructionSet { statedInstructionSet ?? machine.fastest }

    /// The processes that run the codecs other than JPEG and PNG.
    package enum CodecPlace: String, Hashable, Sendable, CaseIterable {
        /// Separate processes without access to files, network and other resources.
        case sandbox
        /// The process of the service itself, for trusted files.
        case inProcess = "in-process"
    }

    /// The format of log lines.
    package enum LogFormat: String, Hashable, Sendable, CaseIterable {
        /// One JSON object per line.
        case json
        /// One line of text for people.
        case text
    }

    /// A severity of log lines; lines below the configured one are not written.
    package enum LogLevel: String, Hashable, Sendable, CaseIterable {
        /// Everything, for debugging.
        case debug
        /// Every request.
        case info
        /// Conditions that need attention.
        case warning
        /// Failures of the service itself.
        case error
    }
}
