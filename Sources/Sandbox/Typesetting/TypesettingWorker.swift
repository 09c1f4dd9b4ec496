// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Effects
import ForeignCodecs
import Glibc
import Platform
import Raster
import Typesetting

/// The main program of a typesetting process: loads the text libraries, opens all fonts, gives up its rights, and
/// draws texts until its socket closes.
package enum TypesettingWorker {
    /// The name of the hidden command that runs a typesetting process.
    package static let command = "typeset"

    /// Runs the typesetting process until it ends.
    ///
    /// It leaves out the usual work at exit, because the sandbox forbids some of it.
    ///
    /// - Parameter arguments: The subject, the process ID of the parent, and for tests
    ///   ``PlantedFault/option``.
    package static func run(_ arguments: [String]) -> Never {
        guard arguments.count >= 2, let parent = Int32(arguments[1]),
            csandbox_begin(parent) == 0
        else { _exit(2) }
        Syscall.returnLargeBlocks()
        let channel = ProcessChannel(socket: Int32(csandbox_socket))
        var greeting = ProcessGreeting()
        if let identity = try? TextRaster.localIdentity(), FontFiles.keepOpen() {
            warmUp()
            greeting.identity = identity
        } else {
            greeting.error = .notInstalled
        }
        greeting.addressSpace =
            Int(clamping: csandbox_address_space(getpid())) + FontFiles.mappedByteCount
        greeting.fenceError = Int(csandbox_enclose())
        guard (try? channel.send(greeting.words)) != nil, greeting.error == nil else { _exit(0) }
        serve(channel, isPlanted: arguments.last == PlantedFault.option)
    }

    /// Draws a text, with which the libraries start their threads and read their settings, all of which the fence
    /// forbids later.
    private static func warmUp() {
        let form = TextForm(
            text: "Aa",
            family: "sans-serif",
            size: 16,
            frame: Rectangle(x: 0, y: 0, width: 64, height: 32)
        )
        _ = try? TextDrawing(form, in: PixelRect(x: 0, y: 0, width: 64, height: 32)).drawn()
    }

    private static func serve(_ channel: ProcessChannel, isPlanted: Bool) -> Never {
        while let (words, descriptor) = try? channel.receiveWithDescriptor(
            wordCount: TypesettingJob.wordCount
        ) {
            guard let count = TypesettingJob.memoryCount(words), descriptor >= 0,
                let memory = try? SharedMemory(mapping: descriptor, count: count),
                let job = TypesettingJob(words, memory)
            else { _exit(3) }
            if isPlanted {
                for drawing in job.drawings {
                    PlantedFault.find(Array(drawing.form.text.utf8).span)?.commit(channel)
                }
            }
            let reply = TypesettingRunner.run(job, memory)
            // What a job has taken is not needed again soon.
            if job.memory > 16 << 20 { Syscall.returnFreedMemory() }
            guard (try? channel.send(reply.words(of: job))) != nil else { _exit(0) }
        }
        _exit(0)
    }
}
