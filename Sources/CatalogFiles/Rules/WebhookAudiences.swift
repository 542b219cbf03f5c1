internal import PaywallCatalog
internal import Serving

extension ValidationRule {
  /// The audience of a webhook asks for what the ledger knows of a customer: an event has no visitor.
  static let webhookAudiences = ValidationRule { draft, sink in
    for use in draft.uses
    where use.subject.kind == .audience && use.place.file == ConfigurationPath.webhooks {
      let name = use.subject.name
      guard let attribute = draft.attributes(of: .audience(name)).first(where: { !$0.isOfLedger })
      else { continue }
      sink.error(
        .contradiction, at: use.place,
        "'\(name)' asks for '\(attribute)', which the ledger does not know of a customer",
        help: "name an audience of attributes that begin with 'subscription.' alone")
    }
  }
}

extension Draft {
  /// The attributes that a condition tests, also by the audiences that it names.
  func attributes(of condition: Condition) -> [String] {
    var seen: Set<String> = []
    func walk(_ condition: Condition) -> [String] {
      switch condition {
      case .test(let test): [test.attribute]
      case .not(let part): walk(part)
      case .all(let parts), .any(let parts): parts.flatMap(walk)
      // A cycle is reported by its own rule, and ends here.
      case .audience(let name):
        seen.insert(name).inserted ? conditions[name].map(walk) ?? [] : []
      }
    }
    return walk(condition)
  }
}

extension String {
  /// Whether the ledger knows the attribute of this name.
  var isOfLedger: Bool { hasPrefix("subscription.") }
}
