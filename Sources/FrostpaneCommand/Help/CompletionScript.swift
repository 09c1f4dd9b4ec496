// SPDX-License-Identifier: Apache-2.0

/// A shell, with the script by which it completes command lines: it asks the program.
///
/// The program knows commands, options, and the words that options and operands accept. The shell completes
/// everything else as a path.
enum CompletionScript: String {
    case bash
    case zsh
    case fish

    /// The name of the hidden command that lists completions.
    static let command = "complete"

    /// The script.
    var text: String {
        switch self {
        case .bash:
            """
            _frostpane() {
                local found
                found=$("${COMP_WORDS[0]/#\\~/$HOME}" \(Self.command) "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f 1)
                mapfile -t COMPREPLY < <(compgen -W "$found" -- "${COMP_WORDS[COMP_CWORD]}")
            }
            complete -o bashdefault -o default -F _frostpane frostpane

            """
        case .zsh:
            """
            #compdef frostpane
            _frostpane() {
                local -a found=("${(@f)$("${words[1]}" \(Self.command) "${(@)words[2,CURRENT]}")}")
                found=("${(@)found/$'\\t'/:}")
                [[ -n $found ]] && _describe argument found || _files
            }
            _frostpane "$@"

            """
        case .fish:
            """
            complete -c frostpane -a '(frostpane \(Self.command) (commandline -opc)[2..] (commandline -ct))'

            """
        }
    }

    /// Lists completions for the last word on a command line, a line each: the word, and after a tab its
    /// description.
    static func completions(of words: [String]) -> String {
        let current = words.last ?? ""
        return candidates(for: words.dropLast(), current)
            .filter { word, _ in word.hasPrefix(current) }
            .map { word, meaning in "\(word)\t\(meaning)\n" }.joined()
    }

    private static func candidates(
        for words: ArraySlice<String>,
        _ current: String
    ) -> [(String, String)] {
        let help = ("--help", "Show help information.")
        let commands = RootCommand.commands.map { ($0.commandName, $0.summary.abstract) }
        guard let name = words.first else {
            return commands + [("help", help.1), help, ("--version", "Show the version.")]
        }
        guard let command = RootCommand.command(named: name) else {
            return name == "help" ? commands : []
        }
        let rows = command.sections.flatMap { $0.rows }
        if let row = rows.first(where: { $0.flag == words.last && !$0.isSwitch }) {
            guard case .words(let accepted) = row.values else { return [] }
            return accepted.map { ($0, "") }
        }
        if current.hasPrefix("-") { return rows.map { ($0.flag, $0.sentence) } + [help] }
        return (command.operands?.words ?? []).map { ($0, "") }
    }
}
