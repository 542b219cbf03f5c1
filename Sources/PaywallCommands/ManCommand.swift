import ArgumentParser
import Foundation

/// `paywall man`.
struct ManCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "man", "Print the manual page of a command, or write all of them into a folder.",
    examples: "paywall man | man -l -",
    "paywall man experiment start | man -l -",
    "paywall man --out /usr/local/share/man/man1")

  @Argument(help: "The command, as it is typed; default: paywall itself.")
  var command: [String] = []
  @Option(.folder, "Write the pages of all commands into this folder.") var out: String?

  func run() async throws {
    let console = Console.ofProcess()
    let root = try CommandDescription(of: PaywallCommand.self)
    guard let out else {
      let words = CommandWords(command, of: PaywallCommand.self)
      try words.check()
      guard let found = root.all.first(where: { $0.words == words.path }) else { return }
      return console.write(ManualPage(found).text)
    }
    do {
      try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
      for command in root.all {
        let page = ManualPage(command)
        try Data(page.text.utf8).write(to: URL(filePath: "\(out)/\(page.name).1"))
      }
    } catch {
      throw Failure(
        .failedOutside, "'\(out)' cannot be written: \(error.localizedDescription)",
        help: "choose another folder with --out")
    }
    console.write("\(out): \(root.all.count) pages")
  }
}
