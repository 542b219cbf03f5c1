import Foundation
import Testing

/// The exports that restore a ledger, and the ledgers that they restore.
extension LedgerTests {
  private func write(_ lines: some Sequence<Substring>, in folder: URL) throws -> String {
    let file = folder.appending(path: "lines.ndjson")
    try Data(lines.map { "\($0)\n" }.joined().utf8).write(to: file)
    return file.path()
  }

  @Test(.inStory)
  func `An export that breaks off, or lacks lines, does not restore a ledger`() async throws {
    _ = try await ledger("import", folder.path() + "/story.ndjson", in: folder)
    let lines = try await ledger("export", in: folder).output.split(separator: "\n")
    #expect(lines.last == "{\"kind\":\"end\",\"lines\":\(lines.count - 1)}")
    // The import makes the folder too.
    let copy = folder.path() + "/new/folder/copy.sqlite"
    for (part, complaint) in [
      (Array(lines.dropLast()), "\(lines.count - 1): error: the export breaks off here"),
      (lines.dropLast(3) + lines.suffix(1), "\(lines.count - 3) came: a part of it is missing"),
    ] {
      let run = try await ledger("import", write(part, in: folder), "--ledger", copy, in: folder)
      run.expect(1, complains: complaint)
    }
    // A whole export completes it, and then it is a ledger in use.
    let whole = try await ledger("import", write(lines, in: folder), "--ledger", copy, in: folder)
    whole.expect(0, prints: " restored, ")
    let again = try await ledger("export", "--ledger", copy, in: folder)
    #expect(again.output.split(separator: "\n").sorted() == lines.sorted())
    let second = try await ledger("import", write(lines, in: folder), "--ledger", copy, in: folder)
    second.expect(0, prints: " left out; ")
  }

  @Test(.inStory) func `Texts of an export without its last line are imported`() async throws {
    _ = try await ledger("import", folder.path() + "/story.ndjson", in: folder)
    let lines = try await ledger("export", "--only-texts", in: folder).output
      .split(separator: "\n")
    let run = try await ledger(
      "import", write(lines.dropLast(), in: folder), "--ledger", folder.path() + "/copy.sqlite",
      in: folder)
    #expect(run.status == 0 && run.output.hasPrefix("9 notifications kept"), "\(run)")
  }

  @Test(.inStory) func `A full disk is no complete export`() async throws {
    _ = try await ledger("import", folder.path() + "/story.ndjson", in: folder)
    let run = try await run(
      URL(filePath: "/bin/sh"),
      [
        "-c", "exec \"$@\" > /dev/full", "sh", Program.url.path(), "ledger", "export",
        "--config", folder.path(), "--ledger", folder.path() + "/ledger.sqlite",
        "--apple-root", folder.path() + "/root.cer",
      ], environment: [:])
    run.expect(3)
    #expect(
      run.complaints.hasPrefix(
        "error: standard output could not be written: No space left on device\nhelp: "),
      "\(run)")
  }

  @Test(.inStory)
  func `A ledger in use takes no records of an export, its own neither`() async throws {
    _ = try await ledger("import", folder.path() + "/story.ndjson", in: folder)
    let lines = try await ledger("export", in: folder).output.split(separator: "\n")
    let records = lines.count { $0.hasPrefix("{\"table\":") }
    let customer = "704000000382071239"
    _ = try await ledger("forget", customer, "--yes", in: folder)
    for name in ["ledger", "other"] {
      let path = folder.path() + "/\(name).sqlite"
      _ = try await ledger("import", folder.path() + "/story.ndjson", "--ledger", path, in: folder)
      let run = try await ledger("import", write(lines, in: folder), "--ledger", path, in: folder)
      run.expect(
        0, prints: "; \(records) records left out; 0 lines refused.",
        complains: "note: this ledger is in use", "--only-texts", "--ledger")
    }
    try await ledger("show", customer, in: folder).expect(1)
  }
}
