package import PaywallCatalog

/// Past requests under other rules: which answers would differ. Apple's decisions on these are
/// unknown; sums are the prices of the requests.
package struct RefundSimulation: Hashable, Sendable {
  /// Settled cases whose basis is recorded, by number.
  package var entries: [Entry]
  /// Cases that are open, or of which nothing to judge by is recorded.
  package var leftOut: Int

  package struct Entry: Hashable, Sendable {
    package var number: Int64
    package var transactionId: String
    package var was: Answer
    package var becomes: Answer
    package var price: MoneyAmount?

    package var isChanged: Bool {
      was.preference != becomes.preference || was.refusal != becomes.refusal
    }
  }

  /// The answer that was sent, or the reason why none was.
  package struct Answer: Hashable, Sendable {
    package var rule: String?
    /// `nil` if nothing was sent.
    package var preference: RefundRule.Preference?
    package var refusal: RefundRefusal?

    package var word: String { preference?.rawValue ?? refusal?.rawValue ?? "" }
  }

  /// Changes from one answer to another, with the number of requests and their prices.
  package struct Change: Hashable, Sendable {
    package var from: String
    package var to: String
    package var requests: Int
    package var money: [String: Int64]
  }

  package init(of cases: [RefundCase], under policy: RefundPolicy) {
    entries = []
    leftOut = 0
    for each in cases {
      guard let entry = Entry(each, under: policy) else {
        leftOut += 1
        continue
      }
      entries.append(entry)
    }
  }

  /// The changes, the most frequent first.
  package var changes: [Change] {
    var changes: [[String]: Change] = [:]
    for entry in entries where entry.isChanged {
      let key = [entry.was.word, entry.becomes.word]
      var change =
        changes[key] ?? Change(from: key[0], to: key[1], requests: 0, money: [:])
      change.requests += 1
      if let price = entry.price { change.money.add(price.milliunits, in: price.currency) }
      changes[key] = change
    }
    return changes.values.sorted {
      $0.requests != $1.requests
        ? $0.requests > $1.requests : ($0.from, $0.to) < ($1.from, $1.to)
    }
  }
}

extension RefundSimulation.Entry {
  /// `nil` for a case that cannot be judged again. Refusals for other reasons than the rules stay.
  init?(_ refundCase: RefundCase, under policy: RefundPolicy) {
    guard let basis = refundCase.basis, let facts = basis.facts else { return nil }
    let was: RefundSimulation.Answer
    switch refundCase.state {
    case .open: return nil
    case .answered(let sent, let rule, _):
      was = .init(rule: rule, preference: sent.refundPreference ?? .noPreference)
    case .refused(let refusal, _):
      was = .init(refusal: refusal)
    }
    self.init(
      number: refundCase.number, transactionId: facts.transactionId, was: was, becomes: was,
      price: facts.price)
    guard was.refusal == nil || was.refusal == .noRule, let report = basis.report else { return }
    let judgement = RefundPolicy.judge(
      facts, [report], by: policy, requestedAt: facts.requestedAt, at: facts.requestedAt)
    switch judgement.verdict {
    case .answer(let information, let rule):
      becomes = .init(rule: rule, preference: information.refundPreference ?? .noPreference)
    case .wait(_, let refusal), .refuse(let refusal): becomes = .init(refusal: refusal)
    }
  }
}
