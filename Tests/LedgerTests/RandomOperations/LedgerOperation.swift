import AppStore
import PaywallCatalog
import Subscribers

@testable import Ledger

/// One call that writes, with everything that either ledger needs for it.
enum LedgerOperation: Sendable {
  case notify(Verified<AppStore.Notification>)
  case present(Evidence, user: String?)
  case link(String, CustomerName)
  case confirm(CustomerName)
  case report(ConsumptionReport, CustomerName)
  case settle(String)
  case grant(GrantRequest)
  case expose([Exposure])
  case holdOut([HeldOutExposure])
  case alias(String, String, AliasVoucher)
  case see([SightingClaim])
  case logIn([CoEnrollment])
  case count(CountBatch)
  case serve(ServedRelease)
  case give(GivenAccess, CustomerName)
  case revoke(GivenAccess, CustomerName)
  case credit([String: [String: Int64]])
  case post(BalanceChange, CustomerName)
  case seat(SeatClaim, SeatMember, isKnown: Bool)
  case unseat(SeatClaim)
  case forget(CustomerName)

  /// Runs it as the ledgers do, without their transactions.
  ///
  /// - Returns: the answer.
  func run(
    in tables: inout some LedgerTables, _ environment: AppStoreEnvironment, at now: Timestamp
  ) throws -> String {
    switch self {
    case .notify(let notification):
      let text = StoredText(notification)
      return "\(try tables.append(notification.payload, text: text, at: now))"
    case .present(let evidence, let user):
      let texts = EvidenceTexts(evidence)
      return "\(try tables.append(evidence, texts: texts, user: user, at: now).count)"
    case .link(let user, let name):
      return "\(try tables.link(user, to: name, in: environment, at: now))"
    case .confirm(let name):
      try tables.confirmHistory(of: name, in: environment, fetchedAt: now)
      return "confirmed"
    case .report(let report, let name):
      return "\(try tables.keep(report, of: name, in: environment, at: now))"
    case .settle(let notification):
      return
        "\(try tables.settle(notification, as: .refused(.noConsent, at: now), on: RefundBasis(facts: nil, report: nil, release: "r"), failure: nil))"
    case .grant(let request):
      let texts = request.evidence.map { EvidenceTexts($0) }
      return "\(try tables.grant(request, texts: texts, at: now))"
    case .expose(let exposures):
      return "\(try tables.record(exposures, in: environment, at: now))"
    case .holdOut(let exposures):
      return "\(try tables.record(exposures, in: environment, at: now))"
    case .alias(let id, let user, let voucher):
      return
        "\(try tables.alias(id, to: user, vouchedBy: voucher, in: environment, at: now))"
    case .see(let claims):
      let outcomes = try claims.map { claim in
        try tables.knownOutcomes(of: claim) ?? tables.record(claim, at: now)
      }
      return "\(outcomes)"
    case .logIn(let logins):
      let areNew = try tables.areNew(logins, in: environment)
      if areNew { try tables.record(logins, in: environment, at: now) }
      return "\(areNew)"
    case .count(let batch): return "\(try tables.add(batch, at: now))"
    case .serve(let release):
      try tables.record(release, at: now)
      return "served"
    case .give(let access, let name):
      return
        "\(try tables.give(access, to: name, atMost: 2, in: environment, at: now))"
    case .revoke(let access, let name):
      let revoked = try tables.revokeAccess(
        access.id, from: access.source, of: name, in: environment, at: now)
      return "\(revoked.map { "\($0)" } ?? "none")"
    case .credit(let credits):
      try tables.put(credits: credits)
      return "credits"
    case .post(let request, let name):
      return "\(try tables.post(request, to: name, in: environment, at: now))"
    case .seat(let claim, let member, let isKnown):
      return
        "\(try tables.record(claim, of: member, isKnown: isKnown, in: environment, at: now))"
    case .unseat(let claim):
      let ended = try tables.endSeat(
        claim.id, of: claim.originalTransactionId, by: .server, in: environment, at: now)
      return ended.map { "\($0)" } ?? "none"
    case .forget(let name):
      let erased = try tables.forget(name, in: environment, at: now, leaving: PurchaseCount())
      return "\(erased)"
    }
  }
}
