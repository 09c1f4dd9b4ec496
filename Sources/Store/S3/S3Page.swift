// SPDX-License-Identifier: Apache-2.0

import Fetching

/// A page of an S3 listing (ListObjectsV2): up to a thousand keys.
struct S3Page: Hashable, Sendable {
    /// The keys of the listed objects, in ascending order.
    let keys: [String]

    /// The values of `LastModified` of the listed objects, one for each key.
    let times: [String]

    /// The continuation token that requests the next page; nil on the last page.
    let continuation: String?

    /// Parses the XML response of an S3 listing, whose keys are percent-encoded.
    ///
    /// - Parameter text: The answer to a list, whose keys are encoded as in addresses.
    init(_ text: String) {
        keys = S3Document.values("Key", in: text).compactMap { PercentEncoding.decoded($0) }
        times = S3Document.values("LastModified", in: text)
        let isCut = S3Document.value("IsTruncated", in: text) == "true"
        continuation = isCut ? S3Document.value("NextContinuationToken", in: text) : nil
    }
}
