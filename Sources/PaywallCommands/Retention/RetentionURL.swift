import AppStoreServerAPI
import ArgumentParser
import CatalogFiles
import CommandSupport
import HTTPDocuments
import PaywallCatalog

/// `paywall retention realtime-url`.
struct RetentionURL: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    "realtime-url", "Show or set the URL that Apple asks when a customer is about to cancel.",
    """
    The URL of a server is https://HOST/v1/appstore/retention. Production takes one only after \
    the performance test was passed in the sandbox. Without a URL and --remove it is shown.
    """,
    examples: "paywall retention realtime-url",
    "paywall retention realtime-url https://paywalls.example.com/v1/appstore/retention")
  static let answerSchema = RetentionChangeCard.schema

  @Argument(help: "The URL.") var url: String?
  @Flag(help: "Let Apple ask no server.") var remove = false
  @OptionGroup var apple: AppleAPIOptions
  @OptionGroup var change: RetentionChangeOptions

  func validate() throws {
    try require(url == nil || !remove, "a URL and --remove exclude each other.")
    guard let url else { return }
    try require(
      url.hasPrefix("https://") && url.utf8.count <= RetentionLimit.url
        && url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
      "the URL begins with https:// and has at most \(RetentionLimit.url) characters.")
  }

  func run() async throws {
    let console = Console.ofProcess()
    let environment = apple.oneEnvironment
    let url = url
    guard url != nil || remove else {
      let found = try await apple.ask { client async throws(AppStoreAPIError) in
        try await client.realtimeURL(in: environment)
      }
      return try change.show(
        found, none: "Apple asks no server", environment, on: console)
    }
    let question =
      url.map { "Let \(apple.target) ask \($0)?" } ?? "Let \(apple.target) ask no server?"
    guard
      try change.agrees(
        question, to: url.map { .setRealtimeURL($0) } ?? .deleteRealtimeURL, on: console)
    else { return }
    try await apple.ask { client async throws(AppStoreAPIError) in
      if let url {
        try await client.setRealtimeURL(url, in: environment)
      } else {
        try await client.deleteRealtimeURL(in: environment)
      }
    }
    try ApprovalsFileWriter(options: apple.folder).write(environment) { $0.realtimeURL = url }
    try change.finish(url, environment, on: console)
  }
}
