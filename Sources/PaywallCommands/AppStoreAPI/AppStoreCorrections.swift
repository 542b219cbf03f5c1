import AppStoreServerAPI
import ArgumentParser
import CommandSupport
import Foundation

import PaywallCatalog

/// `paywall appstore set-account-token`.
struct AppStoreSetAccountToken: AsyncParsableCommand, ChangesAtApple {
  static let configuration = CommandConfiguration(
    "set-account-token", "Tell Apple whose a purchase is, through its server API.",
    """
    Repairs purchases without a token, such as those by offer code. It counts for the present and \
    later renewals. Asks Apple with a key, and else the local App Store.
    """,
    examples: "paywall appstore set-account-token 2000000123000001 \\",
    "  7389a31a-fb6d-4569-a2a6-db7d85d84813 --dry-run")

  @Argument(help: "An original transaction id.") var transaction: String
  @Argument(help: "A UUID: the appAccountToken.") var token: String
  @OptionGroup var apple: AppleAPIOptions
  @OptionGroup var change: AppleChangeOptions

  func validate() throws {
    try require(
      UUID(uuidString: token) != nil,
      "The account token is a UUID, such as \(UUID().uuidString.lowercased()).")
  }

  func run() async throws {
    let console = Console.ofProcess()
    guard let uuid = UUID(uuidString: token) else { return }
    guard
      try change.agrees(
        "Set the account token of \(transaction) to \(token) at \(apple.target)?",
        to: .setAccountToken(uuid, of: transaction), on: console)
    else { return }
    let done = try await apple.ask { client async throws(AppStoreAPIError) in
      try await client.setAccountToken(uuid, of: transaction, in: apple.environment?.environment)
    }
    guard !change.isJSON else { return try console.write(json: AppleChangeCard(done: done)) }
    console.write("The account token is set (\(done.environment.rawValue)).")
  }
}

/// `paywall appstore finish`.
struct AppStoreFinish: AsyncParsableCommand, ChangesAtApple {
  static let configuration = CommandConfiguration(
    "finish", "Finish a transaction that the app did not finish, through Apple's server API.",
    """
    Only when the customer has what they bought: the app is not told of it again. Asks Apple with \
    a key, and else the local App Store.
    """,
    examples: "paywall appstore finish 2000000123000001 --dry-run")

  @Argument(help: "The id of a transaction.") var transaction: String
  @OptionGroup var apple: AppleAPIOptions
  @OptionGroup var change: AppleChangeOptions

  func run() async throws {
    let console = Console.ofProcess()
    guard
      try change.agrees(
        "Finish \(transaction) at \(apple.target)? The app will not see it again.",
        to: .finish(transaction), on: console)
    else { return }
    let done = try await apple.ask { client async throws(AppStoreAPIError) in
      try await client.finish(transaction, in: apple.environment?.environment)
    }
    guard !change.isJSON else { return try console.write(json: AppleChangeCard(done: done)) }
    console.write("The transaction is finished (\(done.environment.rawValue)).")
  }
}
