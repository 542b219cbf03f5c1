import ArgumentParser

/// A shell, and where a user's completions are.
enum CompletedShell: String, CaseIterable, ExpressibleByArgument {
  case bash, zsh, fish

  struct File {
    var path: String
    var text: String
  }

  /// - Parameter variables: of the environment.
  func folder(_ variables: [String: String]) throws(Failure) -> String {
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
          help: "set HOME, or use 'paywall --generate-completion-script \(self)'")
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

  func files(in folder: String, alias: String?) -> [File] {
    let program = "\(folder)/\(name("paywall"))"
    let text =
      switch self {
      case .bash: "eval \"$(command paywall --generate-completion-script bash)\"\n"
      case .zsh:
        """
        #compdef paywall
        eval "$(command paywall --generate-completion-script zsh)"
        _paywall "$@"

        """
      case .fish: "command paywall --generate-completion-script fish | source\n"
      }
    let own = File(path: program, text: text)
    guard let alias, let more = self.text(of: alias, beside: program) else { return [own] }
    return [own, File(path: "\(folder)/\(name(alias))", text: more)]
  }

  private func name(_ command: String) -> String {
    switch self {
    case .bash: command
    case .zsh: "_\(command)"
    case .fish: "\(command).fish"
    }
  }

  /// `nil` if the shell completes what an alias stands for.
  private func text(of alias: String, beside program: String) -> String? {
    switch self {
    case .zsh: nil
    case .fish: "complete --command \(alias) --wraps paywall\n"
    // The script runs the first word of the line, which may be no program.
    case .bash:
      """
      . '\(program.replacing("'", with: #"'\''"#))'
      _paywall_alias() {
        COMP_POINT=$((COMP_POINT + 7 - ${#COMP_WORDS[0]}))
        COMP_LINE="paywall${COMP_LINE#"${COMP_WORDS[0]}"}"
        COMP_WORDS[0]=paywall
        _paywall paywall "${@:2}"
      }
      complete -o filenames -F _paywall_alias \(alias)

      """
    }
  }

  /// What is left to do, in a sentence.
  func next(_ folder: String) -> String {
    switch self {
    case .bash:
      "New terminals complete 'paywall', if the package bash-completion is installed. Without it, add to ~/.bashrc: . '\(folder)/paywall'"
    case .zsh:
      "New terminals complete 'paywall' if ~/.zshrc has this line, before 'compinit': fpath=('\(folder)' $fpath)"
    case .fish: "New terminals complete 'paywall'."
    }
  }
}
