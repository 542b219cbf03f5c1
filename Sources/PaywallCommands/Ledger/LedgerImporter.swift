import AppStore
import Catalog
import Ledger
import PaywallServer
import Subscribers

/// Puts lines of signed texts into a ledger, one by one.
struct LedgerImporter {
  let ledger: any Ledger
  let verifier: Verifier
  let fetchedAt: Timestamp?

  private(set) var refusals: [String] = []
  private var notifications = 0
  private var known = 0
  private var texts = 0
  private var isConfirmed = false
  /// Renewal info that came before its transaction; tried again at the end.
  private var waiting: [(number: Int, evidence: Verified<RenewalInfo>)] = []
  private var customers: Set<Customer> = []

  private struct Customer: Hashable {
    var environment: AppStoreEnvironment
    var identity: CustomerIdentity
  }

  init(ledger: any Ledger, verifier: Verifier, fetchedAt: Timestamp?) {
    self.ledger = ledger
    self.verifier = verifier
    self.fetchedAt = fetchedAt
  }

  var summary: String {
    "\(notifications) notifications kept, \(known) were here already; \(texts) other texts read; \(refusals.count) lines refused."
      + (fetchedAt == nil
        ? "" : isConfirmed ? " Histories are complete." : " No history is taken as complete.")
  }

  /// What a line may call its text.
  private static let names = [
    "signedPayload": LedgerEntry.Kind.notification, "signedTransactionInfo": .transaction,
    "signedTransaction": .transaction, "signedRenewalInfo": .renewalInfo,
    "signedAppTransactionInfo": .appTransaction,
  ]

  mutating func read(
    _ line: String, number: Int, at now: Timestamp
  ) async throws(LedgerFailure) {
    guard line.utf8.contains(where: { $0 > 0x20 }) else { return }
    guard let (kind, text) = Self.text(in: line) else {
      return refuse(number, "this is no line of an export, and no object with a signed text")
    }
    switch kind {
    case .notification:
      guard let verified = trusted(verifier.notification(text, at: now), number) else { return }
      if try await ledger.append(verified, at: now) == .new {
        notifications += 1
      } else {
        known += 1
      }
    case .transaction:
      guard let verified = trusted(verifier.transaction(text, at: now), number) else { return }
      try await keep(number, at: now) { () throws(EvidenceProblem) in
        try Evidence(transactions: [verified])
      }
    case .appTransaction:
      guard let verified = trusted(verifier.appTransaction(text, at: now), number) else { return }
      try await keep(number, at: now) { () throws(EvidenceProblem) in
        try Evidence(appTransaction: verified)
      }
    case .renewalInfo:
      guard let verified = trusted(verifier.renewalInfo(text, at: now), number) else { return }
      waiting.append((number, verified))
    }
  }
}

extension LedgerImporter {
  /// Renewal info last, when its transactions are here.
  mutating func finish(at now: Timestamp) async throws(LedgerFailure) {
    for (number, renewal) in waiting {
      try await keep(number, at: now) { () throws(EvidenceProblem) in
        try Evidence(renewals: [renewal])
      }
    }
    waiting = []
    // A line that was refused may be the one purchase that decides.
    guard let fetchedAt, refusals.isEmpty else { return }
    isConfirmed = true
    for customer in customers {
      try await ledger.confirmHistory(
        of: .identity(customer.identity), in: customer.environment, fetchedAt: fetchedAt)
    }
  }

  private mutating func keep(
    _ number: Int, at now: Timestamp, _ evidence: () throws(EvidenceProblem) -> Evidence
  ) async throws(LedgerFailure) {
    let presented: Evidence
    do throws(EvidenceProblem) {
      presented = try evidence()
    } catch {
      return refuse(number, "the text names no customer (\(error.rawValue))")
    }
    do throws(LedgerFailure) {
      _ = try await ledger.append(presented, user: nil, at: now)
      texts += 1
      customers.insert(
        Customer(environment: presented.environment, identity: presented.identity))
    } catch {
      switch error {
      case .unavailable: throw error
      case .renewalInfoWithoutTransaction:
        refuse(number, "renewal info of a purchase that is neither in the file nor in the ledger")
      case .severalCustomers: refuse(number, "the text belongs to several customers")
      }
    }
  }

  private mutating func trusted<Payload: Sendable>(
    _ verdict: Verdict<Payload>, _ number: Int
  ) -> Verified<Payload>? {
    switch verdict {
    case .verified(let verified): return verified
    case .refused(let distrust):
      refuse(number, "not trusted (\(distrust.reason.rawValue)): \(distrust.detail)")
      return nil
    }
  }

  private mutating func refuse(_ number: Int, _ why: String) {
    refusals.append("\(number): error: \(why)")
  }

  private static func text(in line: String) -> (LedgerEntry.Kind, String)? {
    guard let value = try? JSONReader.read(Array(line.utf8)), case .object(let members) = value
    else { return nil }
    var texts: [String: String] = [:]
    for member in members {
      if case .text(let text) = member.value { texts[member.name] = text }
    }
    if let kind = texts["kind"].flatMap(LedgerEntry.Kind.init), let text = texts["text"] {
      return (kind, text)
    }
    for (name, kind) in names {
      if let text = texts[name] { return (kind, text) }
    }
    return nil
  }
}
