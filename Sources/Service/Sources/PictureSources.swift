// SPDX-License-Identifier: Apache-2.0

import Codecs
import Fetching
import Platform
import Rendering
import Store

/// The readers of all sources, which find pictures and remember facts about them.
///
/// Sources are read on threads of their own, some for each, so that one that hangs keeps nobody but its own
/// callers waiting. Requests for one picture at the same time share a read.
final class PictureSources: Sendable {
    /// A found picture, or the error of the search for it.
    typealias Outcome = Result<SourceRead, ServiceError>

    /// The limits on pictures of sources, and on the time to read them.
    struct Limits: Sendable {
        /// The greatest length of a picture, in bytes.
        var byteCount: Int
        /// The longest time to wait for a thread, and the longest time to read a picture.
        var time: Duration
        /// The greatest width, height and number of pixels of a picture.
        var picture: DecodeLimits
    }

    private struct Reader: Sendable {
        enum Place: Sendable {
            case folder(SourceFolder)
            case origin(OriginClient)

            init(_ place: PictureSource.Place) {
                switch place {
                case .folder(let folder): self = .folder(folder)
                case .origin(let origin): self = .origin(OriginClient(origin))
                }
            }
        }

        let place: Place
        let threads = BlockingThreads(name: "source reader", limit: 8, queueLimit: 256)
    }

    private struct Read: Hashable, Sendable {
        let address: SourceAddress
        let needsBytes: Bool
    }

    /// The memory of each of two caches: facts about files, and about fetched pictures; in bytes.
    private static let factsBudget = 1 << 20

    /// The approximate memory that remembered facts and their key take, in bytes.
    static let factsCost = 1024

    /// The greatest `max-age` of answers with a rendering of a source's picture, in seconds.
    static let longestAge = 60

    /// The time after a file's change in which another may have the same time stamp, in seconds.
    private static let settling = 2

    /// The names of the sources, in the order of the options.
    let names: [String]
    private let readers: [String: Reader]
    let limits: Limits
    let budget: ReceivingBudget
    private let metrics: ServiceMetrics
    private let clock: @Sendable () -> Int
    private let reads = JoinedReads<Read, SourceRead>()
    /// The remembered facts about pictures of web servers, by their addresses.
    let fetched = MemoryTier<SourceAddress, FetchedFacts>(budget: factsBudget)
    private let files = MemoryTier<Syscall.FileVersion, StoredImage>(budget: factsBudget)

    /// Creates the readers of sources; no picture is read yet.
    ///
    /// - Parameters:
    ///   - sources: The sources.
    ///   - limits: The limits on pictures of sources, and on the time to read them.
    ///   - budget: The memory for arriving pictures.
    ///   - metrics: The instruments that count reads.
    ///   - clock: Tells the seconds since 1970.
    init(
        _ sources: [PictureSource],
        limits: Limits,
        budget: ReceivingBudget,
        metrics: ServiceMetrics,
        clock: @escaping @Sendable () -> Int = Syscall.wallSeconds
    ) {
        names = sources.map(\.name)
        readers = Dictionary(
            uniqueKeysWithValues: sources.map { ($0.name, Reader(place: .init($0.place))) }
        )
        self.limits = limits
        self.budget = budget
        self.metrics = metrics
        self.clock = clock
    }

    /// Finds a picture of a source by remembered facts, or reads it on a thread of the source.
    ///
    /// Requests for one picture at the same time share a read, which goes on if they are cancelled.
    ///
    /// - Parameters:
    ///   - address: The source and the path.
    ///   - needsBytes: Whether the contents are needed; otherwise remembered facts are enough.
    ///   - executor: The executor of the request.
    /// - Returns: The picture.
    /// - Throws: The reason why the image cannot be found, read or accepted.
    func find(
        _ address: SourceAddress,
        needsBytes: Bool,
        on executor: any TaskExecutor
    ) async throws(ServiceError) -> SourceRead {
        guard let reader = readers[address.name] else {
            throw .source(.unknown(name: address.name, known: names))
        }
        if !needsBytes, let known = freshPicture(address) {
            metrics.count(known.way)
            return known
        }
        let read = Read(address: address, needsBytes: needsBytes)
        return try await reads.value(of: read, on: executor) {
            [self] () async throws(ServiceError) in
            let outcome = await outcome(of: read, by: reader)
            metrics.count(SourceReadLabel(outcome))
            return try outcome.get()
        }
    }

    private func outcome(of read: Read, by reader: Reader) async -> Outcome {
        let begin = ContinuousClock.now
        do throws(ServiceError) {
            let busy = ServiceError.source(.busy)
            let found = try await reader.threads.run(refusal: busy) {
                [self] () throws(ServiceError) in
                // A request that has waited for so long is gone, or soon will be.
                guard ContinuousClock.now - begin <= limits.time else { throw busy }
                return try outcome(of: read, in: reader.place).get()
            }
            return .success(found)
        } catch {
            return .failure(error)
        }
    }

    private func outcome(of read: Read, in place: Reader.Place) -> Outcome {
        do throws(ServiceError) {
            return switch place {
            case .folder(let folder):
                .success(try picture(read.address.path, in: folder, needsBytes: read.needsBytes))
            case .origin(let client):
                .success(try picture(read.address, by: client, needsBytes: read.needsBytes))
            }
        } catch {
            return .failure(error)
        }
    }

    private func picture(
        _ path: SourcePath,
        in folder: SourceFolder,
        needsBytes: Bool
    ) throws(ServiceError) -> SourceRead {
        let file = try open(path, in: folder)
        let version = file.version
        if !needsBytes, let image = files.value(for: version) {
            return SourceRead(image: image, way: .known, age: Self.longestAge)
        }
        let receiver = try SourceReceiver(
            length: version.size,
            limit: limits.byteCount,
            budget: budget
        )
        try read(file, into: receiver)
        let found = try complete(receiver, age: Self.longestAge)
        if Int(version.changed / 1_000_000_000) + Self.settling < clock() {
            files.insert(found.image.facts, for: version, cost: Self.factsCost)
        }
        return found
    }

    private func open(
        _ path: SourcePath,
        in folder: SourceFolder
    ) throws(ServiceError) -> SourceFile {
        do throws(FetchFault) {
            return try folder.open(path)
        } catch {
            throw .source(.reading(error))
        }
    }

    private func read(
        _ file: borrowing SourceFile,
        into receiver: SourceReceiver
    ) throws(ServiceError) {
        do throws(FetchFault) {
            try file.read { receiver.receive($0) }
        } catch .stopped {
            // The receiver knows why.
        } catch {
            throw .source(.reading(error))
        }
    }

    /// Checks a picture that has arrived whole, and reads its header.
    func complete(_ receiver: SourceReceiver, age: Int) throws(ServiceError) -> SourceRead {
        let file = try receiver.finish()
        do throws(RenderError) {
            // Each rendering decides which damage it tolerates.
            let source = try SourceImage(
                bytes: file.bytes,
                limits: limits.picture,
                damage: .partial
            )
            let image = StoredImage(digest: file.digest, header: source.header, file: file)
            return SourceRead(image: image, way: .read, age: age)
        } catch {
            throw .render(error)
        }
    }
}
