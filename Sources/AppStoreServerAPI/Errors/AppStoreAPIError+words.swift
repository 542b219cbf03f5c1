import AppStore
import PaywallCatalog
import PaywallSubscribers

extension AppStoreAPIError {
  /// The mistake, as a sentence without its end.
  package var detail: String {
    let apple = environment.map { "Apple (\($0))" } ?? "Apple"
    let until = retryAt.map { " until \($0.rfc3339)" } ?? ""
    switch reason {
    case .refused(let code, let message):
      let known = code.known.flatMap { Self.words[$0] }
      let said = message.isEmpty ? "" : ": \(message)"
      return known.map { "\($0) (\(places)code \(code.raw))" }
        ?? "\(apple) \(isRetryable ? "is out of order" : "refuses the call") (code \(code.raw))\(said)"
    case .unauthorized:
      return
        "\(apple) refuses the key without saying why: the key, its id, the issuer id, the bundle id or the clock is wrong, or the app is not yet released"
    case .outage:
      return "\(apple) is out of order\(status.map { " (HTTP status \($0))" } ?? "")\(until)"
    case .limited: return "the hourly limit of this call is used up\(until)"
    case .timedOut: return "\(apple) did not answer in time"
    case .unreachable(let why): return "\(apple) cannot be reached: \(why)"
    case .circuitOpen: return "\(apple) did not answer the last calls, so it is left alone for now"
    case .unreadable(let what): return "the answer of \(apple) cannot be read: \(what)"
    case .untrusted(let distrust):
      return "a signed text in the answer of \(apple) cannot be trusted: \(distrust.detail)"
    case .wrongApp(let bundleId):
      return "the answer is about another app, \(String(bundleId.prefix(200)).printable)"
    case .wrongEnvironment(let word):
      return "the answer is of another environment, \(String(word.prefix(50)).printable)"
    case .invalidCall(let what): return what
    case .notConfigured(let what): return what
    case .cancelled: return "the call was cancelled"
    }
  }

  /// `production and sandbox, `: the environments that answered so.
  private var places: String {
    let names = [alsoAsked, environment].compactMap { $0?.rawValue }
    return names.isEmpty ? "" : names.joined(separator: " and ") + ", "
  }

  /// The next step for the caller; `nil` if the detail says it.
  package var help: String? {
    switch reason {
    case .refused(let code, _): code.known.flatMap { Self.helps[$0] }
    case .unauthorized: "'paywall doctor' with the same key says which part is wrong"
    case .limited, .circuitOpen: "try again \(retryAt.map { "after \($0.rfc3339)" } ?? "later")"
    case .outage: "try again \(retryAt.map { "after \($0.rfc3339)" } ?? "in some minutes")"
    case .timedOut, .unreachable: "can this machine reach Apple, and is its clock right?"
    case .untrusted: "is --apple-root given, or a proxy in between?"
    case .wrongApp: "give the key of the app in Paywalls/store/app.yaml"
    default: nil
    }
  }

  private static let words: [AppleErrorCode: String] = [
    .badRequest: "Apple calls the request bad, without saying what of it",
    .invalidAppIdentifier: "the bundle id is not one of the team of the key",
    .invalidTransactionId: "this is no transaction id",
    .invalidOriginalTransactionId: "this is no original transaction id",
    .invalidExtendByDays: "an extension is of 1 to 90 days",
    .invalidRequestIdentifier: "the request identifier cannot be used",
    .startDateTooFarInPast:
      "the start is too long ago: Apple keeps notifications for 180 days, 30 in the sandbox",
    .startDateAfterEndDate: "the end is not after the start",
    .paginationTokenExpired: "the listing took too long and has to begin again",
    .invalidRevision: "the cursor is not of this listing, which has to begin again",
    .invalidProductId: "Apple has no such product",
    .invalidStorefront: "a storefront is no country code of three letters",
    .invalidCustomerConsented: "the customer did not consent",
    .transactionTypeNotSupported: "this call does not take purchases of this type",
    .appTransactionNotSupported:
      "this call takes a transaction id, and this is of an app transaction",
    .accountTokenNotUUID: "the account token is no UUID",
    .familyTransactionNotSupported:
      "the purchase is shared by the family; only the one who paid can be changed",
    .notOriginalTransactionId: "this is the id of a renewal, and the call takes the original one",
    .percentageOfSubscription: "a subscription that renews takes no consumption percentage",
    .notExtendable:
      "the subscription cannot be extended: it is not active, in a free offer, or was never paid for",
    .extendedTwice: "the customer got two extensions in the last 365 days, which is Apple's limit",
    .familyNotExtendable:
      "the subscription is shared by the family; extend that of the one who pays",
    .accountNotFound: "Apple does not know the account",
    .accountNotFoundRetryable: "Apple does not find the account just now",
    .appNotFound: "Apple does not know the app",
    .appNotFoundRetryable: "Apple does not find the app just now",
    .originalTransactionIdNotFound: "Apple does not know this original transaction id",
    .originalTransactionIdNotFoundRetryable: "Apple does not find the transaction just now",
    .noNotificationURL: "App Store Connect has no address for notifications of this environment",
    .testNotificationNotFound: "the test notification is not yet known, or too old",
    .statusRequestNotFound: "Apple knows no such extension",
    .transactionIdNotFound: "Apple does not know this transaction",
    .appTransactionNotFound: "Apple has no app transaction of this customer",
    .internalError: "something went wrong at Apple",
    .internalErrorRetryable: "something went wrong at Apple just now",
  ]

  private static let helps: [AppleErrorCode: String] = [
    .invalidAppIdentifier: "is the key of the team that owns the app?",
    .invalidTransactionId: "take the id from a receipt, the ledger or a notification",
    .appTransactionNotSupported: "'paywall appstore history' lists the transactions of a customer",
    .notOriginalTransactionId: "'paywall appstore transaction' shows the original id",
    .noNotificationURL:
      "set it in App Store Connect under App Information, App Store Server Notifications, version 2",
    .testNotificationNotFound: "ask again in some seconds",
    .transactionIdNotFound:
      "is it of this app, and of this environment? Orders on a receipt begin with a letter: 'paywall appstore order'",
    .internalErrorRetryable: "try again in a minute",
    .internalError: "try again in a minute",
  ]
}
