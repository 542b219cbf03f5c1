import ArgumentParser
import CommandSupport
import HTTPDocuments

/// A command with one answer, which is printed as JSON with `--json`, else in words. The schema of
/// the JSON is that of the answer's type.
protocol PrintsAnswer: AsyncParsableCommand, AnswersInJSON {
  associatedtype Answer: ContentConvertible
  var answer: AnswerOptions { get }

  /// Finds the answer. Notes that belong to both forms are written to the console.
  func printed(on console: Console) async throws -> Printed<Answer>
}

extension PrintsAnswer {
  static var answerSchema: Schema { Answer.schema }

  func run() async throws {
    let console = Console.ofProcess()
    let printed = try await printed(on: console)
    if answer.isJSON {
      try console.write(json: JSONContent(printed.answer.content))
    } else {
      try printed.write(console)
    }
    if printed.status != .fine { throw ExitCode(printed.status.rawValue) }
  }
}

/// An answer with its form for people.
struct Printed<Answer: ContentConvertible> {
  let answer: Answer
  /// The exit status of the command.
  let status: ExitStatus
  let write: (Console) throws -> Void

  init(_ answer: Answer, status: ExitStatus = .fine, words: @escaping (Console) -> String) {
    self.init(answer, status: status, write: { $0.write(words($0)) })
  }

  private init(_ answer: Answer, status: ExitStatus, write: @escaping (Console) throws -> Void) {
    (self.answer, self.status, self.write) = (answer, status, write)
  }

  /// An answer that takes more than one text, such as notes on standard error.
  static func parts(
    _ answer: Answer, status: ExitStatus = .fine, write: @escaping (Console) throws -> Void
  ) -> Printed {
    Printed(answer, status: status, write: write)
  }

  /// A table.
  ///
  /// - Parameter none: the sentence for an empty list; `nil` for a table without rows.
  init<Item>(
    list items: Answer, none: String?, _ columns: [Table.Column<Item>]
  ) where Answer == [Item] {
    self.init(
      items, status: .fine,
      write: { console in
        if let none, items.isEmpty { return console.write(wrapped: none) }
        console.write(Table(of: items, columns).text(for: console))
      })
  }
}
