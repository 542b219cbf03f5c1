import AppStoreServerAPI
import ArgumentParser
import PaywallAPI
import PaywallCatalog
import PaywallSubscribers

/// `paywall appstore test-notification`.
struct AppStoreTestNotification: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    "test-notification", "Let Apple post a test notification, and say whether it arrived.",
    "Asks Apple with a key, and else the local App Store. Exits 1 if it did not arrive.",
    examples: "paywall appstore test-notification --environment sandbox")
  static let answerSchema = Schema.object([
    .always("environment", .appleEnvironment),
    .always("token", .text), .always("arrived", .boolean),
    .maybe("result", .text, "Of the last attempt, in Apple's spelling."),
    .maybe("reason", .text, "What the result means, unless it arrived."),
    .maybe("help", .text, "What to do next, unless it arrived."),
    .maybe("requestId", .text, "Apple's number of the request."),
  ])

  @Option(help: ArgumentHelp("Wait so long for the result.", valueName: "seconds"))
  var wait = 30
  @OptionGroup var apple: AppleAPIOptions
  @OptionGroup var answer: AnswerOptions

  func validate() throws {
    try (0...600).check(wait, of: "--wait")
  }

  private struct Card: Encodable {
    var environment: String
    var token: String
    var arrived: Bool
    var result: String?
    var reason: String?
    var help: String?
    var requestId: String?
  }

  private static let unknown = (
    why: "Apple has not said yet what came of it", help: "ask again with a longer --wait"
  )

  func run() async throws {
    let (environment, wait) = (apple.oneEnvironment, wait)
    let card = try await apple.ask { client async throws(AppStoreAPIError) -> Card in
      let asked = try await client.requestTestNotification(in: environment)
      let test = try await client.result(
        ofTest: asked.value, in: environment, within: .seconds(wait))
      let last = test?.attempts.last?.result
      let arrived = last?.known == .success
      let advice = arrived ? nil : last.map(SentNotification.Advice.init)
      return Card(
        environment: environment.rawValue, token: asked.value, arrived: arrived,
        result: last?.raw, reason: advice?.why ?? (arrived ? nil : Self.unknown.why),
        help: advice?.help ?? (arrived ? nil : Self.unknown.help), requestId: asked.requestId)
    }
    let console = Console.ofProcess()
    if answer.isJSON {
      try console.write(json: card)
    } else {
      console.write(
        card.arrived
          ? "The test notification arrived (\(card.environment))."
          : "The test notification did not arrive (\(card.environment)): \(card.reason ?? "")\(card.result.map { " (\($0))" } ?? "")."
      )
      if let help = card.help { console.write("help: \(help)") }
    }
    if !card.arrived { throw ExitCode(ExitStatus.no.rawValue) }
  }
}
