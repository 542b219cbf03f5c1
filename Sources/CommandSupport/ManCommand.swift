package import ArgumentParser
import Foundation

/// `man`.
package struct ManCommand<Root: Program>: AsyncParsableCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      "man", "Print the manual page of a command, or write all of them into a folder.",
      examples: "\(Root.name) man | man -l -",
      "\(Root.name) man \(Root.server == nil ? "buy" : "experiment start") | man -l -",
      "\(Root.name) man --out /usr/local/share/man/man1")
  }

  @Argument(help: "The command, as it is typed; default: \(Root.name) itself.")
  var command: [String] = []
  @Option(.folder, "Write the pages of all commands into this folder.") var out: String?

  package init() {}

  package func run() async throws {
    let console = Console.ofProcess()
    let root = try CommandDescription(of: Root.self)
    guard let out else {
      let words = CommandWords(command, of: Root.self)
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
