// SPDX-License-Identifier: Apache-2.0

import Fetching

/// A page of a list of keys.
struct S3Page: Hashable, Sendable {
    /// The keys, in ascending order.
    let keys: [String]

    /// The times at which the objects were written, as the store writes them; of the same number as the keys.
    let times: [String]

    /// The text with which to ask for the next page; nil after the last one.
    let continuation: String?

    /// Reads a page.
    ///
    /// - Parameter text: The answer to a list, whose keys are encoded as in addresses.
    init(_ text: String) {
        keys = S3Document.values("Key", in: text).compactMap { PercentEncoding.decoded($0) }
        times = S3Document.values("LastModified", in: text)
        let isCut = S3Document.value("IsTruncated", in: text) == "true"
        continuation = isCut ? S3Document.value("NextContinuationToken", in: text) : nil
    }
}
