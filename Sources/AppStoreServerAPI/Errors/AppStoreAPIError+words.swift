import AppStore
import PaywallCatalog
import Subscribers

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
    case .notOpen(let environment):
      return "Apple has not opened the calls about seats in \(environment), only in the sandbox"
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
    .notDeveloperManaged:
      "your server does not manage the seats of this purchase: the purchase has ended, was not bought by the seat, or Apple invites the members",
    .bundleNotSupported: "the purchase is part of a bundle, whose seats no call manages",
    .noAvailableSeats: "every seat of the purchase is claimed",
    .seatClaimNotFound: "Apple knows no such claim of this purchase",
    .appTransactionIdNotFound: "Apple knows no such app transaction of this app",
    .originalTransactionIdNotFound: "Apple does not know this original transaction id",
    .originalTransactionIdNotFoundRetryable: "Apple does not find the transaction just now",
    .noNotificationURL: "App Store Connect has no address for notifications of this environment",
    .testNotificationNotFound: "the test notification is not yet known, or too old",
    .statusRequestNotFound: "Apple knows no such extension",
    .transactionIdNotFound: "Apple does not know this transaction",
    .appTransactionNotFound: "Apple has no app transaction of this customer",
    .invalidImage: "Apple takes no such image",
    .headerTooLong: "the header is too long: 66 characters are the most",
    .bodyTooLong: "the body is too long: 144 characters are the most",
    .invalidLocale: "Apple knows no such locale",
    .alternativeTooLong: "the alternative text is too long: 150 characters are the most",
    .invalidPerformanceTest: "Apple takes no such performance test",
    .invalidPerformanceTestId: "this is no id of a performance test",
    .performanceTestRuns: "a performance test is running already",
    .invalidRealtimeURL: "Apple takes no such real-time URL",
    .invalidImageSize: "Apple knows no such size of an image",
    .tooManyBulletPoints: "the message has more than 5 points",
    .bulletPointTooLong: "a point of the message is too long: 66 characters are the most",
    .headerAboveNoImage: "the header must be above an image, and the message has none",
    .tooManyImages: "the app has 2000 images at Apple, which is the most",
    .tooManyMessages: "the app has as many messages at Apple as it may have",
    .messageNotApproved: "Apple did not approve the message",
    .imageNotApproved: "Apple did not approve an image of the message",
    .imageInUse: "a message at Apple has this image",
    .noPassedPerformanceTest: "no performance test was passed, which production requires",
    .imageNotFound: "Apple does not know the image",
    .messageNotFound: "Apple does not know the message",
    .performanceTestNotFound: "Apple knows no such performance test",
    .defaultMessageNotFound: "no default message is set for this product and locale",
    .realtimeURLNotFound: "no real-time URL is set",
    .imageExists: "Apple has an image with this identifier",
    .messageExists: "Apple has a message with this identifier",
    .internalError: "something went wrong at Apple",
    .internalErrorRetryable: "something went wrong at Apple just now",
  ]

  private static let helps: [AppleErrorCode: String] = [
    .invalidAppIdentifier: "is the key of the team that owns the app?",
    .invalidTransactionId: "take the id from a receipt, the ledger or a notification",
    .appTransactionNotSupported: "'paywall appstore history' lists the transactions of a customer",
    .notOriginalTransactionId: "'paywall appstore transaction' shows the original id",
    .notDeveloperManaged:
      "choose in App Store Connect that your app hosts the invitations; a running purchase keeps the setting it began with",
    .noAvailableSeats: "unclaim one, or let the customer buy more",
    .noNotificationURL:
      "set it in App Store Connect under App Information, App Store Server Notifications, version 2",
    .testNotificationNotFound: "ask again in some seconds",
    .transactionIdNotFound:
      "is it of this app, and of this environment? Orders on a receipt begin with a letter: 'paywall appstore order'",
    .invalidImage:
      "give it a PNG without transparency, 3840 pixels wide and 160 to 2160 high, or 1024 × 1024 for a point; 'paywall check' looks at it",
    .headerTooLong: "shorten it; 'paywall check' says in which language",
    .bodyTooLong: "shorten it; 'paywall check' says in which language",
    .alternativeTooLong: "shorten it; 'paywall check' says in which language",
    .bulletPointTooLong: "shorten it; 'paywall check' says in which language",
    .tooManyBulletPoints: "take some out; 'paywall check' says of which message",
    .headerAboveNoImage: "write 'headerPosition: aboveBody', or add an image",
    .invalidLocale: "write a locale of the App Store, like en-US or de-DE",
    .invalidPerformanceTest: "give the original transaction id of a subscription in the sandbox",
    .performanceTestRuns: "wait for its end: 'paywall retention performance-test'",
    .performanceTestNotFound: "start one with 'paywall retention performance-test'",
    .invalidPerformanceTestId: "start one with 'paywall retention performance-test'",
    .invalidRealtimeURL: "write an address with https, of at most 256 characters",
    .tooManyImages: "delete images that no message has: 'paywall retention push --delete-others'",
    .tooManyMessages:
      "delete messages that are no longer used: 'paywall retention push --delete-others'",
    .messageNotApproved: "wait for Apple; 'paywall retention pull' shows when it approved it",
    .imageNotApproved: "wait for Apple; 'paywall retention pull' shows when it approved it",
    .imageInUse: "delete the message first",
    .noPassedPerformanceTest:
      "pass it in the sandbox first: 'paywall retention performance-test ID --environment sandbox'",
    .messageNotFound: "upload it to Apple with 'paywall retention push'",
    .imageNotFound: "upload it to Apple with 'paywall retention push'",
    .realtimeURLNotFound: "set it with 'paywall retention realtime-url URL'",
    .internalErrorRetryable: "try again in a minute",
    .internalError: "try again in a minute",
  ]
}
