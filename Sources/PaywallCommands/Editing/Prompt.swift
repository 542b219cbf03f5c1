import ArgumentParser
import CommandSupport
import SystemLibrary

/// Questions to a person; asked on standard error, so that a pipe carries nothing but the answer.
struct Prompt {
  let console: Console

  /// True if a person can read the question and answer it.
  var isPossible: Bool { isatty(STDIN_FILENO) == 1 && console.isErrorTerminal }

  /// Asks for a line; an empty one is the default. `nil` at the end of the input.
  ///
  /// - Parameter about: an explanation for a person who answers `?`; the question is then asked
  ///   again.
  func line(_ question: String, default usual: String? = nil, about: String? = nil) -> String? {
    while true {
      console.progress("\(question)\(usual.map { " [\($0)]" } ?? ""): ")
      guard let answer = readLine() else {
        console.complain("")
        return nil
      }
      let words = answer.trimmed
      guard words == "?", let about else { return words.isEmpty ? usual ?? "" : words }
      console.complain(wrapped(about, to: console.width))
    }
  }

  /// Asks until the answer is usable, and explains each answer that is not.
  func line<Value>(
    _ question: String, default usual: String? = nil, about: String? = nil,
    read: (String) throws -> Value
  ) throws -> Value {
    while true {
      guard let answer = line(question, default: usual, about: about) else { throw Self.noAnswer }
      do {
        return try read(answer)
      } catch let failure as Failure {
        console.complain(failure.text)
      }
    }
  }

  /// Ends the command unless the person agrees; any answer but yes is no.
  ///
  /// - Parameter loss: the step that is not done if there is no terminal to ask at.
  func requireAgreement(to question: String, or loss: String, help: String) throws {
    guard isPossible else {
      throw Failure(.wrongUsage, "not a terminal, so nothing was \(loss)", help: help)
    }
    let answer = line("\(question) [y/N]")?.lowercased() ?? ""
    guard ["y", "yes"].contains(answer) else { throw nothingChanged() }
  }

  /// Reports an answer that refuses the change.
  func nothingChanged() -> ExitCode {
    console.complain("Nothing was changed.")
    return ExitCode(ExitStatus.no.rawValue)
  }

  static let noAnswer = Failure(.no, "there was no answer, so nothing was changed")
}

extension String {
  /// The text without the blanks around it.
  var trimmed: String {
    let blanks: Set<Character> = [" ", "\t", "\r", "\n"]
    let start = drop { blanks.contains($0) }
    return String(start.reversed().drop { blanks.contains($0) }.reversed())
  }
}
