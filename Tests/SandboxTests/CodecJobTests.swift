// SPDX-License-Identifier: Apache-2.0

import Codecs
import ForeignCodecs
import Raster
import Testing

@testable import Sandbox

@Suite struct CodecJobTests {
    private static var job: CodecJob {
        var job = CodecJob(.encode, size: PixelSize(width: 1, height: 2), channels: 3)
        (job.memory, job.input, job.profileOffset, job.profileCount) = (4, 5, 6, 7)
        (job.outputOffset, job.outputCount, job.bitCount) = (8, 9, 16)
        job.request = ForeignRequest(frame: 11, width: 12, height: 13)
        job.limits = ForeignLimits(
            maximumSide: 14,
            maximumPixelCount: 15,
            maximumMemory: 17,
            maximumProfileByteCount: 18
        )
        job.settings = WebPOptions(quality: 19, effort: 5, lossless: true).settings
        return job
    }

    @Test func `a job travels with every number`() {
        let words = Self.job.words
        #expect(words.count == CodecJob.wordCount)
        #expect(CodecJob(words) == Self.job)
        // No number but those of the options has its place twice.
        let numbers = words.dropFirst().dropLast(EncoderOption.table.count)
        #expect(numbers.sorted() == Array(1...9) + Array(11...18))
    }

    @Test func `no job is read from a message of another length or kind`() {
        let words = Self.job.words
        #expect(CodecJob(words.dropLast()) == nil)
        #expect(CodecJob(words + [0]) == nil)
        #expect(CodecJob([4] + words.dropFirst()) == nil)
        let optionCount = EncoderOption.table.count
        let wrong = [Int64](repeating: 101, count: optionCount)
        #expect(CodecJob(words.dropLast(optionCount) + wrong) == nil)
    }
}
