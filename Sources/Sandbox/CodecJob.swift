// SPDX-License-Identifier: Apache-2.0

import Codecs
import ForeignCodecs
import Raster

/// One task for a codec, and the offsets of its data in shared memory.
///
/// A file or rows begin the memory; what the codec writes lies behind. The numbers are those of the
/// server: a codec process believes them, but the server believes no number of a codec process.
struct CodecJob: Hashable, Sendable {
    /// The kinds of tasks for a codec.
    enum Task: Int64 {
        /// Decode a file to rows of pixels.
        case decode = 1
        /// Encode rows of pixels to a file.
        case encode = 2
        /// Read the color profile of a file.
        case describe = 3
    }

    /// The kind of task to do.
    var task: Task

    /// The size of the shared memory, in bytes.
    var memory = 0

    /// The size in bytes of the input at the start of the memory: the file to decode or the rows to
    /// encode.
    var input = 0

    /// The offset of the color profile in the memory, in bytes.
    var profileOffset = 0

    /// The size of the color profile of an encoding, or the room for that of a decoding, in bytes.
    var profileCount = 0

    /// The offset in the memory of the decoded rows or the encoded file, in bytes.
    var outputOffset = 0

    /// The size of the rows of a decoding, or the room for the file of an encoding, in bytes.
    var outputCount = 0

    /// The size of the picture, in pixels.
    var size: PixelSize

    /// The channels of a row, as ``ForeignHeader/Channels`` and `ChannelLayout` number them.
    var channels: Int

    /// The bits of a sample: 8 or 16.
    var bitCount = 8

    /// The frame or page to decode from a file, and the size for a vector drawing.
    var request = ForeignRequest()

    /// The limits on the size, the memory and the color profile of a picture to decode.
    var limits = ForeignLimits()

    /// The encoder options for a picture to encode.
    var settings = EncoderSettings()

    /// Creates a job for a picture; its offsets and sizes are still zero.
    init(_ task: Task, size: PixelSize, channels: Int) {
        self.task = task
        self.size = size
        self.channels = channels
    }
}

extension CodecJob {
    /// The numbers in the message for a job, between its task and the encoder options.
    private static let fields: [any WritableKeyPath<CodecJob, Int> & Sendable] = [
        \.memory, \.input, \.profileOffset, \.profileCount, \.outputOffset, \.outputCount,
        \.size.width, \.size.height, \.channels, \.bitCount,
        \.request.frame, \.request.width, \.request.height,
        \.limits.maximumSide, \.limits.maximumPixelCount, \.limits.maximumMemory,
        \.limits.maximumProfileByteCount,
    ]

    /// The number of 64-bit words in the message for a job.
    static let wordCount = 1 + fields.count + EncoderOption.table.count

    /// The message that describes the job to a codec process, as 64-bit words.
    var words: [Int64] {
        let numbers = Self.fields.map { self[keyPath: $0] } + settings.numbers
        return [task.rawValue] + numbers.map(Int64.init)
    }

    /// Reads a job from a message; nil if the message is malformed.
    init?(_ words: [Int64]) {
        guard words.count == Self.wordCount, let task = Task(rawValue: words[0]),
            let settings = EncoderSettings(
                numbers: words.suffix(EncoderOption.table.count).map { Int($0) }
            )
        else { return nil }
        self.init(task, size: PixelSize(width: 0, height: 0), channels: 0)
        for (field, word) in zip(Self.fields, words.dropFirst()) {
            self[keyPath: field] = Int(word)
        }
        self.settings = settings
    }
}

/// The message of a codec at the end of a job.
struct CodecReply: Hashable, Sendable {
    /// The reason why the job failed; nil if it succeeded.
    var error: ForeignError?

    /// Whether the library finds another size or other channels in a file than the job states.
    var differs = false

    /// Whether the job failed after an allocation had failed, whatever the library calls the error.
    var lacksMemory = false

    /// The size of the color profile of a decoding, or of the file of an encoding, in bytes.
    var byteCount = 0

    /// The primaries of the samples of a decoding, as ITU-T H.273 numbers them; 0 or 2 for none.
    var primaries = 0

    /// The transfer function of the samples of a decoding, as ITU-T H.273 numbers it; 0 or 2 for none.
    var transfer = 0

    /// The constructs of a drawing that are drawn in another way than it says.
    var notes: DrawingNotes = []

    /// The words of the library about the error, for the log: printable ASCII without line ends.
    var message = ""

    /// The number of 64-bit words in the message for a reply, the last of which hold the library's words.
    static let wordCount = headCount + (ForeignMessage.maximumByteCount + 7) / 8

    private static let headCount = 8

    /// The first word of every reply, by which the server recognizes one.
    private static let mark: Int64 = 0x46_70_63_31

    /// The message that reports the reply to the server, as 64-bit words.
    var words: [Int64] {
        [
            Self.mark, Int64(error?.rawValue ?? 0), differs ? 1 : 0, Int64(byteCount),
            Int64(primaries), Int64(transfer), Int64(notes.rawValue), lacksMemory ? 1 : 0,
        ] + MessageText.words(message, count: Self.wordCount - Self.headCount)
    }

    /// Creates a reply that reports an error, or success.
    init(error: ForeignError? = nil, message: String = "") {
        self.error = error
        self.message = message
    }

    /// Reads a reply from an untrusted message; nil if a word is out of its range.
    init?(_ words: [Int64]) {
        guard words.count == Self.wordCount, words[0] == Self.mark,
            words[2] == 0 || words[2] == 1, words[3] >= 0,
            (0...255).contains(words[4]), (0...255).contains(words[5]),
            (0...Int64(DrawingNotes.all.rawValue)).contains(words[6]),
            words[7] == 0 || words[7] == 1
        else { return nil }
        if words[1] != 0 {
            guard let code = Int32(exactly: words[1]), let known = ForeignError(rawValue: code)
            else {
                return nil
            }
            error = known
        }
        differs = words[2] == 1
        byteCount = Int(words[3])
        primaries = Int(words[4])
        transfer = Int(words[5])
        notes = DrawingNotes(rawValue: UInt32(words[6]))
        lacksMemory = words[7] == 1
        message = MessageText.text(words[Self.headCount...])
    }

    /// Reads a reply for the handle of a process, which is killed if the words are malformed or memory was short.
    static func read(_ words: [Int64]) -> Result<CodecReply, ProcessFailure> {
        guard let reply = CodecReply(words) else { return .failure(.violated) }
        return reply.lacksMemory ? .failure(.lackedMemory) : .success(reply)
    }

    /// The error with the library's words, for the log; nil for success.
    var reason: String? {
        error.map { message.isEmpty ? "\($0)" : "\($0): \(message)" }
    }
}
