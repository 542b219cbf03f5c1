import SystemLibrary
package import YAMLText

/// The outputs that a command writes to, and what its reader can show.
package struct Console: Sendable {
  /// True if a person reads standard output.
  package let isTerminal: Bool
  package let usesColour: Bool
  /// Columns of the terminal; `nil` in a pipe, where nothing is cut.
  package let width: Int?
  /// True if only answers and errors are printed.
  package let isQuiet: Bool

  package init(isTerminal: Bool, usesColour: Bool, width: Int?, isQuiet: Bool = false) {
    self.isTerminal = isTerminal
    self.usesColour = usesColour
    self.width = width
    self.isQuiet = isQuiet
  }

  /// The variable that acts like `--quiet`.
  package static let quietVariable = "PAYWALL_QUIET"

  /// The console of this process: colour only on a terminal, unless `NO_COLOR` is set.
  package static func ofProcess(environment: [String: String]) -> Console {
    let isTerminal = isatty(STDOUT_FILENO) == 1
    let refusesColour = !(environment["NO_COLOR"] ?? "").isEmpty || environment["TERM"] == "dumb"
    return Console(
      isTerminal: isTerminal, usesColour: isTerminal && !refusesColour,
      width: isTerminal ? terminalWidth(environment) : nil,
      isQuiet: !["", "0", "false"].contains(environment[quietVariable] ?? ""))
  }

  /// Writes to standard output, and ends the line unless the text does. Shows what would control a
  /// terminal (`PrintedText`).
  package func write(_ text: String) {
    print(PrintedText.words(text, usesColour), terminator: text.hasSuffix("\n") ? "" : "\n")
  }

  /// Writes JSON to standard output, which stays JSON.
  package func write(jsonText text: String) { print(PrintedText.json(text)) }

  /// Writes sentences to standard output; on a terminal no word is cut at its edge.
  package func write(wrapped text: String) { write(CommandSupport.wrapped(text, to: width)) }

  /// Flushes standard output; ends the process if the reader is gone.
  package func flush() { _ = fflush(nil) }

  /// Keeps a closed pipe from ending the process, which finishes its work.
  package static func outliveReaders() { _ = signal(SIGPIPE, SIG_IGN) }

  /// Writes to standard error, so that a pipe carries nothing but the answer.
  package func complain(_ text: String) { send(PrintedText.words(text, usesColour) + "\n") }

  /// Writes a note to standard error, unless the person wants quiet.
  package func note(_ text: String) {
    if !isQuiet { complain(text) }
  }

  private func send(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let written = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count)
      }
      guard written > 0 else { return }
      bytes = bytes.dropFirst(written)
    }
  }

  /// True if a person reads standard error, which may then show progress.
  package var isErrorTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Writes to standard error as it is, without ending the line.
  package func progress(_ text: String) { send(text) }

  package var diagnosticColours: Diagnostic.Colours {
    guard usesColour else { return .none }
    var colours = Diagnostic.Colours.none
    colours.error = PrintedText.tint("1;31")
    colours.warning = PrintedText.tint("1;33")
    colours.help = PrintedText.tint("36")
    colours.strong = PrintedText.tint("1")
    colours.reset = PrintedText.tint("0")
    return colours
  }

  package func strong(_ text: String) -> String { tinted(text, "1") }
  package func faint(_ text: String) -> String { tinted(text, "2") }
  package func good(_ text: String) -> String { tinted(text, "32") }
  package func bad(_ text: String) -> String { tinted(text, "31") }
  package func notable(_ text: String) -> String { tinted(text, "36") }

  private func tinted(_ text: String, _ code: String) -> String {
    usesColour ? PrintedText.tint(code) + text + PrintedText.tint("0") : text
  }
}

/// The text in lines of at most so many columns, broken between words.
package func wrapped(_ text: String, to width: Int?) -> String {
  guard let width else { return text }
  return text.split(separator: "\n", omittingEmptySubsequences: false).map { paragraph in
    var lines: [String] = []
    var line = ""
    for word in paragraph.split(separator: " ", omittingEmptySubsequences: false) {
      if line.isEmpty {
        line = String(word)
      } else if displayWidth(line) + 1 + displayWidth(String(word)) <= width {
        line += " \(word)"
      } else {
        lines.append(line)
        line = String(word)
      }
    }
    return (lines + [line]).joined(separator: "\n")
  }.joined(separator: "\n")
}

private func terminalWidth(_ environment: [String: String]) -> Int {
  var size = winsize()
  if unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 {
    return Int(size.ws_col)
  }
  return environment["COLUMNS"].flatMap { Int($0) } ?? 80
}
