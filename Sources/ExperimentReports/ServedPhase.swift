package import Ledger
import PaywallCatalog
import Serving

/// Why there are no results.
package enum ResultsFailure: Error, Hashable, Sendable {
  case ledger(LedgerFailure)
  /// The part of a phase that is unknown, in words.
  case phase(String)
}

/// An earlier phase as it was served, from the ledger's timeline: variants, schedule, traffic and what
/// was sold are those of then. Metrics, names and periods of products are those of today's files.
struct ServedPhase {
  let experiment: Experiment
  let shown: ShownProducts

  init(
    _ number: Int, of present: Experiment, _ timeline: Timeline, _ snapshot: Snapshot
  ) throws(ResultsFailure) {
    guard number < present.phase else {
      throw .phase("'\(present.id)' is in phase \(present.phase); there is no phase \(number) yet")
    }
    let name = PhaseName(present.id, number)
    guard let state = timeline.phases.first(where: { PhaseName($0) == name }) else {
      let since = timeline.releases.first.map { ", which begins on \($0.firstServedAt.rfc3339)" }
      throw .phase(
        "phase \(number) of '\(present.id)' is not in the ledger's timeline\(since ?? ""): its variants and its schedule are unknown"
      )
    }
    guard let terms = state.terms, let variants = terms[.variants].flatMap(Self.variants) else {
      throw .phase(
        "the ledger's timeline does not have the variants of phase \(number) of '\(present.id)'")
    }
    var experiment = present
    experiment.phase = number
    experiment.status = .stopped
    experiment.seed = terms[.seed]
    experiment.variants = variants.map { name, share in
      Variant(
        name: name, share: share,
        shows: present.variant(named: name)?.shows ?? .everywhere(.nothing))
    }
    experiment.schedule = TimeWindow(
      start: state.start ?? timeline.began(present.id, phase: number),
      end: [state.end, timeline.left(name)].compactMap(\.self).min())
    if let traffic = state.traffic { experiment.traffic = traffic }
    experiment.slice = state.slice ?? .whole
    self.experiment = experiment
    var shown = ShownProducts(terms, introductory: state.parts[.prices] ?? "", in: snapshot)
    shown.addPeriods(of: experiment, in: snapshot)
    self.shown = shown
  }

  /// Reads `control 50%, trial 50%`.
  private static func variants(_ text: String) -> [(String, BasisPoints)]? {
    var variants: [(String, BasisPoints)] = []
    for part in text.split(separator: ", ") {
      guard let blank = part.lastIndex(of: " "),
        let share = BasisPoints(percent: part[part.index(after: blank)...])
      else { return nil }
      variants.append((String(part[..<blank]), share))
    }
    return variants.isEmpty ? nil : variants
  }
}

extension Timeline {
  /// When a phase was no longer in the configuration.
  fileprivate func left(_ phase: PhaseName) -> Timestamp? {
    events.last {
      guard case .phase(let id, let number, .status) = $0.subject else { return false }
      return PhaseName(id, number) == phase
        && [PhaseState.restarted, PhaseState.removed].contains($0.value)
    }?.at
  }
}

extension ShownProducts {
  /// - Parameter introductory: `PhaseState.Part.prices`.
  fileprivate init(_ terms: FrozenTerms, introductory: String, in snapshot: Snapshot) {
    var offers = introductory.split(separator: "\n").map(String.init)
    for term in terms.terms {
      guard case .paywall = term.subject else { continue }
      for (product, its) in Self.sold(term.value) {
        products.insert(product)
        longestPeriod = max(longestPeriod, snapshot.products[product]?.period?.milliseconds ?? 0)
        offers += its
      }
    }
    for offer in offers {
      // `trial introductory freeTrial P1W` (`Offer.terms`).
      let words = offer.split(separator: " ")
      guard let place = words.firstIndex(where: { $0 == "freeTrial" }), place + 1 < words.count
      else { continue }
      longestTrial = max(longestTrial, Period(iso8601: words[place + 1])?.milliseconds ?? 0)
    }
  }

  /// Reads `pro_yearly [trial introductory freeTrial P1W, loyalty …], pro_monthly`.
  private static func sold(_ text: String) -> [(product: String, offers: [String])] {
    var sold: [(product: String, offers: [String])] = []
    var rest = text[...]
    while !rest.isEmpty {
      let end = rest.firstIndex { $0 == "," || $0 == "[" } ?? rest.endIndex
      let product = rest[..<end].filter { $0 != " " }
      rest = rest[end...]
      var offers: [String] = []
      if rest.first == "[" {
        let close = rest.firstIndex(of: "]") ?? rest.endIndex
        offers = rest[..<close].dropFirst().split(separator: ",").map(String.init)
        rest = rest[close...].dropFirst()
      }
      rest = rest.drop { $0 == "," || $0 == " " }
      sold.append((product, offers))
    }
    return sold
  }
}
