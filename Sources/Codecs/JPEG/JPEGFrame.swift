// SPDX-License-Identifier: Apache-2.0

import Raster

/// The frame header of a JPEG.
///
/// Reference: ITU-T T.81, B.2.2.
struct JPEGFrame {
    /// The coding process of a JPEG, as far as it determines the cost of decoding.
    enum Process {
        case sequential
        case progressive

        var isProgressive: Bool { self == .progressive }

        /// The number of scans that encoders usually write in a file with several.
        func usualScanCount(componentCount: Int) -> Int { isProgressive ? 10 : componentCount }

        /// The coding process that a start-of-frame marker announces; nil for any other marker.
        init?(_ marker: JPEGMarker) throws(CodecError) {
            switch marker.code {
            case 0xC0, 0xC1, 0xC9: self = .sequential
            case 0xC2, 0xCA: self = .progressive
            // SOF3 and SOF11; SOF55 is JPEG-LS.
            case 0xC3, 0xCB, 0xF7: throw .unsupportedFeature(.losslessCoding)
            // Differential frames, and the DHP before them.
            case 0xC5...0xC7, 0xCD...0xCF, 0xDE: throw .unsupportedFeature(.hierarchicalCoding)
            default: return nil
            }
        }
    }

    /// One component: its identifier, and its sampling factors, each 1 to 4.
    struct Component {
        var identifier: UInt8
        var horizontal: Int
        var vertical: Int
    }

    let process: Process
    let size: PixelSize
    let components: [Component]

    init(
        _ bytes: Span<UInt8>,
        in segment: Range<Int>,
        process: Process,
        limits: DecodeLimits
    ) throws(CodecError) {
        let start = segment.lowerBound
        guard segment.count >= 6, let precision = bytes.byte(at: start),
            let height = bytes.bigEndian16(at: start + 1),
            let width = bytes.bigEndian16(at: start + 3),
            let count = bytes.byte(at: start + 5),
            segment.count == 6 + 3 * Int(count)
        else { throw .corrupt(.structure(offset: start)) }
        guard precision == 8 else { throw .unsupportedFeature(.precision) }
        guard width > 0 else { throw .corrupt(.dimensions) }
        guard height > 0 else { throw .unsupportedFeature(.deferredHeight) }
        self.process = process
        size = PixelSize(width: width, height: height)
        try limits.check(size)
        guard [1, 3, 4].contains(count) else { throw .unsupportedFeature(.componentCount) }
        components = try Self.components(bytes, from: start + 6, count: Int(count))
    }

    private static func components(
        _ bytes: Span<UInt8>,
        from start: Int,
        count: Int
    ) throws(CodecError) -> [Component] {
        var components: [Component] = []
        for index in 0..<count {
            let factors = Int(bytes[start + index * 3 + 1])
            let component = Component(
                identifier: bytes[start + index * 3],
                horizontal: factors >> 4,
                vertical: factors & 15
            )
            guard (1...4).contains(component.horizontal), (1...4).contains(component.vertical)
            else { throw .corrupt(.structure(offset: start + index * 3 + 1)) }
            components.append(component)
        }
        return components
    }

    /// The planes of the image's samples, if the components are gray or YCbCr.
    ///
    /// - Parameter colorSpace: The color space according to the markers before the first scan.
    /// - Returns: The planes; nil for other components, or samples that cover parts of pixels.
    func planes(_ colorSpace: JPEGColorSpace) -> JPEGPlanes? {
        let identifiers = components.map(\.identifier)
        guard components.count == 1 || components.count == 3 && colorSpace.isYCbCr(identifiers)
        else { return nil }
        let factors = components.map {
            JPEGPlanes.Component(horizontal: $0.horizontal, vertical: $0.vertical)
        }
        return JPEGPlanes(size: size, components: factors)
    }

    /// The greatest amount of memory that libjpeg allocates for the frame, in bytes.
    ///
    /// A streamable frame needs rows of blocks. Any other needs all coefficients: 64 of 16 bits for
    /// each block, in whole MCUs.
    func decoderByteCount(isStreamable: Bool) -> Int {
        let maximumVertical = components.map(\.vertical).max() ?? 1
        let rowByteCount = size.width.roundedUp(to: 32) * components.count
        let streaming = Self.fixedByteCount + rowByteCount * (8 * maximumVertical + 4) * 2
        return isStreamable ? streaming : streaming + coefficientByteCount
    }

    private var coefficientByteCount: Int {
        let horizontal = components.map(\.horizontal).max() ?? 1
        let vertical = components.map(\.vertical).max() ?? 1
        let groupsAcross = (size.width + 8 * horizontal - 1) / (8 * horizontal)
        let groupsDown = (size.height + 8 * vertical - 1) / (8 * vertical)
        return components.reduce(0) { sum, component in
            let blocks = groupsAcross * component.horizontal * groupsDown * component.vertical
            return sum + blocks * 64 * MemoryLayout<Int16>.stride
        }
    }

    /// The memory for the state of the codec, its input and its tables, in bytes.
    private static let fixedByteCount = 256 << 10
}

extension Int {
    /// Rounds up to the next multiple of a positive number.
    func roundedUp(to multiple: Int) -> Int { (self + multiple - 1) / multiple * multiple }
}
