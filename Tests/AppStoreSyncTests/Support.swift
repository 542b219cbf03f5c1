import Foundation
@testable import AppStore
@testable import AppStoreSync
import Ledger
import LedgerSQLite
import LedgerStorage
import PaywallCatalog
import Subscribers
import Synchronization
import TestSupport

/// Verified values of one app, without signatures: what they say is all that counts here.
enum Sample {
  static let start: Int64 = 1_790_000_000_000

  static func at(_ seconds: Int64) -> Timestamp {
    Timestamp(milliseconds: start + seconds * 1000)
  }

  static func fact(
    _ id: String, of customer: String? = "7040", chain: String? = nil, bought: Int64 = 0,
    signed: Int64? = nil, product: String = "pro_monthly", price: Int64 = 9_990,
    offer: String? = nil
  ) -> TransactionFact {
    TransactionFact(
      environment: .production, transactionId: id, originalTransactionId: chain ?? id,
      productId: product, signedDate: at(signed ?? bought), appTransactionId: customer,
      groupId: "21500001", type: OpenEnum(.autoRenewable), ownership: OpenEnum(.purchased),
      reason: OpenEnum(.purchase), purchaseDate: at(bought),
      originalPurchaseDate: at(bought), expiresDate: at(bought + 30 * 86_400), price: price,
      currency: "USD", storefront: "USA",
      offerKind: offer == nil ? nil : OpenEnum(RedeemedOfferKind.promotional), offerId: offer)
  }

  static func transaction(_ fact: TransactionFact) -> Verified<Transaction> {
    Verified(
      Transaction(fact: fact),
      text: text(
        #"{"transactionId":"\#(fact.transactionId)","signedDate":\#(fact.signedDate.milliseconds)}"#
      ))
  }

  static func notification(
    _ uuid: String, _ fact: TransactionFact? = nil, type: String = "DID_RENEW",
    signed: Timestamp? = nil
  ) -> Verified<AppStore.Notification> {
    Verified(
      Notification(
        uuid: uuid, type: type, environment: .production, signedDate: signed ?? fact?.signedDate,
        transaction: fact.map(transaction)),
      text: text(#"{"notificationType":"\#(type)","notificationUUID":"\#(uuid)"}"#))
  }

  private static func text(_ json: String) -> SignedText {
    func part(_ text: String) -> String {
      Data(text.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
        .replacing("=", with: "")
    }
    return SignedText(
      header: part(#"{"alg":"ES256","x5c":["MIIB"]}"#), payload: part(json),
      signature: part(String(repeating: "s", count: 64)))
  }
}

/// A clock that tests move.
final class TestClock: Sendable {
  private let state: Mutex<Timestamp>

  init(_ now: Timestamp) { state = Mutex(now) }

  var now: Timestamp { state.withLock { $0 } }

  func advance(seconds: Int64) {
    state.withLock { $0 = $0.adding(milliseconds: seconds * 1000) }
  }
}

/// An App Store whose answers the tests prepare.
final class StubStore: Sendable {
  struct State: Sendable {
    var notifications: [Verified<AppStore.Notification>] = []
    /// Notifications on a page.
    var pageSize = 20
    /// In the order of their last change, by customer.
    var histories: [String: [TransactionFact]] = [:]
    var historyPageSize = 20
    var notificationCalls: [NotificationRequest] = []
    var historyCalls: [HistoryRequest] = []
    /// The failures of the next calls, which get no page.
    var failures: [SourceFailure] = []
    /// Tokens of a cursor that turns in a circle.
    var circle: Int?
    var fates: [TestFate] = []
  }

  let state: Mutex<State>

  init(_ state: State = State()) { self.state = Mutex(state) }

  func change(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

  var source: AppStoreSource {
    AppStoreSource(
      environments: { [.production] },
      notifications: { [self] request throws(SourceFailure) in try notifications(request) },
      history: { [self] request throws(SourceFailure) in try history(request) },
      statuses: { _ throws(SourceFailure) in throw SourceFailure(.notFound, "no subscription") },
      requestTest: { _ throws(SourceFailure) in "token" },
      testFate: { [self] _, _ throws(SourceFailure) in
        state.withLock {
          $0.fates.isEmpty ? TestFate(uuid: nil, attempts: []) : $0.fates.removeFirst()
        }
      })
  }

  private func fail(_ state: inout State) -> SourceFailure? {
    state.failures.isEmpty ? nil : state.failures.removeFirst()
  }

  private func notifications(
    _ request: NotificationRequest
  ) throws(SourceFailure) -> NotificationPage {
    let result = state.withLock { state -> Result<NotificationPage, SourceFailure> in
      state.notificationCalls.append(request)
      if let failure = fail(&state) { return .failure(failure) }
      let found = state.notifications.filter { notification in
        guard let signed = notification.payload.signedDate else { return true }
        return signed >= request.from && signed <= request.to
      }
      let start = request.token.flatMap(Int.init) ?? 0
      if let circle = state.circle {
        return .success(
          NotificationPage(notifications: [], token: String((start + 1) % circle)))
      }
      let page = Array(found.dropFirst(start).prefix(state.pageSize))
      let end = start + page.count
      return .success(
        NotificationPage(notifications: page, token: end < found.count ? String(end) : nil))
    }
    return try result.get()
  }

  private func history(_ request: HistoryRequest) throws(SourceFailure) -> HistoryPage {
    let result = state.withLock { state -> Result<HistoryPage, SourceFailure> in
      state.historyCalls.append(request)
      if let failure = fail(&state) { return .failure(failure) }
      let found = state.histories.first { customer, facts in
        customer == request.id
          || facts.contains {
            $0.transactionId == request.id || $0.originalTransactionId == request.id
          }
      }
      guard let facts = found?.value else {
        return .failure(SourceFailure(.notFound, "4040010"))
      }
      let start = request.revision.flatMap(Int.init) ?? 0
      if let circle = state.circle {
        return .success(
          HistoryPage(
            environment: .production, transactions: [], revision: String((start + 1) % circle),
            hasMore: true))
      }
      let page = Array(facts.dropFirst(start).prefix(state.historyPageSize))
      let end = start + page.count
      return .success(
        HistoryPage(
          environment: .production, transactions: page.map(Sample.transaction),
          revision: String(end), hasMore: end < facts.count))
    }
    return try result.get()
  }
}
