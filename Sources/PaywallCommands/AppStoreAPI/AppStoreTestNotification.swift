import AppStoreServerAPI
import ArgumentParser
import CommandSupport
import HTTPDocuments
import PaywallCatalog
import Subscribers

/// `paywall appstore test-notification`.
struct AppStoreTestNotification: PrintsAnswer {
  static let configuration = CommandConfiguration(
    "test-notification", "Let Apple post a test notification, and say whether it arrived.",
    "Asks Apple with a key, and else the local App Store. Exits 1 if it did not arrive.",
    examples: "paywall appstore test-notification --environment sandbox")

  @Option("seconds", "Wait so long for the result.") var wait = 30
  @OptionGroup var apple: AppleAPIOptions
  @OptionGroup var answer: AnswerOptions

  func validate() throws {
    try (0...600).check(wait, of: "--wait")
  }

  func printed(on console: Console) async throws -> Printed<TestCard> {
    let (environment, wait) = (apple.oneEnvironment, wait)
    let card = try await apple.ask { client async throws(AppStoreAPIError) -> TestCard in
      let asked = try await client.requestTestNotification(in: environment)
      let test = try await client.result(
        ofTest: asked.value, in: environment, within: .seconds(wait))
      return TestCard(
        environment: environment, token: asked.value, requestId: asked.requestId,
        result: test?.attempts.last?.result)
    }
    return Printed(card, status: card.arrived ? .fine : .no) { _ in
      card.arrived
        ? "The test notification arrived (\(environment.rawValue))."
        : "The test notification did not arrive (\(environment.rawValue)): \(card.reason ?? "")\(card.result.map { " (\($0.raw))" } ?? "").\nhelp: \(card.help ?? "")"
    }
  }
}

/// The outcome of a test notification.
struct TestCard: Card {
  let environment: AppStoreEnvironment
  let token: String
  let requestId: String?
  /// The result of the last attempt.
  let result: OpenEnum<SentNotification.Result>?

  static let members = Members<Self> {
    $0.always("environment", .appleEnvironment) { $0.environment.rawValue }
    $0.always("token", .text) { $0.token }
    $0.always("arrived", .boolean) { $0.arrived }
    $0.maybe("result", .text, "Of the last attempt, in Apple's spelling.") { $0.result?.raw }
    $0.maybe("reason", .text, "What the result means, unless it arrived.") { $0.reason }
    $0.maybe("help", .text, "What to do next, unless it arrived.") { $0.help }
    $0.maybe("requestId", .text, "Apple's number of the request.") { $0.requestId }
  }

  var arrived: Bool { result?.known == .success }

  var reason: String? {
    arrived ? nil : advice?.why ?? "Apple has not said yet what came of it"
  }

  var help: String? { arrived ? nil : advice?.help ?? "ask again with a longer --wait" }

  private var advice: SentNotification.Advice? { result.map(SentNotification.Advice.init) }
}
