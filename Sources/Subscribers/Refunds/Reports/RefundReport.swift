package import PaywallCatalog

/// The outcomes of requests for refunds, by the rule that answered them, or by the reason for which
/// they were not answered.
package struct RefundReport: Hashable, Sendable {
  /// Answered ones by name of the rule, then refused ones by reason, then open ones.
  package var lines: [Line]

  package struct Line: Hashable, Sendable {
    package var kind: Kind
    package var asked = 0
    package var granted = 0
    package var declined = 0
    /// Granted, and taken back after a dispute.
    package var reversed = 0
    /// Apple said nothing yet.
    package var undecided: Int { asked - granted - declined - reversed }
    /// Prices of all that were asked for, in milliunits by currency.
    package var moneyAsked: [String: Int64] = [:]
    /// The refunded money, without refunds that were reversed.
    package var moneyGranted: [String: Int64] = [:]
  }

  package enum Kind: Hashable, Sendable {
    case rule(String)
    case refused(RefundRefusal)
    case open
  }

  package init(of cases: [RefundCase], amounts: (RefundCase) -> MoneyAmount?) {
    var lines: [Kind: Line] = [:]
    for each in cases {
      lines[Kind(each), default: Line(kind: Kind(each))].add(each, amount: amounts(each))
    }
    self.lines = lines.values.sorted { $0.kind.order < $1.kind.order }
  }

  /// All lines together.
  package var total: Line {
    lines.reduce(into: Line(kind: .open)) { total, line in
      total.asked += line.asked
      total.granted += line.granted
      total.declined += line.declined
      total.reversed += line.reversed
      total.moneyAsked.merge(line.moneyAsked) { $0.addingClamped($1) }
      total.moneyGranted.merge(line.moneyGranted) { $0.addingClamped($1) }
    }
  }
}

extension RefundReport.Kind {
  init(_ refundCase: RefundCase) {
    switch refundCase.state {
    case .open: self = .open
    case .answered(_, let rule, _): self = .rule(rule)
    case .refused(let refusal, _): self = .refused(refusal)
    }
  }

  fileprivate var order: (Int, String) {
    switch self {
    case .rule(let name): (0, name)
    case .refused(let refusal): (1, refusal.rawValue)
    case .open: (2, "")
    }
  }
}

extension RefundReport.Line {
  fileprivate mutating func add(_ refundCase: RefundCase, amount: MoneyAmount?) {
    asked += 1
    if let amount { moneyAsked.add(amount.milliunits, in: amount.currency) }
    switch refundCase.decision?.kind {
    case .granted:
      granted += 1
      guard let amount else { return }
      let share = Int64(min(max(refundCase.decision?.share ?? 100_000, 0), 100_000))
      moneyGranted.add(amount.milliunits.part(share), in: amount.currency)
    case .declined: declined += 1
    case .reversed: reversed += 1
    case nil: break
    }
  }
}
