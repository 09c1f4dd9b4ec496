// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A service that draws texts in processes of their own.
///
/// The text libraries end their process when an assertion of theirs fails, and a text of six characters can make
/// one fail. A program that draws texts of strangers sets a service, so that such a text costs a process that does
/// nothing else. The program sets it, as the imaging modules start no processes themselves.
package protocol TypesettingService: AnyObject, Sendable {
    /// The number of typesetting processes that run, and of those that were lost to failures so far.
    var processCounts: (running: Int, lost: Int) { get }

    /// The result of ``identity()`` if it is known, without waiting for a process.
    var knownIdentity: String? { get }

    /// Returns the versions of the text libraries and a hash of the fonts; see
    /// ``TextRaster/identity()``.
    ///
    /// The first callers wait until a process has loaded both; later ones do not wait.
    ///
    /// - Throws: ``TypesettingError/unavailable`` or ``TypesettingError/processUnavailable``.
    func identity() throws(TypesettingError) -> String

    /// Lays out a text, and draws it.
    ///
    /// - Parameters:
    ///   - drawing: A text that ``TextRaster/check(_:)`` accepts.
    ///   - shouldContinue: Called every few milliseconds; false ends the drawing with
    ///     ``TypesettingError/interrupted``.
    ///   - onFailure: Called with the reason when a process fails, for a log.
    /// - Returns: The drawn text.
    /// - Throws: Errors about fonts and glyphs, ``TypesettingError/breaksLibraries(text:)``, or
    ///   ``TypesettingError/interrupted``.
    func draw(
        _ drawing: TextDrawing,
        shouldContinue: () -> Bool,
        onFailure: (String) -> Void
    ) throws(TypesettingError) -> TextPlane
}

/// The typesetting service of the whole process, set by the program.
///
/// One for the whole process, like the codecs of libraries: processes are a thing of the machine, not of a text.
package enum TypesettingHost {
    private static let chosen = Mutex<(any TypesettingService)?>(nil)

    /// The service; nil until the program sets one, so that texts are drawn in this process.
    package static var current: (any TypesettingService)? { chosen.withLock { $0 } }

    /// Sets the service for the whole process.
    package static func use(_ service: (any TypesettingService)?) {
        chosen.withLock { $0 = service }
    }
}
