import Crypto
package import PaywallCatalog
import PaywallTextCoding
package import Serving

extension Experiment {
  /// Returns the state of the phase in this snapshot, which the rules compare and the ledger's
  /// timeline follows.
  package func state(in snapshot: Snapshot) -> PhaseState {
    var parts: [PhaseState.Part: String] = [
      .status: status.rawValue, .start: schedule.start?.rfc3339 ?? "",
      .end: schedule.end?.rfc3339 ?? "", .traffic: traffic.description,
      .slice: layer == nil ? "" : slice.description, .after: afterWords,
      .earlierPhases: excludeEarlierPhases ? "excluded" : "admitted",
      .audience: snapshot.resolved(audience).map { digest(of: "\($0)") } ?? "",
      .prices: prices(in: snapshot), .override: "",
    ]
    parts[.terms] = frozenTerms(in: snapshot)?.text
    if let override = self.override, override.phase == phase {
      parts[.override] = override.text
    }
    return PhaseState(experiment: id, phase: phase, parts: parts)
  }

  private var afterWords: String {
    shownWinner.map { "\(after.rawValue) \($0)" } ?? after.rawValue
  }

  /// `pro_yearly_trial: trial introductory freeTrial P1W`, one line per product and offer. Apple
  /// applies an introductory offer whether or not a paywall lists it.
  private func prices(in snapshot: Snapshot) -> String {
    var products: Set<String> = []
    for variant in variants {
      for placement in placements {
        guard case .paywall(let id)? = variant.show(at: placement) else { continue }
        products.formUnion(snapshot.shown(id)?.products.map(\.product) ?? [])
      }
    }
    let offers = snapshot.offers.values.filter { $0.kind == .introductory }
    let lines = offers.flatMap { offer in
      offer.products.filter(products.contains).map { "\($0): \(offer.terms)" }
    }
    return lines.sorted { $0.precedes($1) }.joined(separator: "\n")
  }
}

/// 16 bytes of SHA-256, in hexadecimal.
func digest(of text: String) -> String {
  Array(SHA256.hash(data: Array(text.utf8)).prefix(16)).hexadecimal
}
