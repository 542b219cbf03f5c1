import Foundation
import Testing

@testable import CommandSupport
@testable import PaywallCommands

/// The messages of commands about a disk, a folder or another command that keeps them from writing.
/// Existing files stay, and nothing half written is left.
@Suite struct DiskTests {
  private static let experiment = "Experiments/annual-trial.yaml"

  @Test(.inExample)
  func `A change that the disk has no room for leaves the file as it is`() async throws {
    let before = try Files(of: folder)
    let run = try await onFullDisk(
      "experiment", "pause", "annual-trial", "--yes", "--config", folder.path())
    run.expect(3)
    #expect(
      run.complaints == """
        error: \(Self.experiment): the file could not be written: File too large; nothing was written
        help: check the disk and the path, then run the command again

        """)
    #expect(try Files(of: folder) == before)
  }

  @Test(
    .inFolder,
    arguments: [
      ["bundle", "key", "create", "--out", "FOLDER/secret"],
      ["key", "user-proof", "--out", "FOLDER/secret"],
      ["schema", "--config", "EXAMPLE", "--out", "FOLDER"],
    ])
  func `No half of a key or of a schema is left`(_ arguments: [String]) async throws {
    let run = try await onFullDisk(
      arguments.map {
        $0.replacing("FOLDER", with: folder.path()).replacing("EXAMPLE", with: example)
      })
    run.expect(3)
    #expect(run.output.isEmpty)
    #expect(run.complaints.contains("cannot be written: File too large"), "\(run.complaints)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path()).isEmpty)
  }

  @Test(.inExample) func `A file that may only be read stays, also for root`() async throws {
    let file = folder.appending(path: Self.experiment)
    try replace("after: keep\n", by: "after: keep   \n", in: Self.experiment, of: folder)
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: file.path())
    let before = try Files(of: folder)
    for verb in [["experiment", "pause", "annual-trial", "--yes", "--json"], ["fmt"]] {
      let refused = try await refusal(verb + ["--config", folder.path()])
      #expect(refused?.status == .failedOutside)
      #expect(refused?.message == "\(Self.experiment): the file is read-only; nothing was written")
      #expect(refused?.help?.contains("chmod u+w") == true)
    }
    #expect(try Files(of: folder) == before)
  }

  @Test(.inExample) func `One command writes at a time`() async throws {
    let before = try Files(of: folder)
    let lock = unsafe open(folder.appending(path: "Paywalls").path(), O_RDONLY | O_DIRECTORY)
    defer { close(lock) }
    try #require(flock(lock, LOCK_EX | LOCK_NB) == 0)
    let refused = try await refusal([
      "experiment", "pause", "annual-trial", "--yes", "--json", "--config", folder.path(),
    ])
    #expect(refused?.status == .failedOutside)
    #expect(refused?.message.contains("another command is writing") == true)
    #expect(refused?.help?.contains("wait for it to end") == true)
    #expect(try Files(of: folder) == before)
  }

  @Test(.inFolder)
  func `A place where nothing can be made is named, with what to do`() async throws {
    let file = folder.appending(path: "file").path()
    try Data("x".utf8).write(to: URL(filePath: file))
    for (arguments, help) in [
      (["schema", "--config", example, "--out", file], "choose another place with --out"),
      (["schema", "--config", example, "--out", "\(file)/in"], "choose another place with --out"),
      (["bundle", "key", "create", "--out", "\(file)/key"], nil),
      (["key", "user-proof", "--out", "\(folder.path())/none/secret"], nil),
    ] as [([String], String?)] {
      let refused = try #require(try await refusal(arguments))
      #expect(refused.status == .failedOutside)
      #expect(refused.message.contains("cannot be written: "), "\(refused)")
      #expect(refused.message.contains(try #require(arguments.last)), "\(refused)")
      #expect(refused.help == help)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path()) == ["file"])
  }

  /// Runs the program with a limit of file sizes, which it must handle like a full disk.
  private func onFullDisk(_ arguments: String...) async throws -> Run {
    try await onFullDisk(arguments)
  }

  private func onFullDisk(_ arguments: [String]) async throws -> Run {
    try await run(
      URL(filePath: "/bin/sh"),
      ["-c", "trap '' XFSZ; ulimit -f 0; exec \"$@\"", "sh", Program.url.path()] + arguments,
      environment: ["LLVM_PROFILE_FILE": "/dev/null"])
  }
}

/// The content of every file of a folder, by its path.
private struct Files: Equatable {
  private var contents: [String: Data] = [:]

  init(of folder: URL) throws {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path())
    for path in paths {
      contents[path] = FileManager.default.contents(atPath: folder.appending(path: path).path())
    }
  }
}
