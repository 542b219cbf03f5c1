package import ArgumentParser
import Foundation

/// `completions install`.
package struct CompletionsInstall<Root: Program>: AsyncParsableCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      "install", "Install completions for your user, where the shell looks for them.",
      """
      The file that is written asks the program itself, so an upgrade needs no new installation. \
      An alias is completed by zsh as it is; bash and fish learn it by --alias.
      """,
      examples: "\(Root.name) completions install",
      "\(Root.name) completions install bash --alias pw")
  }

  @Argument(help: "bash, zsh or fish; default: the shell of the variable SHELL.")
  var shell: CompletedShell?
  @Option("name", "Another name for '\(Root.name)', to be completed too.") var alias: String?

  package init() {}

  package func validate() throws {
    guard let alias else { return }
    guard alias.wholeMatch(of: /[A-Za-z0-9][A-Za-z0-9._-]*/) != nil, alias != Root.name else {
      throw ValidationError(
        "An alias has letters, digits, '.', '_' and '-', and is not '\(Root.name)'.")
    }
  }

  package func run() async throws {
    let console = Console.ofProcess()
    let variables = ProcessInfo.processInfo.environment
    let shell = try shell ?? Self.shell(of: variables)
    let folder = try shell.folder(variables, for: Root.name)
    for file in shell.files(in: folder, of: Root.name, alias: alias) {
      do {
        try FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: true)
        try Data(file.text.utf8).write(to: URL(filePath: file.path), options: .atomic)
      } catch {
        throw Failure(
          .failedOutside, "'\(file.path)' cannot be written: \(error.localizedDescription)",
          help:
            "is the folder yours? '\(Root.name) --generate-completion-script \(shell)' prints the text"
        )
      }
      console.write("wrote \(file.path)")
    }
    console.write(wrapped: shell.next(folder, Root.name))
    if !Self.isInPath(variables) {
      console.note(
        "warning: '\(Root.name)' is in no folder of PATH\nhelp: completions work once it is")
    }
  }

  private static func shell(of variables: [String: String]) throws(Failure) -> CompletedShell {
    let path = variables["SHELL"] ?? ""
    guard let shell = CompletedShell(rawValue: URL(filePath: path).lastPathComponent) else {
      throw Failure(
        .wrongUsage,
        path.isEmpty
          ? "the variable SHELL does not say which shell you use"
          : "there are no completions for '\(path)'",
        help: "name bash, zsh or fish: '\(Root.name) completions install bash'")
    }
    return shell
  }

  private static func isInPath(_ variables: [String: String]) -> Bool {
    (variables["PATH"] ?? "").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(Root.name)")
    }
  }
}
