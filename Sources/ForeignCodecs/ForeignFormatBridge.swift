// SPDX-License-Identifier: Apache-2.0

import CForeign
import Raster

extension ForeignFormat {
    /// Loads the library, and everything that it would otherwise load on first use.
    ///
    /// - Throws: `notInstalled`, or `outOfMemory`.
    package static func load() throws(ForeignError) {
        cforeign_prepare()
        try ForeignError.check(codec.load())
        for format in embedded { try? format.load() }
    }

    /// The version of the loaded library, such as `1.2.4`; to be called after ``load()``.
    package static var libraryVersion: String {
        // SAFETY: C writes a string with its null byte into the given capacity.
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { text in
            guard let start = text.baseAddress else { return "" }
            unsafe codec.version(start, text.count)
            return unsafe String(cString: start)
        }
    }

    /// Reads the size, the channels and the color profile of a picture from the header of its file.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - request: The picture to take of it.
    ///   - limits: The limits, which the header is checked against.
    /// - Returns: The header, whose size is within the limits.
    /// - Throws: Any error but `stopped`.
    package static func header(
        _ bytes: Span<UInt8>,
        _ request: ForeignRequest = ForeignRequest(),
        limits: ForeignLimits = ForeignLimits()
    ) throws(ForeignError) -> ForeignHeader {
        guard let wanted = cforeign_request(request) else { throw .noSuchFrame }
        var bounds = cforeign_limits(limits)
        var asked = wanted
        // SAFETY: the header begins without a profile. C reads the bytes within the closure, and keeps no
        // pointer.
        var found = unsafe cforeign_header()
        let status = unsafe bytes.withUnsafeBufferPointer { file in
            guard let start = file.baseAddress else { return CFOREIGN_TRUNCATED }
            return unsafe codec.read_header(start, file.count, &asked, &bounds, &found)
        }
        // SAFETY: the profile belongs to the header, and is freed when it has been copied.
        defer { unsafe cforeign_header_clear(&found) }
        try ForeignError.check(status)
        return try unsafe ForeignHeader(found)
    }

    /// Decodes a picture into memory that the caller provides.
    ///
    /// - Parameters:
    ///   - bytes: The whole file, unchanged since ``header(_:_:limits:)``.
    ///   - request: The same as for the header.
    ///   - limits: The same as for the header.
    ///   - pixels: Room for ``ForeignHeader/byteCount`` bytes. Its contents mean nothing after an error.
    ///   - mayContinue: Called between parts of the work, as far as the library has some; false ends it with
    ///     `stopped`. Nil where the process is killed instead.
    /// - Throws: Any error.
    package static func decode(
        _ bytes: Span<UInt8>,
        _ request: ForeignRequest = ForeignRequest(),
        limits: ForeignLimits = ForeignLimits(),
        into pixels: inout MutableSpan<UInt8>,
        mayContinue: (() -> Bool)? = nil
    ) throws(ForeignError) {
        guard let wanted = cforeign_request(request) else { throw .noSuchFrame }
        var bounds = cforeign_limits(limits)
        var asked = wanted
        var watch = Watch(mayContinue)
        guard watch.mayContinue() else { throw .stopped }
        // SAFETY: C reads the file and writes the rows within the closures, compares the size of both with
        // the header before it writes, and keeps no pointer. `watch` outlives the call.
        let status = unsafe bytes.withUnsafeBufferPointer { file in
            unsafe pixels.withUnsafeMutableBufferPointer { buffer in
                guard let start = file.baseAddress, let first = buffer.baseAddress else {
                    return CFOREIGN_TRUNCATED
                }
                return unsafe withUnsafeMutablePointer(to: &watch) { watch in
                    var rows = unsafe cforeign_rows(
                        bytes: first,
                        byte_count: buffer.count,
                        watch: cforeign_watch(watch)
                    )
                    return unsafe codec.decode(start, file.count, &asked, &bounds, &rows)
                }
            }
        }
        try ForeignError.check(status)
    }

    /// Encodes a picture to a file of the format.
    ///
    /// - Parameters:
    ///   - pixels: The rows, without padding: ``ForeignPicture/byteCount`` bytes.
    ///   - picture: The form of the rows.
    ///   - options: The values of the options by their names; the others have the fence's defaults.
    ///   - mayContinue: As for decoding.
    ///   - take: Takes the next bytes of the file; false ends the encoding.
    /// - Throws: `unsupported` without an encoder or for options that it does not have, `sideTooLong`,
    ///   `outOfMemory`, `stopped` or `failed`.
    package static func encode(
        _ pixels: Span<UInt8>,
        _ picture: ForeignPicture,
        _ options: [String: Int] = [:],
        mayContinue: (() -> Bool)? = nil,
        take: @escaping (Span<UInt8>) -> Bool
    ) throws(ForeignError) {
        precondition(pixels.count == picture.byteCount, "the rows have another size")
        // SAFETY: a function pointer is read, which lives as long as the program.
        guard let encode = unsafe codec.encode else { throw .unsupported }
        var values = options.mapValues(Double.init)
        values["quality"] = options["quality"].map { Double(libraryQuality($0)) }
        var watch = Watch(mayContinue)
        guard watch.mayContinue() else { throw .stopped }
        var calls = Calls(values: values, take: take)
        let profile = picture.profile ?? []
        // SAFETY: C reads rows and profile within the closures, and keeps no pointer. `calls` and `watch`
        // outlive the call.
        let status = unsafe pixels.withUnsafeBufferPointer { buffer in
            unsafe profile.withUnsafeBufferPointer { profile in
                guard let first = buffer.baseAddress else { return CFOREIGN_FAILED }
                var described = unsafe cforeign_picture(
                    bytes: first,
                    byte_count: buffer.count,
                    width: UInt32(picture.size.width),
                    height: UInt32(picture.size.height),
                    layout: cforeign_layout(rawValue: picture.layout.rawValue),
                    bit_count: UInt8(picture.bitCount),
                    profile: profile.isEmpty ? nil : profile.baseAddress,
                    profile_byte_count: profile.count
                )
                return unsafe withUnsafeMutablePointer(to: &calls) { calls in
                    unsafe withUnsafeMutablePointer(to: &watch) { watch in
                        var settings = unsafe cforeign_options(calls)
                        var output = unsafe cforeign_output(
                            take: { context, bytes, count in
                                let calls = unsafe context?.assumingMemoryBound(to: Calls.self)
                                return unsafe calls?.pointee.take(
                                    Span(_unsafeStart: bytes, count: count)
                                ) ?? false
                            },
                            context: calls,
                            watch: cforeign_watch(watch)
                        )
                        return unsafe encode(&described, &settings, &output)
                    }
                }
            }
        }
        try ForeignError.check(status)
    }
}

/// Holds the caller's closure that says whether to go on; C passes the address of this value back.
private struct Watch {
    private let question: (() -> Bool)?

    init(_ question: (() -> Bool)?) { self.question = question }

    var isWatched: Bool { question != nil }

    func mayContinue() -> Bool { question?() ?? true }
}

extension cforeign_watch {
    /// Creates a C callback that asks the caller's closure; the pointer must stay alive during the
    /// call.
    fileprivate init(_ watch: UnsafeMutablePointer<Watch>) {
        // SAFETY: the caller's pointer is alive, and C passes it back as it is.
        guard unsafe watch.pointee.isWatched else {
            unsafe self.init(may_continue: nil, context: nil)
            return
        }
        unsafe self.init(
            may_continue: { context in
                let watch = unsafe context?.assumingMemoryBound(to: Watch.self)
                return unsafe watch?.pointee.mayContinue() ?? true
            },
            context: watch
        )
    }
}

/// Holds what an encoder asks for; C passes the address of this value back.
private struct Calls {
    /// The values of the options by their names.
    let values: [String: Double]

    /// The caller's closure that takes encoded bytes.
    let take: (Span<UInt8>) -> Bool
}

extension cforeign_options {
    /// Creates a C callback that looks up options; the pointer must stay alive during the call.
    fileprivate init(_ calls: UnsafeMutablePointer<Calls>) {
        // SAFETY: C passes back the caller's pointer, which is alive, and a name with its null byte.
        unsafe self.init(
            value: { context, name, usual in
                let calls = unsafe context?.assumingMemoryBound(to: Calls.self)
                return unsafe calls?.pointee.values[String(cString: name)] ?? usual
            },
            context: calls
        )
    }
}

extension ForeignError {
    /// Throws the error for a status code from C, unless the code reports success.
    fileprivate static func check(_ status: cforeign_status) throws(ForeignError) {
        if status != CFOREIGN_OK { throw ForeignError(rawValue: status.rawValue) ?? .failed }
    }
}

extension cforeign_limits {
    fileprivate init(_ limits: ForeignLimits) {
        self.init(
            side: UInt32(clamping: limits.maximumSide),
            pixel_count: UInt64(limits.maximumPixelCount),
            memory: UInt64(limits.maximumMemory),
            profile_byte_count: UInt64(limits.maximumProfileByteCount)
        )
    }
}

extension cforeign_request {
    /// Converts a request to its C structure; nil if a number exceeds 32 bits.
    fileprivate init?(_ request: ForeignRequest) {
        guard let frame = UInt32(exactly: request.frame),
            let width = UInt32(exactly: request.width),
            let height = UInt32(exactly: request.height)
        else { return nil }
        self.init(frame: frame, width: width, height: height)
    }
}

extension ForeignHeader {
    fileprivate init(_ found: cforeign_header) throws(ForeignError) {
        // SAFETY: numbers are read. Of the profile C has allocated that many bytes, which are copied.
        guard let channels = unsafe Channels(rawValue: found.layout.rawValue) else { throw .failed }
        let profile = unsafe found.profile.map {
            unsafe [UInt8](UnsafeBufferPointer(start: $0, count: found.profile_byte_count))
        }
        unsafe self.init(
            size: PixelSize(width: Int(found.width), height: Int(found.height)),
            channels: channels,
            bitCount: Int(found.bit_count),
            storedBitCount: Int(found.stored_bit_count),
            orientation: Int(found.orientation),
            frameCount: Int(found.frame_count),
            primaries: Int(found.primaries),
            transfer: Int(found.transfer),
            profile: profile
        )
    }
}
