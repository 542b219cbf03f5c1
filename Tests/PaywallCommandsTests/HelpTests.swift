import ArgumentParser
import Foundation
import Testing

@testable import PaywallCommands

/// The help of every command is kept as text, so that a change of it is seen in review.
/// `RECORD_HELP=1 swift test --filter HelpTests` records the files again.
@Suite struct HelpTests {
  static let commands: [any ParsableCommand.Type] = all(under: PaywallCommand.self)

  private static func all(under root: any ParsableCommand.Type) -> [any ParsableCommand.Type] {
    [root] + root.configuration.subcommands.flatMap { all(under: $0) }
  }

  @Test(arguments: commands.indices)
  func `The help of a command is the text on file`(index: Int) throws {
    let command = Self.commands[index]
    let help = PaywallCommand.helpMessage(for: command, columns: 80) + "\n"
    let name = "\(command)"
    if ProcessInfo.processInfo.environment["RECORD_HELP"] != nil {
      let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Help/\(name).txt")
      try Data(help.utf8).write(to: file)
      return
    }
    let file = try #require(Bundle.module.url(forResource: "Help/\(name)", withExtension: "txt"))
    #expect(help == (try String(contentsOf: file, encoding: .utf8)))
  }

  @Test(arguments: commands.indices)
  func `Every command shows an example`(index: Int) {
    let command = Self.commands[index]
    #expect(command.configuration.discussion.contains("EXAMPLE\n  paywall "))
    #expect(!command.configuration.abstract.isEmpty)
  }
}
