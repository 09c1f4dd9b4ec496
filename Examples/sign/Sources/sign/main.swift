// SPDX-License-Identifier: Apache-2.0

import Foundation

// sign PATH NAME=VALUE... [until SECONDS], with the key from the environment as `ID KEY`.
var arguments = Array(CommandLine.arguments.dropFirst())
var expires: Int?
if arguments.count >= 2, arguments[arguments.count - 2] == "until" {
    expires = Int(arguments[arguments.count - 1])
    arguments.removeLast(2)
}
let key = (ProcessInfo.processInfo.environment["SIGNING_KEY"] ?? "")
    .split(separator: " ").map(String.init)
guard !arguments.isEmpty, key.count == 2 else {
    let usage = "usage: SIGNING_KEY='ID KEY' sign PATH NAME=VALUE... [until SECONDS]\n"
    FileHandle.standardError.write(Data(usage.utf8))
    exit(64)
}
let parameters = arguments.dropFirst().map { argument in
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    return (String(parts[0]), parts.count == 2 ? String(parts[1]) : "")
}
print(sign(arguments[0], Array(parameters), key[0], key[1], until: expires))
