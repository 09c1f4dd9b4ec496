// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

extension RequestContext {
    /// Creates the reader of a body that holds an image or a scene, and perhaps parameters.
    func reader(
        _ kind: UploadReader.Kind,
        names: Set<String>
    ) throws(ServiceError) -> UploadReader {
        try reader(kind, takesParameters: true, names: names, imageLimit: .max)
    }

    /// Creates the reader of a body that holds an image only, perhaps in a form.
    func imageReader(limit: Int = .max) throws(ServiceError) -> UploadReader {
        let isForm = UploadReader.Kind(request.headerFields) == .form
        return try reader(
            isForm ? .form : .picture,
            takesParameters: false,
            names: [],
            imageLimit: limit
        )
    }

    private func reader(
        _ kind: UploadReader.Kind,
        takesParameters: Bool,
        names: Set<String>,
        imageLimit: Int
    ) throws(ServiceError) -> UploadReader {
        do throws(UploadError) {
            return try UploadReader(
                kind,
                fields: request.headerFields,
                takesParameters: takesParameters,
                names: names,
                imageLimit: imageLimit
            )
        } catch {
            throw .upload(error)
        }
    }
}
