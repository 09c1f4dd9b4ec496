// SPDX-License-Identifier: Apache-2.0

@testable import HTTPServer

/// Makes two heads that have places of their own in a ``HeadMemory``, whose seed differs with each
/// process.
///
/// - Parameter make: Makes a pair that differs with the number.
/// - Returns: The first pair that does not share a place.
func apart(_ make: (Int) -> (String, String)) -> (String, String) {
    func place(_ head: String) -> Int {
        HeadMemory.slot(HeadMemory.hash(Array(head.utf8).span, 0, head.utf8.count))
    }
    var number = 0
    while true {
        let pair = make(number)
        if place(pair.0) != place(pair.1) { return pair }
        number += 1
    }
}
