import Foundation
import PaywallKit
import Testing

@Suite struct VersionTests {
  @Test func `the version is that of the newest release`() throws {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let changes = try String(
      contentsOf: package.appending(path: ".github/CHANGELOG.md"), encoding: .utf8)
    let newest = try #require(changes.firstMatch(of: /\n## ([0-9.]+)\n/)?.1)
    #expect(PaywallKitVersion.current == newest)
  }
}
