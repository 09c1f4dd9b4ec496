// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

extension ConfigurationReader {
    /// The greatest length of a file of options, tokens, keys or presets, in bytes.
    static var fileLimit: Int { 1 << 20 }

    /// Reads a text file in UTF-8.
    ///
    /// - Parameter path: Absolute, or relative to the working directory.
    /// - Returns: The text, or the reason for a failure.
    package static func fileContents(path: String) -> Result<String, FileFault> {
        do {
            let bytes = try Data(contentsOf: URL(filePath: path))
            guard bytes.count <= fileLimit else {
                return .failure(FileFault(reason: "it is longer than \(fileLimit) bytes"))
            }
            guard let text = String(validating: bytes, as: UTF8.self) else {
                return .failure(FileFault(reason: "it is not UTF-8"))
            }
            return .success(text)
        } catch let error as CocoaError {
            return .failure(FileFault(reason: reason(of: error)))
        } catch {
            return .failure(FileFault(reason: "the system refuses"))
        }
    }

    private static func reason(of error: CocoaError) -> String {
        switch error.code {
        case .fileReadNoSuchFile, .fileNoSuchFile: "there is no such file"
        case .fileReadNoPermission: "permission is missing"
        // Foreign: CocoaError.Code
        default: "the system refuses"
        }
    }
}
