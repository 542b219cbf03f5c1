import HTTPDocuments
import PaywallAPI
import PaywallCatalog
import PaywallDecisions

/// The parts of a body that an operation reads, in a form that can be compared.
struct RequestRead: Equatable {
  var attributes: [String: RawAttribute] = [:]
  /// The other members, as text.
  var others: String
  /// The number of members that nothing reads, if the operation allows them.
  var ignored: Int?
  var ids: [String] = []
  /// The counts that have a limit.
  var counts: [Count] = []

  struct Count: Equatable {
    var of: String
    var found: Int
    var most: Int
  }
}

/// An operation with a body. The kept inputs name one by its index.
enum RequestOperation: CaseIterable {
  case placement, placements, sign, customer, purchases, exposures, alias, explain, preview
  case flag, flags

  func read(_ body: JSONValue) throws -> RequestRead {
    switch self {
    case .placement: try RequestRead(PlacementRequest(body, scope: .one))
    case .placements: try RequestRead(PlacementRequest(body, scope: .several))
    case .sign: try RequestRead(SignRequest(body))
    case .customer: try RequestRead(CustomerRequest(body))
    case .purchases: try RequestRead(PurchasesRequest(body))
    case .exposures: try RequestRead(ExposureRequest(body))
    case .alias: try RequestRead(AliasRequest(body))
    case .explain: try RequestRead(ExplainRequest(body))
    case .preview: try RequestRead(others: "\(PreviewOrder(body))")
    case .flag: try RequestRead(EvaluationRequest(body, scope: .one))
    case .flags: try RequestRead(EvaluationRequest(body, scope: .all))
    }
  }
}

extension RequestRead {
  fileprivate init(_ request: PlacementRequest) {
    attributes = request.attributes
    others = """
      \(request.asker) \(request.placements ?? []) \(request.sign?.rawValue ?? "") \
      \(request.preview ?? "") \(request.userProof ?? "")
      """
    counts = [
      Count(of: "placements", found: request.placements?.count ?? 0, most: Limits.placements),
      .signedTexts(request.asker.evidence),
    ]
  }

  fileprivate init(_ request: SignRequest) throws {
    attributes = request.attributes
    others = """
      \(request.product) \(request.offer) \(request.form) \(request.placement ?? "") \
      \(request.asker) \(request.assertSubscriber) \(request.userProof ?? "")
      """
    counts = [
      .signedTexts(request.asker.evidence),
      Count(
        of: "accounts",
        found: [request.appAccountToken, request.applicationUsername].compactMap(\.self).count,
        most: request.form == .legacy ? 1 : 0),
      Count(
        of: "transactions", found: request.transactionId == nil ? 0 : 1,
        most: request.form == .jws ? 1 : 0),
    ]
    if let token = request.appAccountToken {
      try require(token.utf8.count == 36, "'\(token)' is an account")
    }
  }

  fileprivate init(_ request: CustomerRequest) {
    attributes = request.attributes
    others = "\(request.asker)"
    counts = [.signedTexts(request.asker.evidence)]
  }

  fileprivate init(_ request: PurchasesRequest) {
    others = "\(request.evidence) \(request.userProof ?? "")"
    ids = [request.userId].compactMap(\.self)
    counts = [.signedTexts(request.evidence)]
  }

  fileprivate init(_ request: ExposureRequest) {
    attributes = request.attributes
    others = "\(request.exposures) \(request.userProof ?? "")"
    ids = request.exposures.map(\.id)
    counts = [Count(of: "exposures", found: request.exposures.count, most: Limits.exposures)]
  }

  fileprivate init(_ request: AliasRequest) throws {
    others = "\(request.environment) \(request.evidence) \(request.userProof ?? "")"
    ids = [request.anonymousId, request.userId]
    counts = [.signedTexts(request.evidence)]
    try require(!ids[0].utf8.elementsEqual(ids[1].utf8), "one id twice")
  }

  fileprivate init(_ request: ExplainRequest) {
    attributes = request.attributes
    others = """
      \(request.placement) \(request.at?.rfc3339 ?? "") \(request.asker) \
      \(request.records ?? []) \(request.whyNot ?? "")
      """
    counts = [.signedTexts(request.asker.evidence)]
  }

  fileprivate init(_ request: EvaluationRequest) {
    attributes = request.attributes
    others = "\(request.placements ?? [])"
    ignored = request.ignored
    counts = [
      Count(of: "placements", found: request.placements?.count ?? 0, most: Limits.placements)
    ]
  }
}

extension RequestRead.Count {
  fileprivate static func signedTexts(_ texts: SignedTexts) -> Self {
    Self(of: "signed texts", found: texts.count, most: Limits.signedTexts)
  }
}
