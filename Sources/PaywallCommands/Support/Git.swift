import CatalogFiles
import CommandSupport
import Foundation
import PaywallCatalog
import Serving
import Synchronization
import YAMLText

/// The git repository that a folder is in, asked through the `git` program.
struct Git {
  /// The folder that holds Paywalls and Experiments, which may be below the top of the repository.
  private let folder: String

  /// - Throws: a failure that says why there is no git here; `purpose` names what needs it.
  init(_ folder: String, for purpose: String) throws {
    self.folder = folder
    let answer: Answer
    do {
      answer = try run(["rev-parse", "--is-inside-work-tree"])
    } catch {
      throw Failure(
        .failedOutside, "\(purpose) needs git, and the program 'git' cannot be run here",
        help: "install git; everything else works without it")
    }
    guard answer.text == "true" else {
      throw Failure(
        .failedOutside, "\(purpose) needs git, and '\(folder)' is in no git repository",
        help: "'git init' makes one; everything else works without it")
    }
  }

  /// True if a file differs from the last commit, or is not in it; false if it does not exist at
  /// all. Compares bytes: `git status` would run the filters that the repository names.
  func isChanged(_ path: String) throws -> Bool {
    let names = try ["HEAD:./\(path)", ":./\(path)"].map {
      try run(["rev-parse", "--verify", "--quiet", $0])
    }
    let file = try run(["hash-object", "--no-filters", "--", path])
    let all = names + [file]
    return all.contains { $0.isFine } && all.contains { !$0.isFine || $0.text != file.text }
  }

  /// Returns the commits that changed a file, the newest first; none before the first commit.
  func log(of path: String) throws -> [Revision] {
    guard try isRevision("HEAD") else { return [] }
    let format = "--format=%H%x1f%aI%x1f%an%x1f%s"
    return try answer(["log", "--no-show-signature", format, "--", path]).text.split(
      separator: "\n"
    ).compactMap { line in
      let parts = line.split(separator: "\u{1F}", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 4, let at = Timestamp(rfc3339: parts[1]) else { return nil }
      return Revision(commit: parts[0], at: at.rfc3339, author: parts[2], subject: parts[3])
    }
  }

  /// A commit.
  struct Revision {
    var commit: String
    /// RFC 3339 in UTC.
    var at: String
    var author: String
    var subject: String
  }

  /// True if the last commit has the file.
  func isCommitted(_ path: String) throws -> Bool {
    try run(["cat-file", "-e", "HEAD:./\(path)"]).isFine
  }

  /// Commits these files and nothing else, even if others are staged.
  func commit(_ paths: [String], message: String) throws {
    _ = try answer(["add", "--"] + paths, isWriting: true)
    _ = try answer(
      ["commit", "--quiet", "--message", message, "--only", "--"] + paths, isWriting: true)
  }

  /// Returns the short name of the newest commit.
  func head() throws -> String { try answer(["rev-parse", "--short", "HEAD"]).text }

  func isRevision(_ name: String) throws -> Bool {
    try run(["rev-parse", "--verify", "--quiet", "--end-of-options", "\(name)^{commit}"]).isFine
  }

  /// Returns the files of the configuration in a revision, and the mistakes in some. Symbolic links
  /// are followed inside the folder, as they are on disk.
  func files(at revision: String) throws -> (ConfigurationFiles, [Diagnostic]) {
    guard try isRevision(revision) else {
      throw Failure(
        .failedOutside, "'\(revision)' is no revision of this repository",
        help: "name a commit, a branch or a tag, such as HEAD or main; a shallow clone may lack it")
    }
    let commit = "\(revision)^{commit}"
    var tree = RevisionTree(try entries(at: commit, ConfigurationPath.roots))
    try tree.readLinks { try contents(of: $0) }
    // Links may lead to files elsewhere in the folder.
    var more = tree.unlisted
    for _ in 0..<RevisionTree.mostLinks where !more.isEmpty {
      tree.add(try entries(at: commit, more))
      try tree.readLinks { try contents(of: $0) }
      more = tree.unlisted
    }
    let found = tree.files()
    let bytes = try contents(of: found.map(\.object))
    var files = ConfigurationFiles()
    for (file, bytes) in zip(found, bytes) {
      if let bytes {
        files.files[file.path] = bytes
      } else {
        files.unread.insert(file.path)
      }
    }
    files.unread.formUnion(tree.refusals.keys)
    return (files, tree.diagnostics)
  }

  private func entries(at commit: String, _ paths: [String]) throws -> [RevisionTree.Entry] {
    let listing = try answer(["ls-tree", "-r", "-z", "--end-of-options", commit] + paths)
    return listing.output.split(separator: 0).compactMap { RevisionTree.Entry(line: $0) }
  }

  /// Returns the bytes of objects, in the order of their names, by one process.
  func contents(of objects: [String]) throws -> [[UInt8]?] {
    guard !objects.isEmpty else { return [] }
    let names = objects.map { $0 + "\n" }.joined()
    var rest = try answer(["cat-file", "--batch"], input: Array(names.utf8)).output[...]
    return objects.map { _ in
      // `<object> blob <size>`, the bytes, and a line end.
      guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      let words = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ")
      rest = rest[(end + 1)...]
      guard words.count == 3, let size = Int(words[2]), rest.count > size else { return nil }
      defer { rest = rest.dropFirst(size + 1) }
      return Array(rest.prefix(size))
    }
  }
}

// Runs the program.
extension Git {
  /// The variables that `git rev-parse --local-env-vars` lists and a hook sets.
  private static let variables: Set<String> = [
    "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR",
    "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_NAMESPACE",
    "GIT_QUARANTINE_PATH",
  ]

  private struct Answer {
    var isFine: Bool
    var output: [UInt8]
    var complaint: String

    var text: String {
      String(decoding: output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }

  /// The options of every call, so that the files of a stranger run nothing: a repository is a
  /// `.git`, and not files that look like one beside `Paywalls`; no program watches the files.
  private static let options = [
    "-c", "safe.bareRepository=explicit", "-c", "core.fsmonitor=false",
    "-c", "core.quotePath=false", "--no-pager", "--literal-pathspecs",
  ]
  /// Further options of calls that read: no hook runs.
  private static let readingOptions = ["-c", "core.hooksPath=/dev/null"]
  /// Variables of calls that read: the index is not written, and nothing is fetched.
  private static let readingVariables = ["GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1"]

  private func answer(
    _ arguments: [String], input: [UInt8] = [], isWriting: Bool = false
  ) throws -> Answer {
    let answer = try run(arguments, input: input, isWriting: isWriting)
    guard answer.isFine else {
      throw Failure(
        .failedOutside, "git \(arguments[0]) failed: \(answer.complaint)",
        help: "run it by hand in '\(folder)' to see why")
    }
    return answer
  }

  private func run(
    _ arguments: [String], input: [UInt8] = [], isWriting: Bool = false
  ) throws -> Answer {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    // Paths start at the folder, whose own repository is used, even inside of a hook, whose
    // variables name another one.
    process.environment = ProcessInfo.processInfo.environment.filter {
      !Self.variables.contains($0.key)
    }.merging(isWriting ? [:] : Self.readingVariables) { $1 }
    process.arguments =
      ["git", "-C", folder] + Self.options + (isWriting ? [] : Self.readingOptions) + arguments
    let (output, complaints, feed) = (Pipe(), Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = complaints
    process.standardInput = feed
    try process.run()
    let writer = Thread { [feed] in
      try? feed.fileHandleForWriting.write(contentsOf: input)
      try? feed.fileHandleForWriting.close()
    }
    writer.start()
    // Both pipes are emptied at once: a hook may say more on either than a pipe holds.
    let complained = Mutex(Data())
    let reading = DispatchGroup()
    DispatchQueue.global().async(group: reading) {
      let data = complaints.fileHandleForReading.readDataToEndOfFile()
      complained.withLock { $0 = data }
    }
    let answered = output.fileHandleForReading.readDataToEndOfFile()
    reading.wait()
    process.waitUntilExit()
    guard process.terminationStatus != 127 else { throw CocoaError(.fileNoSuchFile) }
    return Answer(
      isFine: process.terminationStatus == 0, output: Array(answered),
      complaint: String(decoding: complained.withLock { $0 }, as: UTF8.self)
        .trimmingCharacters(in: .whitespacesAndNewlines))
  }
}
