// SPDX-License-Identifier: Apache-2.0

import CSandbox
import ForeignCodecs
import Glibc
import Platform
import Typesetting

/// The main program of a codec process: loads one library, gives up its rights, and does one job after
/// the other until its socket closes.
package enum CodecWorker {
    /// The name of the hidden command that runs a codec process.
    package static let command = "codec"

    /// Runs the codec process until it ends, without the usual work at exit, which the sandbox
    /// forbids in part.
    ///
    /// - Parameter arguments: The name of the format, the process ID of the parent, and for tests
    ///   ``PlantedFault/option``.
    package static func run(_ arguments: [String]) -> Never {
        guard arguments.count >= 2, let parent = Int32(arguments[1]),
            csandbox_begin(parent) == 0
        else { _exit(2) }
        Syscall.returnLargeBlocks()
        csandbox_report_memory()
        let channel = ProcessChannel(socket: Int32(csandbox_socket))
        var greeting = ProcessGreeting()
        guard let format = ForeignFormats.named(arguments[0]) else { _exit(2) }
        do throws(ForeignError) {
            try format.load()
            greeting.identity = format.libraryVersion
            if format.drawsTexts { openFonts(for: format) }
        } catch {
            greeting.error = error
        }
        // Read before, as no file can be opened behind the fence.
        greeting.addressSpace =
            Int(clamping: csandbox_address_space(getpid())) + FontFiles.mappedByteCount
        greeting.fenceError = Int(csandbox_enclose())
        guard (try? channel.send(greeting.words)) != nil, greeting.error == nil else { _exit(0) }
        serve(format, channel, isPlanted: arguments.last == PlantedFault.option)
    }

    /// Opens the files of all fonts for a format with texts, if there are fonts; they alone can be read later.
    private static func openFonts(for format: any ForeignFormat.Type) {
        guard (try? TextRaster.localIdentity()) != nil, FontFiles.keepOpen() else { return }
        format.allowTexts()
    }

    private static func serve(
        _ format: any ForeignFormat.Type,
        _ channel: ProcessChannel,
        isPlanted: Bool
    ) -> Never {
        while let (words, descriptor) = try? channel.receiveWithDescriptor(
            wordCount: CodecJob.wordCount
        ) {
            guard let job = CodecJob(words), descriptor >= 0 else { _exit(3) }
            guard let memory = try? SharedMemory(mapping: descriptor, count: job.memory) else {
                // The server ends the process then.
                var reply = CodecReply(error: .outOfMemory)
                reply.lacksMemory = true
                _ = try? channel.send(reply.words)
                continue
            }
            csandbox_forget_memory()
            if isPlanted {
                memory.read(0..<job.input) { PlantedFault.find($0)?.commit(channel) }
            }
            var reply = CodecRunner.run(job, format, memory)
            reply.lacksMemory = reply.error != nil && csandbox_lacks_memory() != 0
            // What a job has taken is not needed again soon.
            if job.memory > 16 << 20 { Syscall.returnFreedMemory() }
            guard (try? channel.send(reply.words)) != nil else { _exit(0) }
        }
        _exit(0)
    }
}
