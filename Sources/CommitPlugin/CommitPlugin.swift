import Foundation
import PackagePlugin

/// Writes the commit that is checked out into a constant of the target, again whenever HEAD moves.
@main
struct CommitPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) -> [Command] {
    let package = context.package.directoryURL
    let output = context.pluginWorkDirectoryURL.appending(path: "Commit.swift")
    return [
      .buildCommand(
        displayName: "Writing the commit",
        executable: URL(filePath: "/bin/sh"),
        arguments: ["-c", Self.script, "sh", Self.path(package), Self.path(output)],
        inputFiles: Self.marks(of: package),
        outputFiles: [output])
    ]
  }

  /// Only a repository of this package counts, not one that an unpacked archive lies in. It may
  /// belong to another user, as in a container.
  private static let script = """
    commit=unknown
    if [ -e "$1/.git" ]; then
      commit=$(git -c safe.directory='*' -C "$1" rev-parse --verify -q HEAD) || commit=unknown
    fi
    printf '/// The commit that was built.\\nlet commit = "%s"\\n' "$commit" >"$2"
    """

  /// The files that git writes when HEAD comes to name another commit.
  private static func marks(of package: URL) -> [URL] {
    let git = package.appending(path: ".git")
    return ["HEAD", "logs/HEAD"].map { folder(git).appending(path: $0) }
      .filter { FileManager.default.fileExists(atPath: path($0)) }
  }

  /// In a worktree `.git` is a file that names the folder.
  private static func folder(_ git: URL) -> URL {
    guard let text = try? String(contentsOf: git, encoding: .utf8), text.hasPrefix("gitdir: ")
    else { return git }
    let path = text.dropFirst("gitdir: ".count).trimmingCharacters(in: .whitespacesAndNewlines)
    return URL(filePath: path, relativeTo: git.deletingLastPathComponent())
  }

  private static func path(_ url: URL) -> String { url.path(percentEncoded: false) }
}
