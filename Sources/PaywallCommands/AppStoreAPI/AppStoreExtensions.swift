import AppStoreServerAPI
import ArgumentParser
import CommandSupport
import Foundation
import HTTPDocuments

import PaywallCatalog

/// The reason to move a renewal date, as it is reported to Apple.
enum ExtensionReason: String, ExpressibleByArgument, CaseIterable {
  case undeclared, customerSatisfaction, other, serviceIssue

  var reason: RenewalExtension.Reason {
    switch self {
    case .undeclared: .undeclared
    case .customerSatisfaction: .customerSatisfaction
    case .other: .other
    case .serviceIssue: .serviceIssue
    }
  }
}

/// The length of an extension, and its reason.
struct ExtensionOptions: ParsableArguments {
  @Option(help: "1 to 90.") var days: Int
  @Option("word", "undeclared, customerSatisfaction, other or serviceIssue.")
  var reason = ExtensionReason.other
  @Option(
    name: .customLong("request"), "id",
    "A name of this extension; the same name again extends nothing twice. (default: random)")
  var identifier: String?

  func validate() throws {
    try (1...90).check(days, of: "--days")
    if let identifier, !(1...128).contains(identifier.utf8.count) {
      throw ValidationError("--request takes 1 to 128 characters.")
    }
  }

  func request() -> RenewalExtension {
    RenewalExtension(
      days: days, reason: reason.reason,
      requestIdentifier: identifier ?? UUID().uuidString.lowercased())
  }
}

/// `paywall appstore extend-renewal`.
struct AppStoreExtendRenewal: AsyncParsableCommand, ChangesAtApple {
  static let configuration = CommandConfiguration(
    "extend-renewal", "Move the renewal date of one subscription, through Apple's server API.",
    """
    Asks Apple with a key, and else the local App Store. It cannot be undone; Apple tells the \
    customer, and allows two in 365 days.
    """,
    examples:
      "paywall appstore extend-renewal 2000000123000001 --days 14 --reason serviceIssue --dry-run")

  @Argument(help: "An original transaction id.") var subscription: String
  @OptionGroup var by: ExtensionOptions
  @OptionGroup var apple: AppleAPIOptions
  @OptionGroup var change: AppleChangeOptions

  func run() async throws {
    let console = Console.ofProcess()
    let request = by.request()
    guard
      try change.agrees(
        "Move the renewal of \(subscription) by \(by.days) days at \(apple.target)? It cannot be undone.",
        to: .extend(subscription, request), on: console)
    else { return }
    let done = try await apple.ask { client async throws(AppStoreAPIError) in
      try await client.extend(subscription, by: request, in: apple.environment?.environment)
    }
    var card = AppleChangeCard(done: done)
    card.effectiveDate = done.value.effectiveDate?.rfc3339
    card.requestIdentifier = request.requestIdentifier
    guard !change.isJSON else { return try console.write(json: card) }
    console.write(
      "The subscription renews on \(card.effectiveDate ?? "a later day") now (\(done.environment.rawValue))."
    )
  }
}

/// `paywall appstore extend-renewals`.
struct AppStoreExtendRenewals: AsyncParsableCommand, ChangesAtApple {
  static let configuration = CommandConfiguration(
    "extend-renewals", "Move the renewal date of every active subscription to a product.",
    """
    Apple takes hours to days; 'paywall appstore extension' says how far it is. Asks Apple with a \
    key, and else the local App Store. It cannot be undone.
    """,
    examples:
      "paywall appstore extend-renewals pro_monthly --days 3 --reason serviceIssue --storefront USA"
  )

  @Argument(help: "The id of a product.") var product: String
  @Option("country", "Only of this storefront, in three letters; may be repeated.")
  var storefront: [String] = []
  @OptionGroup var by: ExtensionOptions
  @OptionGroup var apple: AppleAPIOptions
  @OptionGroup var change: AppleChangeOptions

  func run() async throws {
    let console = Console.ofProcess()
    let request = MassRenewalExtension(
      productId: product, each: by.request(), storefronts: storefront)
    guard
      try change.agrees(
        "Move the renewal of EVERY active subscription to \(product) by \(by.days) days at \(apple.target)? It cannot be undone.",
        to: .extendAll(request), on: console)
    else { return }
    let environment = apple.oneEnvironment
    let done = try await apple.ask { client async throws(AppStoreAPIError) in
      try await client.extendAll(request, in: environment)
    }
    var card = AppleChangeCard(done: done)
    card.requestIdentifier = done.value
    guard !change.isJSON else { return try console.write(json: card) }
    console.write(
      "Apple began. See how far it is: paywall appstore extension \(product) \(done.value)")
  }
}

/// `paywall appstore extension`.
struct AppStoreExtension: PrintsAnswer {
  static let configuration = CommandConfiguration(
    "extension", "Ask how far an extension of every subscription to a product is.",
    examples: "paywall appstore extension pro_monthly fdf964a4-233b-486c-aac1-97d8d52688ac")

  @Argument(help: "The id of the product.") var product: String
  @Argument(help: "The name of the extension.") var request: String
  @OptionGroup var apple: AppleAPIOptions
  @OptionGroup var answer: AnswerOptions

  func printed(on console: Console) async throws -> Printed<ExtensionCard> {
    let environment = apple.oneEnvironment
    let found = try await apple.ask { client async throws(AppStoreAPIError) in
      try await client.massExtension(
        of: product, requestIdentifier: request, in: environment)
    }
    let status = found.value
    return Printed(ExtensionCard(environment: environment, status: status)) { _ in
      guard status.isComplete else { return "Apple is not done yet (\(environment.rawValue))." }
      return
        "Done \(status.completeDate?.rfc3339 ?? ""): \(status.succeeded ?? 0) extended, \(status.failed ?? 0) not."
    }
  }
}

/// The progress of an extension for all subscribers.
struct ExtensionCard: Card {
  let environment: AppStoreEnvironment
  let status: MassExtensionStatus

  static let members = Members<Self> {
    $0.always("environment", .appleEnvironment) { $0.environment.rawValue }
    $0.always("isComplete", .boolean) { $0.status.isComplete }
    $0.maybe("completed", .moment) { $0.status.completeDate?.rfc3339 }
    $0.maybe("succeeded", .count) { $0.status.succeeded }
    $0.maybe("failed", .count) { $0.status.failed }
  }
}
