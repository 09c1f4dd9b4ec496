// SPDX-License-Identifier: Apache-2.0

import Fetching

extension SourceReadLabel {
    /// Finds the label for the outcome of a request to a source.
    init(_ outcome: PictureSources.Outcome) {
        switch outcome {
        case .success(let found): self = found.way
        case .failure(.source(.unknown)): self = .absent
        case .failure(.source(.reading(let fault))) where fault.isAbsence: self = .absent
        case .failure(.source(.busy)): self = .busy
        case .failure(.source(.reading(.tooSlow))): self = .slow
        case .failure(.source(.reading)): self = .failed
        // Foreign: every other reason to refuse a picture.
        case .failure: self = .refused
        }
    }
}
