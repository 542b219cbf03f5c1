import AppStoreServerAPI
import ArgumentParser
import CommandSupport
import HTTPDocuments
import PaywallCatalog
import PaywallTextCoding
import Subscribers

/// `paywall retention performance-test`.
struct RetentionTest: PrintsAnswer {
  static let configuration = CommandConfiguration(
    "performance-test", "Let Apple test in the sandbox how fast a server answers.",
    """
    Apple sends requests about a subscription of the sandbox to the URL of the sandbox \
    ('paywall retention realtime-url'). Production takes a URL only after the test was passed. \
    Exits 1 unless it was passed.
    """,
    examples: "paywall retention performance-test 2000000123000001",
    "paywall retention performance-test --request c4b87a1d-2e3f-4a5b-9c6d-7e8f9a0b1c2d")

  @Argument(help: "The original transaction id of a subscription in the sandbox.")
  var subscription: String?
  @Option("id", "Start no test, and show the result of this one.") var request: String?
  @Option("seconds", "Wait so long for the result.") var wait = 300
  @OptionGroup var apple: AppleAPIOptions
  @OptionGroup var answer: AnswerOptions

  func validate() throws {
    try require(
      (subscription == nil) != (request == nil), "give the id of a subscription, or --request.")
    try require(apple.environment != .production, "only the sandbox has this test.")
    try (0...3600).check(wait, of: "--wait")
  }

  func printed(on console: Console) async throws -> Printed<RetentionTestCard> {
    let (subscription, request, wait) = (subscription, request, wait)
    let card = try await apple.ask { client async throws(AppStoreAPIError) -> RetentionTestCard in
      var id = request ?? ""
      if let subscription { id = try await client.startPerformanceTest(of: subscription) }
      return RetentionTestCard(
        request: id, test: try await client.performanceTest(id, within: .seconds(wait)))
    }
    let isPassed = card.test.result.known == .pass
    return Printed(card, status: isPassed ? .fine : .no) { _ in card.text }
  }
}

/// A performance test of Apple's.
struct RetentionTestCard: Card {
  let request: String
  let test: PerformanceTest

  static let members = Members<Self> {
    $0.always("request", .text, "The id to ask for the result with.") { $0.request }
    $0.always("result", .text, "PENDING, PASS or FAIL.") { $0.test.result.raw }
    $0.maybe("target", .text, "The URL that was asked.") { $0.test.target }
    $0.maybe("successRate", .count, "In percent.") { $0.test.successRate }
    $0.maybe("neededSuccessRate", .count, "In percent.") { $0.test.terms.successRate }
    $0.maybe("p99", .count, "In milliseconds, as are the others.") { $0.test.times.p99 }
    $0.maybe("p95", .count) { $0.test.times.p95 }
    $0.maybe("p50", .count) { $0.test.times.p50 }
    $0.maybe("average", .count) { $0.test.times.average }
    $0.maybe("neededTime", .count) { $0.test.terms.responseTime }
    $0.always("failures", .counts, "By Apple's word for it.") {
      JSONContent(
        .object(
          $0.test.failures.sorted(byUTF8: \.key).map {
            Content.Member($0.key, .integer(Int64($0.value)))
          }))
    }
  }

  var text: String {
    let times = test.times.p99.map { ", 99 of 100 answers within \($0) ms" } ?? ""
    let needed = test.terms.responseTime.map { " (\($0) ms are allowed)" } ?? ""
    let rate = test.successRate.map { "\($0) % of the answers were right" } ?? "no figures yet"
    let failures = test.failures.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }
    let head =
      switch test.result.known {
      case .pass: "The test was passed"
      case .fail: "The test was not passed"
      case .pending, nil: "The test is not over"
      }
    var lines = ["\(head): \(rate)\(times)\(needed)."]
    if !failures.isEmpty { lines.append("Failures: \(failures.joined(separator: ", ")).") }
    switch test.result.known {
    case .pass:
      lines.append(
        "Now production takes a URL: 'paywall retention realtime-url URL --environment production'."
      )
    case .fail: lines.append("help: look into the server's log and metrics, and test again")
    case .pending, nil:
      lines.append("Ask again: paywall retention performance-test --request \(request)")
    }
    return lines.joined(separator: "\n")
  }
}
