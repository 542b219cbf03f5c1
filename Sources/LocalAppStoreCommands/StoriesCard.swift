import CommandSupport
import Foundation
import HTTPDocuments
import LocalAppStoreServer
import LocalAppStoreStories
import PaywallCatalog
import YAMLText

/// The results of stories.
struct StoriesCard: Card {
  let results: [StoryResult]
  let seed: UInt64

  private var passed: Int { results.count(where: \.hasPassed) }

  static let members = Members<Self> {
    // A text, because JSON's numbers are not so long.
    $0.always("seed", .text, "With --seed, the next run has the same ids.") { String($0.seed) }
    $0.always("passed", .count) { $0.passed }
    $0.always("failed", .count) { $0.results.count - $0.passed }
    $0.always("stories", .list(of: StoryResult.schema)) { $0.results }
  }
}

extension StoryResult: Card {
  static let members = Members<Self> {
    $0.always("name", .text) { $0.story.name }
    $0.always("file", .text) { $0.story.source.path }
    $0.maybe("title", .text) { $0.story.title }
    $0.always("passed", .boolean) { $0.hasPassed }
    $0.always("start", .moment, "What the clock showed first.") { $0.start }
    $0.always("seconds", ["type": "number"], "Of this machine.") { $0.seconds }
    $0.always("notifications", .list(of: NotificationCard.schema)) { $0.notifications }
    $0.always("differences", .list(of: StoryDifference.schema)) { $0.differences }
  }
}

extension StoryDifference: Card {
  static let members = Members<Self> {
    $0.always("line", .integer(from: 1)) { $0.range.start.line }
    $0.always("column", .integer(from: 1)) { $0.range.start.column }
    $0.always("message", .text) { $0.message }
    $0.maybe("expected", .text) { $0.expected }
    $0.maybe("seen", .text) { $0.seen }
    $0.maybe("help", .text) { $0.help }
  }
}

/// The results of stories, for people.
struct StoryReport {
  private let console: Console

  init(_ console: Console) { self.console = console }

  func summary(_ results: [StoryResult], seed: UInt64) -> String {
    var lines: [String] = []
    let width = results.map(\.story.name.count).max() ?? 0
    for result in results {
      let mark = result.hasPassed ? console.good("ok  ") : console.bad("FAIL")
      let name =
        result.story.name
        + String(
          repeating: " ", count: width - result.story.name.count)
      let count = result.notifications.count
      let sent = count == 1 ? "1 notification" : "\(count) notifications"
      lines.append(
        "\(mark) \(name)  \(console.faint("\(Self.seconds(result.seconds)) s, \(sent)"))")
      lines += result.differences.map {
        $0.diagnostic(in: result.story.source.path)
          .text(source: result.story.source, colours: console.diagnosticColours)
      }
    }
    let failed = results.count { !$0.hasPassed }
    let stories = results.count == 1 ? "1 story" : "\(results.count) stories"
    lines.append(
      failed == 0
        ? "\(stories), none differs (seed \(seed))"
        : "\(stories), \(failed) \(failed == 1 ? "differs" : "differ"); --seed \(seed) runs them with the same ids"
    )
    return lines.joined(separator: "\n")
  }

  /// Writes seconds with hundredths.
  private static func seconds(_ seconds: Double) -> String {
    let hundredths = Int((seconds * 100).rounded())
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  }
}

extension NotificationCard: ContentConvertible {
  /// The card as the store sends it.
  var content: Content {
    guard let data = try? JSONEncoder().encode(self), let json = try? JSONReader.read(Array(data))
    else { return .null }
    return Content(json)
  }
}
