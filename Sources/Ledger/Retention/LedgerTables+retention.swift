package import PaywallCatalog
import PaywallTextCoding

extension LedgerTables {
  /// The facts about a request and its customer.
  package func knowledge(of request: RetentionRequest) throws -> RetentionKnowledge {
    if let body = try retentionAnswer(to: request.id) { return .answered(body) }
    guard let owner = try owners(of: request.customer, in: request.environment).first else {
      return .unknownCustomer
    }
    let unit = try retentionUnit(of: owner, askedBy: request)
    let found = try assignments(of: VisitorIdentity(userId: unit), in: request.environment)
    return .customer(
      RetentionCustomer(
        history: try history(of: owner), unit: unit, records: found.assignments))
  }

  /// Stores the first of two answers, or the second if the place that the first needs is not granted.
  /// A request that was answered before keeps its answer, and nothing is stored.
  package mutating func answer(
    _ request: RetentionRequest, _ first: RetentionChoice, else second: RetentionChoice,
    at now: Timestamp
  ) throws -> RetentionOutcome {
    if let body = try retentionAnswer(to: request.id) {
      return RetentionOutcome(body: body, isRepeated: true)
    }
    try prune(
      retentionAnswersBefore: now.adding(milliseconds: -RetentionAnswer.memory))
    let owner = try owners(of: request.customer, in: request.environment).first
    let granted = try first.grant.map { try grant($0, texts: nil, at: now) }
    let choice = granted.map(\.isGranted) ?? true ? first : second
    var outcome = RetentionOutcome(body: choice.body, grant: granted)
    try put(
      RetentionAnswer(
        request: request.id, customer: owner?.number, answeredAt: now, body: choice.body))
    guard let owner, !choice.exposures.isEmpty || !choice.heldOut.isEmpty else { return outcome }
    // A link joins the unit to the customer's purchases in results, and to their erasure.
    try link(
      try retentionUnit(of: owner, askedBy: request), to: owner.number, in: request.environment,
      at: now)
    outcome.exposures =
      try record(choice.exposures, in: request.environment, at: now)
      + record(choice.heldOut, in: request.environment, at: now)
    return outcome
  }

  /// The visitor id of a customer. It is made from Apple's name for them, or from the purchase of a
  /// customer without one, and stays when Apple names them later. Nobody outside can make it: an app
  /// that sent it could spoil the results of others.
  private func retentionUnit(
    of customer: CustomerRow, askedBy request: RetentionRequest
  ) throws -> String {
    let linked = try users(of: customer.number).filter(Self.isUnit)
    if let first = linked.min(by: { $0.precedes($1) }) { return first }
    let name =
      customer.appTransactionId.map { ErasedId.appTransactionId($0) }
      ?? .originalTransactionId(request.originalTransactionId)
    return Self.unitMark + (try hash(of: name, in: request.environment)).hexadecimal
  }

  private static var unitMark: String { "customer:" }

  /// A team's own ids may begin alike.
  private static func isUnit(_ id: String) -> Bool {
    guard id.utf8.starts(with: unitMark.utf8) else { return false }
    let digits = id.utf8.dropFirst(unitMark.utf8.count)
    return digits.count == 32 && digits.allSatisfy { "0123456789abcdef".utf8.contains($0) }
  }
}

extension GrantOutcome {
  fileprivate var isGranted: Bool { if case .granted = self { true } else { false } }
}
