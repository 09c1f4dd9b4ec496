// SPDX-License-Identifier: Apache-2.0

/// What the operator decided about the service: limits, budgets and the token.
///
/// The defaults here are those of a library user; the program fills every value from its options.
public struct ServiceSettings: Sendable {
    /// The bearer token that everything but probes asks for; `nil` lets everybody in.
    public var token: String?

    /// The longest accepted body of a request, in bytes.
    public var bodyLimit = 32 << 20

    /// The longest accepted side of a picture, in pixels.
    public var maximumSide = 16_384

    /// The largest accepted picture, in pixels.
    public var maximumPixelCount = 50_000_000

    /// The number of pictures that are rendered at the same time.
    public var workerCount = 2

    /// The number of renderings that may wait for a worker.
    public var queueLimit = 8

    /// How long a rendering may wait for a worker.
    public var queueTimeout = Duration.seconds(3)

    /// The memory that renderings may use together by their estimates, in bytes.
    public var memoryBudget = 1 << 30

    /// How long a rendering may take, its wait included.
    public var deadline = Duration.seconds(10)

    /// The memory for kept uploads, in bytes.
    public var uploadBudget = 128 << 20

    /// The memory for finished results, in bytes; 0 keeps none.
    public var resultBudget = 128 << 20

    /// Creates the default settings.
    public init() {}
}
