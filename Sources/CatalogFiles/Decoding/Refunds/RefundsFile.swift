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

/// What `store/refunds.yaml` declares.
struct RefundsFile {
  var rules: [DeclaredRefundRule] = []
  /// Every rule could be read.
  var isWhole = false
  /// Where the rules are, for what concerns them together.
  var place: Place

  /// More rules than anyone reads; each is compared with all before it.
  static let mostRules = 100

  init(_ root: Node, _ context: DecodingContext) {
    place = context.place(SourceRange(start: root.range.start, end: root.range.start))
    guard let file = MappingReader<RefundsFileKey>(root, context, as: "refunds.yaml") else {
      return
    }
    place = file.places.key(.rules)
    context.refuseMore(than: Self.mostRules, "rules", in: file.node(.rules))
    let rules = file.required(
      .rules, .list(of: .refundRule),
      help: "write 'rules:' and below it at least one, like '- { name: others, prefer: none }'")
    isWhole = rules != nil
    self.rules = rules ?? []
  }

  var policy: RefundPolicy { RefundPolicy(rules: rules.map(\.value)) }
}

extension NodeDecoder where Value == DeclaredRefundRule {
  fileprivate static var refundRule: NodeDecoder {
    NodeDecoder { node, context in
      guard let keys = MappingReader<RefundRuleKey>(node, context, as: "a rule for refunds") else {
        return nil
      }
      let name = keys.required(
        .name, .text("a name", example: "frequentRefunds", where: Names.isName),
        help: "name the rule: reports and explanations show its name")
      let preference: RefundRule.Preference? = keys.required(
        .prefer, .choice, help: "write 'prefer: decline', grantFull, grantProrated or none")
      var reader: RefundTestReader?
      if let node = keys.node(.when) {
        reader = RefundTestReader(node, context)
        guard reader != nil else { return nil }
      }
      let tests = reader?.tests
      guard let name, let preference, reader == nil || tests != nil else { return nil }
      return DeclaredRefundRule(
        value: RefundRule(name: name, tests: tests ?? [], preference: preference),
        places: keys.places, tests: reader?.places)
    }
  }
}
