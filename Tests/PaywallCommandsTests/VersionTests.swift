import CommandSupport
import Foundation
import PaywallCommands
import Testing

/// The versions that people put into a bug report.
@Suite struct VersionTests {
  @Test func `The program says its version, its commit and its Swift`() async throws {
    let run = try await paywall("--version").expect(0)
    #expect(run.complaints.isEmpty)
    let shape = /paywall \d+\.\d+\.\d+ \(commit (?:[0-9a-f]{40}|unknown), Swift \d+\.\d+\)\n/
    #expect(run.output.wholeMatch(of: shape) != nil, "\(run.output)")
  }

  @Test func `The newest entry of the changelog is the version`() async throws {
    let changes = try String(
      contentsOf: URL(filePath: example).appending(path: ".github/CHANGELOG.md"), encoding: .utf8)
    let newest = try #require(changes.firstMatch(of: /\n## (\d+\.\d+\.\d+)/))
    #expect(String(newest.1) == BuildInfo.version)
  }

  @Test func `The commit is passed on as it is`() {
    #expect(
      BuildInfo(program: "paywall", commit: "c005b41").text.hasPrefix(
        "paywall 0.2.0 (commit c005b41, Swift "))
  }
}
