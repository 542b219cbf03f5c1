internal import PaywallCatalog
internal import YAMLText

enum RefundsFileKey: String, FileKey { case rules }

enum RefundRuleKey: String, FileKey { case name, when, prefer }

/// A rule for requests for refunds, with the places of its keys and of its tests.
struct DeclaredRefundRule {
  var value: RefundRule
  var places: Places<RefundRuleKey>
  var tests: Places<RefundFactKey>?
}

/// The declarations of `store/refunds.yaml`.
struct RefundsFile {
  var rules: [DeclaredRefundRule] = []
  /// Every rule could be read.
  var isWhole = false
  /// The place of the rules, for diagnostics about all of them.
  var place: Place

  /// The most rules that people still read; each is compared with all before it.
  static let mostRules = 100

  init(_ file: MappingReader<RefundsFileKey>) {
    place = file.places.key(.rules)
    file.context.refuseMore(than: Self.mostRules, "rules", in: file.node(.rules))
    let rules = file.required(
      .rules, .list(of: .refundRule),
      "The first rule that matches a request decides; the last one has no 'when'.",
      help: "write 'rules:' and below it at least one, like '- { name: others, prefer: none }'")
    isWhole = rules != nil
    self.rules = rules ?? []
  }

  /// A file that is no mapping.
  init(at place: Place) { self.place = place }

  var policy: RefundPolicy { RefundPolicy(rules: rules.map(\.value)) }
}

extension NodeDecoder where Value == DeclaredRefundRule {
  fileprivate static var refundRule: NodeDecoder {
    .mapping("a rule for refunds") { (keys: MappingReader<RefundRuleKey>) in
      let name = keys.required(
        .name, .text("a name", example: "frequentRefunds", .name, where: Names.isName),
        "Names the rule in explanations and reports.",
        help: "name the rule: reports and explanations show its name")
      let preference: RefundRule.Preference? = keys.required(
        .prefer, .choice, "The outcome that you prefer, for Apple; none sends no preference.",
        help: "write 'prefer: decline', grantFull, grantProrated or none")
      let condition = keys.optional(
        .when, .refundCondition, "The condition on the request; without it, every request.")
      guard let name, let preference, condition != nil || !keys.has(.when) else { return nil }
      return DeclaredRefundRule(
        value: RefundRule(name: name, tests: condition?.tests ?? [], preference: preference),
        places: keys.places, tests: condition?.places)
    }
  }
}
