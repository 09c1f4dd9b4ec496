// SPDX-License-Identifier: Apache-2.0

import Codecs
import Raster

/// Reads the header of one input as that of a file which a foreign codec decodes.
///
/// Of an input the first byte gives the frame and whether the file is whole; what follows is the file.
/// Nothing traps, and what is found can be admitted or refused.
///
/// - Parameters:
///   - start: The first byte.
///   - count: How many bytes there are.
/// - Returns: 0, which keeps the input for the corpus if it reached anything new.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
    // SAFETY: libFuzzer owns `count` bytes at `start` until this returns.
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    guard let first = bytes.first, let format = ImageFormat.sniff(bytes.span.extracting(1...))
    else {
        return 0
    }
    let limits = DecodeLimits(maximumSide: 4096, maximumPixelCount: 1 << 22)
    do throws(CodecError) {
        let header = try ForeignFileHeader.parse(
            bytes.span.extracting(1...),
            format,
            isWhole: first & 1 == 0,
            frame: Int(first >> 1 & 3),
            limits: limits
        )
        guard let header else { return 0 }
        precondition(header.size.width > 0 && header.size.height > 0, "a picture without extent")
        precondition(
            header.size.pixelCount <= limits.maximumPixelCount,
            "a picture above the limit"
        )
        precondition(header.frameCount > 0, "a picture without a frame")
        precondition(
            header.profileByteCount <= max(count, DecodeLimits.maximumProfileByteCount),
            "a profile that does not fit"
        )
    } catch {}
    return 0
}
