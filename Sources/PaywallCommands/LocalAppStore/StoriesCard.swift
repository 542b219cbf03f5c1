import LocalAppStoreServer
import LocalAppStoreStories
import PaywallAPI
import YAMLText

/// What came of stories.
struct StoriesCard: Encodable {
  /// With it the next run has the same ids; a text, because JSON's numbers are not so long.
  var seed: String
  var passed: Int
  var failed: Int
  var stories: [StoryCard]

  struct StoryCard: Encodable {
    var name: String
    var file: String
    var title: String?
    var passed: Bool
    var start: String
    var seconds: Double
    var notifications: [NotificationCard]
    var differences: [DifferenceCard]
  }

  struct DifferenceCard: Encodable {
    var line: Int
    var column: Int
    var message: String
    var expected: String?
    var seen: String?
    var help: String?
  }

  init(_ results: [StoryResult], seed: UInt64) {
    self.seed = String(seed)
    passed = results.count(where: \.hasPassed)
    failed = results.count - passed
    stories = results.map { result in
      StoryCard(
        name: result.story.name, file: result.story.source.path, title: result.story.title,
        passed: result.hasPassed, start: result.start, seconds: result.seconds,
        notifications: result.notifications,
        differences: result.differences.map { difference in
          DifferenceCard(
            line: difference.range.start.line, column: difference.range.start.column,
            message: difference.message, expected: difference.expected, seen: difference.seen,
            help: difference.help)
        })
    }
  }

  static let schema = Schema.object([
    .always("seed", .text, "With --seed, the next run has the same ids."),
    .always("passed", .count), .always("failed", .count),
    .always(
      "stories",
      .list(
        of: .object([
          .always("name", .text), .always("file", .text), .maybe("title", .text),
          .always("passed", .boolean),
          .always("start", .moment, "What the clock showed first."),
          .always("seconds", ["type": "number"], "Of this machine."),
          .always("notifications", .list(of: NotificationCard.schema)),
          .always(
            "differences",
            .list(
              of: .object([
                .always("line", .integer(from: 1)), .always("column", .integer(from: 1)),
                .always("message", .text), .maybe("expected", .text), .maybe("seen", .text),
                .maybe("help", .text),
              ]))),
        ]))),
  ])
}

/// What came of stories, for people.
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

  /// With hundredths.
  private static func seconds(_ seconds: Double) -> String {
    let hundredths = Int((seconds * 100).rounded())
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  }
}
