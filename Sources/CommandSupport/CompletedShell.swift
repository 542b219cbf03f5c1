import ArgumentParser

/// A shell, and the place of a user's completions.
package enum CompletedShell: String, CaseIterable, ExpressibleByArgument {
  case bash, zsh, fish

  package struct File {
    package var path: String
    package var text: String
  }

  /// - Parameter variables: of the environment.
  package func folder(_ variables: [String: String], for program: String) throws(Failure) -> String
  {
    func absolute(_ name: String) -> String? {
      variables[name].flatMap { path in
        path.hasPrefix("/") ? String(path.reversed().drop { $0 == "/" }.reversed()) : nil
      }
    }
    func base(_ name: String, _ usual: String) throws(Failure) -> String {
      if let path = absolute(name) { return path }
      guard let home = absolute("HOME") else {
        throw Failure(
          .wrongUsage, "the variable HOME does not say where your files are",
          help: "set HOME, or use '\(program) --generate-completion-script \(self)'")
      }
      return "\(home)/\(usual)"
    }
    switch self {
    // bash-completion's documentation, "BASH_COMPLETION_USER_DIR".
    case .bash:
      if let folder = absolute("BASH_COMPLETION_USER_DIR") { return "\(folder)/completions" }
      return try base("XDG_DATA_HOME", ".local/share") + "/bash-completion/completions"
    // zsh has no folder for a user; this one stands beside that of the system.
    case .zsh: return try base("XDG_DATA_HOME", ".local/share") + "/zsh/site-functions"
    // fish's documentation, "Where to put completions".
    case .fish: return try base("XDG_CONFIG_HOME", ".config") + "/fish/completions"
    }
  }

  package func files(in folder: String, of program: String, alias: String?) -> [File] {
    let path = "\(folder)/\(name(program))"
    let text =
      switch self {
      case .bash: "eval \"$(command \(program) --generate-completion-script bash)\"\n"
      case .zsh:
        """
        #compdef \(program)
        eval "$(command \(program) --generate-completion-script zsh)"
        _\(Self.function(program)) "$@"

        """
      case .fish: "command \(program) --generate-completion-script fish | source\n"
      }
    let own = File(path: path, text: text)
    guard let alias, let more = self.text(of: alias, of: program, beside: path) else {
      return [own]
    }
    return [own, File(path: "\(folder)/\(name(alias))", text: more)]
  }

  /// The name of the completing function in ArgumentParser's scripts, after an underscore.
  private static func function(_ program: String) -> String { program.replacing("-", with: "_") }

  private func name(_ command: String) -> String {
    switch self {
    case .bash: command
    case .zsh: "_\(command)"
    case .fish: "\(command).fish"
    }
  }

  /// A line that lets an alias complete like the program; `nil` if the shell needs none.
  private func text(of alias: String, of program: String, beside path: String) -> String? {
    switch self {
    case .zsh: nil
    case .fish: "complete --command \(alias) --wraps \(program)\n"
    // The script runs the first word of the line, which may be no program.
    case .bash:
      """
      . '\(path.replacing("'", with: #"'\''"#))'
      _\(Self.function(program))_alias() {
        COMP_POINT=$((COMP_POINT + \(program.utf8.count) - ${#COMP_WORDS[0]}))
        COMP_LINE="\(program)${COMP_LINE#"${COMP_WORDS[0]}"}"
        COMP_WORDS[0]=\(program)
        _\(Self.function(program)) \(program) "${@:2}"
      }
      complete -o filenames -F _\(Self.function(program))_alias \(alias)

      """
    }
  }

  /// The steps that are left to do, in a sentence.
  package func next(_ folder: String, _ program: String) -> String {
    switch self {
    case .bash:
      "New terminals complete '\(program)', if the package bash-completion is installed. Without it, add to ~/.bashrc: . '\(folder)/\(program)'"
    case .zsh:
      "New terminals complete '\(program)' if ~/.zshrc has this line, before 'compinit': fpath=('\(folder)' $fpath)"
    case .fish: "New terminals complete '\(program)'."
    }
  }
}
