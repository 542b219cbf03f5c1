import AppStore
import PaywallCatalog
import Subscribers

/// Reads answers of one environment, and trusts nothing in them that is not signed for our app.
struct AnswerReader {
  let verifier: Verifier
  let environment: AppStoreEnvironment
  let now: Timestamp

  /// - Parameter verifier: verifies texts of our app, in all of its environments.
  init(_ verifier: Verifier, in environment: AppStoreEnvironment, at now: Timestamp) {
    self.verifier = verifier.only(environment)
    self.environment = environment
    self.now = now
  }

  /// The app and the environment that an answer names itself.
  func checkApp(_ body: AnswerObject) throws(AnswerMistake) {
    if let word = try body.optionalText("environment"),
      AppStoreEnvironment(appleWord: word) != environment
    {
      throw .wrongEnvironment(word)
    }
    if let bundleId = try body.optionalText("bundleId"),
      !bundleId.utf8.elementsEqual(verifier.identity.bundleId.utf8)
    {
      throw .wrongApp(bundleId)
    }
    // An answer whose `appAppleId` has another type is not Apple's.
    _ = try body.whole("appAppleId")
  }

  func transaction(_ text: String) throws(AnswerMistake) -> Verified<Transaction> {
    try trusted(verifier.transaction(text, at: now))
  }

  private func trusted<Payload>(
    _ verdict: Verdict<Payload>
  ) throws(AnswerMistake) -> Verified<Payload> {
    do throws(Distrust) {
      return try verdict.get()
    } catch {
      throw .untrusted(error)
    }
  }

  func page(
    _ body: AnswerObject, after revision: String?
  ) throws(AnswerMistake) -> HistoryPage {
    let (transactions, refused) = try transactions(body)
    let hasMore = try body.flag("hasMore")
    let next = try body.optionalText("revision")
    guard let next = next ?? (hasMore ? nil : revision ?? "") else {
      throw .unreadable("there is more, and no 'revision' to ask with")
    }
    guard !hasMore || next != revision else {
      throw .unreadable("there is more, and 'revision' is the one that was asked with")
    }
    return HistoryPage(
      transactions: transactions, refused: refused, revision: next, hasMore: hasMore)
  }

  private func transactions(
    _ body: AnswerObject
  ) throws(AnswerMistake) -> ([Verified<Transaction>], [RefusedText]) {
    var (transactions, refused) = ([Verified<Transaction>](), [RefusedText]())
    for (index, text) in try body.texts("signedTransactions").enumerated() {
      switch verifier.transaction(text ?? "", at: now) {
      case .verified(let transaction): transactions.append(transaction)
      case .refused(let distrust): refused.append(RefusedText(index: index, distrust: distrust))
      }
    }
    return (transactions, refused)
  }

  func order(_ body: AnswerObject) throws(AnswerMistake) -> OrderLookup {
    guard let status = try body.whole("status").flatMap(Int.init(exactly:)) else {
      throw .unreadable("'status' is missing")
    }
    let (transactions, refused) = try transactions(body)
    return OrderLookup(
      status: OpenEnum(raw: status), transactions: transactions, refused: refused)
  }

  func statuses(_ body: AnswerObject) throws(AnswerMistake) -> SubscriptionStatuses {
    var (items, refused, index) = ([SubscriptionStatuses.Item](), [RefusedText](), 0)
    for group in try body.objects("data") {
      let groupId = try group.optionalText("subscriptionGroupIdentifier")
      for item in try group.objects("lastTransactions") {
        guard let status = try item.whole("status").flatMap(Int.init(exactly:)) else {
          throw .unreadable("'status' of a subscription is missing")
        }
        do throws(Distrust) {
          let transaction = try verifier.transaction(
            try text(item, .signedTransactionInfo), at: now
          ).get()
          var renewal: Verified<RenewalInfo>?
          do throws(Distrust) {
            renewal = try verifier.renewalInfo(try text(item, .signedRenewalInfo), at: now).get()
          } catch {
            refused.append(RefusedText(index: index, distrust: error.about(.signedRenewalInfo)))
          }
          items.append(
            SubscriptionStatuses.Item(
              groupId: groupId,
              originalTransactionId: transaction.payload.fact?.originalTransactionId,
              status: OpenEnum(raw: status), transaction: transaction, renewal: renewal))
        } catch {
          refused.append(RefusedText(index: index, distrust: error.about(.signedTransactionInfo)))
        }
        index += 1
      }
    }
    return SubscriptionStatuses(items: items, refused: refused)
  }

  /// Distrusts a text that is missing or no text by its name.
  private func text(_ object: AnswerObject, _ field: SignedField) throws(Distrust) -> String {
    guard let text = try? object.text(field.rawValue) else { throw .missing(field) }
    return text
  }

  func notifications(
    _ body: AnswerObject, after token: String?
  ) throws(AnswerMistake) -> NotificationPage {
    var notifications: [SentNotification] = []
    for item in try body.objects("notificationHistory") { notifications.append(try sent(item)) }
    let hasMore = try body.flag("hasMore")
    let next = try body.optionalText("paginationToken")
    guard !hasMore || next != nil else {
      throw .unreadable("there is more, and no 'paginationToken' to ask with")
    }
    guard !hasMore || next != token else {
      throw .unreadable("there is more, and 'paginationToken' is the one that was asked with")
    }
    return NotificationPage(
      notifications: notifications, token: hasMore ? next : nil, hasMore: hasMore)
  }

  func sent(_ body: AnswerObject) throws(AnswerMistake) -> SentNotification {
    // A missing text costs only itself: the empty text is distrusted.
    let text = (try? body.text("signedPayload")) ?? ""
    var attempts: [SentNotification.Attempt] = []
    for attempt in try body.objects("sendAttempts") {
      attempts.append(
        SentNotification.Attempt(
          date: try attempt.date("attemptDate"),
          result: OpenEnum(raw: try attempt.optionalText("sendAttemptResult") ?? "")))
    }
    return SentNotification(
      signedPayload: text, verdict: verifier.notification(text, at: now), attempts: attempts)
  }

  func extended(_ body: AnswerObject) throws(AnswerMistake) -> ExtendedRenewal {
    ExtendedRenewal(
      originalTransactionId: try body.optionalText("originalTransactionId"),
      webOrderLineItemId: try body.optionalText("webOrderLineItemId"),
      isDone: try body.flag("success"), effectiveDate: try body.date("effectiveDate"))
  }

  func seats(_ body: AnswerObject) throws(AnswerMistake) -> SeatCounts {
    func count(_ name: String) throws(AnswerMistake) -> Int {
      guard let count = try body.whole(name).flatMap(Int.init(exactly:)) else {
        throw .unreadable("'\(name)' is missing")
      }
      return count
    }
    var claims: [String] = []
    for claim in try body.texts("assignedSeatClaimIds") {
      guard let claim else { throw .unreadable("a claim of a seat is no text") }
      claims.append(claim)
    }
    return SeatCounts(
      total: try count("totalSeatCount"), available: try count("availableSeatCount"),
      claimIds: claims)
  }

  func extensionStatus(_ body: AnswerObject) throws(AnswerMistake) -> MassExtensionStatus {
    MassExtensionStatus(
      requestIdentifier: try body.optionalText("requestIdentifier"),
      isComplete: try body.flag("complete"), completeDate: try body.date("completeDate"),
      succeeded: try body.whole("succeededCount").map(Int.init(clamping:)),
      failed: try body.whole("failedCount").map(Int.init(clamping:)))
  }

  /// Every member that this client reads of an answer.
  static let known: Set<String> = [
    "signedTransactionInfo", "signedAppTransactionInfo", "revision", "hasMore", "bundleId",
    "appAppleId", "environment", "signedTransactions", "data", "status", "notificationHistory",
    "paginationToken", "signedPayload", "sendAttempts", "testNotificationToken",
    "requestIdentifier", "complete", "completeDate", "succeededCount", "failedCount",
    "originalTransactionId", "webOrderLineItemId", "success", "effectiveDate",
    "messageIdentifiers", "imageIdentifiers", "messageIdentifier", "realtimeURL", "requestId",
    "config", "result", "successRate", "numPending", "responseTimes", "failures", "target",
    "seatClaimId", "totalSeatCount", "availableSeatCount", "assignedSeatClaimIds",
  ]
}
