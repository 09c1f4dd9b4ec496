// SPDX-License-Identifier: Apache-2.0

import Codecs
import HTTPServer

extension RequestViolation {
    /// The broken rule in words, without a full stop.
    var sentence: String {
        switch self {
        case .bareLineFeed: "a line ends with a line feed alone"
        case .bareCarriageReturn: "a carriage return is not followed by a line feed"
        case .controlCharacter: "a line has a control character"
        case .leadingEmptyLines: "too many empty lines come before the request"
        case .malformedRequestLine:
            "the first line is not a method, a target and a version with one space between; write a "
                + "space in a target as %20"
        case .invalidMethod: "the method is not a word"
        case .invalidTarget: "the target has a character that must be percent-encoded"
        case .malformedVersion: "the version is not HTTP/1.1 or HTTP/1.0"
        case .foldedField: "a field line begins with white space"
        case .missingColon: "a field line has no colon"
        case .invalidFieldName: "a field has no name, or white space before its colon"
        case .missingHost: "the field Host is missing"
        case .repeatedHost: "there is more than one field Host"
        case .invalidHost: "the field Host has no valid host"
        case .repeatedContentLength: "there is more than one field Content-Length"
        case .invalidContentLength: "Content-Length is not a number"
        case .contentLengthWithTransferEncoding:
            "there are both Content-Length and Transfer-Encoding"
        case .repeatedTransferEncoding: "there is more than one field Transfer-Encoding"
        case .transferEncodingInOldVersion: "Transfer-Encoding is in a request of HTTP/1.0"
        case .chunkedNotLast: "the last transfer coding is not chunked, or chunked comes twice"
        case .invalidChunkSize: "the size of a chunk is not a hexadecimal number"
        case .invalidChunkExtension: "the extension of a chunk is malformed or too long"
        case .missingChunkEnd: "a chunk is longer than its size"
        case .trailersTooLarge: "the trailers are too long"
        }
    }
}

extension UnsupportedFeature {
    /// The feature in words, as the object of "The image uses …".
    var name: String {
        switch self {
        case .precision: "12 or more bits per sample"
        case .losslessCoding: "the lossless coding of JPEG"
        case .hierarchicalCoding: "the hierarchical coding of JPEG"
        case .componentCount: "a number of color components other than 1, 3 or 4"
        case .sampling: "sampling factors that cannot be combined"
        case .process: "a coding process of JPEG that the library lacks"
        case .deferredHeight: "a height that follows the pixels"
        case .planes: "colors other than gray and YCbCr"
        case .criticalChunk: "an unknown chunk of PNG that is essential for its display"
        case .perceptualQuantizer, .hybridLogGamma, .unknownToLibrary, .memory, .phoneOptimized,
            .drawnPart, .nesting, .longText, .floatingPoint, .signedSamples:
            words
        }
    }
}
