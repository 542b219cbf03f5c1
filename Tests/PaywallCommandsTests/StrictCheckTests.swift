import Foundation
import Testing

@testable import CommandSupport
@testable import PaywallCommands

/// `check --strict` lets only those warnings through that `.check.yaml` allows.
@Suite struct StrictCheckTests {
  /// An audience that nothing names: one warning.
  private func withWarning(_ body: (URL) async throws -> Void) async throws {
    try await withCopyOfExample { folder in
      try replace(
        "audiences:\n", by: "audiences:\n  idle: { country: FR }\n",
        in: "Paywalls/targeting/audiences.yaml", of: folder)
      try await body(folder)
    }
  }

  private func check(_ options: String..., in folder: URL) async throws -> (Int32, String) {
    let run = try await paywall(["check"] + options, in: folder)
    return (run.status, run.output + run.complaints)
  }

  private func allow(_ entries: String, in folder: URL) throws {
    try Data("allow:\n\(entries)".utf8).write(to: folder.appending(path: ".check.yaml"))
  }

  @Test func `A warning is an error, which says its code`() async throws {
    try await withWarning { folder in
      let (status, lenient) = try await check(in: folder)
      #expect(status == 0 && lenient.contains("1 warning in 22 files"))
      let (strict, output) = try await check("--strict", in: folder)
      #expect(strict == 1)
      #expect(output.contains("audiences.yaml:3:3: error: "), "\(output)")
      #expect(output.contains("[unused]") && output.contains("1 error in 22 files"))
      let (_, annotations) = try await check("--strict", "--format", "github", in: folder)
      #expect(annotations.contains("::error "))
    }
  }

  @Test(arguments: [
    "", "    file: Paywalls/targeting/audiences.yaml\n", "    message: \"'idle'\"\n",
  ])
  func `What is allowed is counted, and nothing else`(more: String) async throws {
    try await withWarning { folder in
      try allow("  - code: unused\n    reason: For the spring.\n\(more)", in: folder)
      let (status, output) = try await check("--strict", in: folder)
      #expect(status == 0, "\(output)")
      #expect(output == "no mistakes in 23 files; 1 warning allowed\n")
      let (_, answer) = try await check("--strict", "--json", in: folder)
      #expect((try json(answer) as? [String: Any])?["allowed"] as? Int == 1)
    }
  }

  @Test(arguments: [
    "    file: Paywalls/store/offers.yaml\n", "    message: another\n",
  ])
  func `An entry that allows nothing any more is a mistake of its own`(more: String) async throws {
    try await withWarning { folder in
      try allow("  - code: unused\n    reason: For the spring.\n\(more)", in: folder)
      let (status, output) = try await check("--strict", in: folder)
      #expect(status == 1)
      #expect(output.contains(".check.yaml:2:5: error: no warning 'unused' matches this entry"))
      #expect(output.contains("2 errors in 23 files"))
      let (lenient, _) = try await check(in: folder)
      #expect(lenient == 0)
    }
  }

  @Test func `A list that cannot be read allows nothing`() async throws {
    try await withWarning { folder in
      try allow("  - code: unused\n  - cod: unused\n    reason: Why not.\n", in: folder)
      let (status, output) = try await check(in: folder)
      #expect(status == 1)
      #expect(output.contains(".check.yaml:2:5: error: an allowed warning needs 'reason'"))
      #expect(output.contains(".check.yaml:3:5: error: an allowed warning has no key 'cod'"))
      #expect(output.contains("1 warning in 23 files"))
    }
  }

  @Test(.inExample) func `Many warnings that are allowed hide none that is not`() async throws {
    let idle = (0..<150).map { "  idle\($0): { country: FR }\n" }.joined()
    try replace(
      "audiences:\n", by: "audiences:\n\(idle)  other: { country: FR }\n",
      in: "Paywalls/targeting/audiences.yaml", of: folder)
    try allow("  - code: unused\n    message: \"'idle\"\n    reason: For the spring.\n", in: folder)
    let (status, output) = try await check("--strict", in: folder)
    #expect(status == 1)
    #expect(output.contains("'other'") && !output.contains("'idle"), "\(output)")
    #expect(output.contains("1 error in 23 files; 150 warnings allowed"), "\(output)")
    try allow("  - code: unused\n    message: \"'\"\n    reason: For the spring.\n", in: folder)
    let (all, allOutput) = try await check("--strict", in: folder)
    #expect(all == 0 && allOutput == "no mistakes in 23 files; 151 warnings allowed\n")
  }

  @Test(.inRepository)
  func `Warnings of a comparison are errors too, and can be allowed`() async throws {
    try replace(
      "from: 2026-11-02T09:00Z", by: "from: 2026-11-02T09:00Z\nuntil: 2099-12-01T09:00Z",
      in: "Experiments/annual-trial.yaml", of: folder)
    let (lenient, _) = try await check("--base", "HEAD", in: folder)
    #expect(lenient == 0)
    let (strict, output) = try await check("--strict", "--base", "HEAD", in: folder)
    #expect(strict == 1 && output.contains("[scheduleChanged]"), "\(output)")
    try allow("  - code: scheduleChanged\n    reason: It has an end now.\n", in: folder)
    let (allowed, left) = try await check("--strict", "--base", "HEAD", in: folder)
    #expect(allowed == 0, "\(left)")
    // The next change is compared with this one.
    try await git("commit", "--quiet", "-am", "Set an end")
    let (next, complaint) = try await check("--strict", "--base", "HEAD", in: folder)
    #expect(next == 0, "\(complaint)")
    #expect(try await check("--strict", in: folder).0 == 0)
  }
}
