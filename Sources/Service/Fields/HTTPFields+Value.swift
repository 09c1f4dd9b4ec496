// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

extension HTTPFields {
    /// The value of a header field; the values of several lines with this name are joined.
    ///
    /// The result is that of the package's subscript. Its code that joins is not specialized, and took 2 % of the
    /// CPU time of an answer from memory to join one value.
    func value(of name: HTTPField.Name) -> String? {
        let values = self[values: name]
        return values.count < 2 ? values.first : self[name]
    }
}
