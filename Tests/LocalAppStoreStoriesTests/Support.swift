import AsyncHTTPClient
import CatalogFiles
import Foundation
import LocalAppStore
import LocalAppStoreClient
import LocalAppStoreServer
import LocalAppStoreStories
import Logging
import PaywallCatalog
import TestSupport
import Testing
import YAMLText

let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

/// The folder of the package, which holds the example app.
let example = package.path()

let storyFolder = package.appending(path: "Tests/Stories").path()

let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

/// 31 March 2026, 12:00 UTC: the time of this machine, for stories that end now.
let present = Timestamp(milliseconds: 1_774_958_400_000)

let exampleCatalog = Result {
  let (files, found) = ConfigurationFiles.read(example)
  return StoreCatalog(try #require(Loader.load(ParsedFiles(files), found: found).0))
}

/// `paywall`, which was built beside the tests.
let paywall =
  (Bundle.main.executableURL?.deletingLastPathComponent() ?? URL(filePath: ".build/debug"))
  .appending(path: "paywall")

/// Reads a story that must be right.
func story(_ text: String, name: String = "story") throws -> Story {
  let (story, source, diagnostics) = StoryReader.read(
    Array(text.utf8), path: "\(name).yaml", name: name)
  let found = diagnostics.map { $0.text(source: source) }.joined(separator: "\n")
  return try #require(story, "\(found)")
}

/// The stories of the suite, by name.
func suite() throws -> [Story] {
  try StoryFiles.find([storyFolder]).map { found in
    let text = try String(contentsOfFile: found.path, encoding: .utf8)
    return try story(text, name: found.name)
  }
}

/// Runs against a server of the example, or another target.
func run(
  _ story: Story, seed: UInt64 = 1, target: StoryRunner.Target? = nil,
  change: (inout StoryRunner) -> Void = { _ in }
) async throws -> StoryResult {
  try await Turns.stories.take { try await runAlone(story, seed, target, change) }
}

extension Turns {
  /// Stories that are told, each with a server of its own.
  fileprivate static let stories = Turns(2)
}

private func runAlone(
  _ story: Story, _ seed: UInt64, _ target: StoryRunner.Target?,
  _ change: (inout StoryRunner) -> Void
) async throws -> StoryResult {
  try await HTTPClient.ofLocalAppStore { client in
    var runner = StoryRunner(
      target ?? .ownServer(OwnServer(paywall, folder: example, logger: quiet)),
      catalog: try exampleCatalog.get(),
      chain: try SigningChain(), client: client, seed: seed)
    // Other tests may keep the machine busy.
    runner.patience = .seconds(60)
    change(&runner)
    return try await runner.run(story, now: present)
  }
}

extension StoryResult {
  /// The differences, as people read them.
  var text: String {
    differences.map { $0.diagnostic(in: story.source.path).text(source: story.source) }
      .joined(separator: "\n")
  }

  var kinds: [String] { notifications.map(\.kind) }
}
