// SPDX-License-Identifier: Apache-2.0

// A canvas is the source of a render, without a file to decode.
extension ConstantStage: DecodingSource {
    /// Colors are in sRGB.
    var iccProfile: [UInt8]? { nil }

    var isDecoded: Bool { isDelivered }

    var decoding: Duration { .zero }

    var awaiting: Duration { .zero }
}
