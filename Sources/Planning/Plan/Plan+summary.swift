import PaywallCatalog
import Serving

extension Plan {
  /// Says how to see what is left out.
  var uncomparedPhrase: String? {
    guard let first = uncompared.first else { return nil }
    return
      (uncompared.count == 1
      ? "1 later moment of its schedules was not compared"
      : "\(uncompared.count.grouped) later moments of its schedules were not compared, the first "
        + "at \(first.words)")
      + "; see one with 'paywall plan --at \(first.rfc3339)'."
  }

  /// `1 added, 2 changed.`, `1 error and 2 warnings for running experiments.`, `120 of 10,000
  /// visitors are affected.`
  var summary: [String] {
    guard !isEmpty else { return ["Nothing changes."] }
    var sentences = [
      Change.Sign.allCases.compactMap { sign in
        let count = changes.count { $0.sign == sign }
        return count == 0 ? nil : "\(count) \(sign.word)"
      }.joined(separator: ", ") + "."
    ]
    let errors = breaches.count { $0.severity == .error }
    let warnings = breaches.count - errors
    let findings = [(errors, "error"), (warnings, "warning")].filter { $0.0 > 0 }.map {
      "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")"
    }
    if !findings.isEmpty { sentences.append("\(findings.listed) for running experiments.") }
    sentences.append(
      impact.affected == 0
        ? "No visitor sees anything else." : "\(impact.share(of: impact.affected)) are affected.")
    return sentences
  }
}

extension Impact {
  /// `1,204 of 10,000 simulated visitors`
  func share(of count: Int) -> String { "\(count.grouped) of \(visitorsPhrase)" }

  /// `10,000 simulated visitors`
  var visitorsPhrase: String { "\(visitors.grouped) \(isSynthetic ? "simulated " : "")visitors" }

  /// The limits of what simulated visitors show.
  var caveat: String? {
    isSynthetic
      ? "Visitors are simulated so that every branch is taken: the numbers show who is affected, not how "
        + "many of your visitors are." : nil
  }
}

extension Impact.Kind {
  /// `see 'lite' instead of 'standard'`
  var words: String {
    switch self {
    case .paywall(let from, let to): "see \(to.words) instead of \(from.words)"
    case .order(let paywall): "see '\(paywall)' with its prices in another order"
    case .products(let paywall): "see '\(paywall)' with other products or offers"
    case .content(let paywall): "see '\(paywall)' saying something else"
    case .enters(let experiment, let variant): "enter '\(experiment)', variant '\(variant)'"
    case .leaves(let experiment, let variant): "leave '\(experiment)', variant '\(variant)'"
    case .switches(let experiment, let from, let to):
      "switch from '\(from)' to '\(to)' in '\(experiment)'"
    case .gainsOffer(let offer): "gain the offer '\(offer)'"
    case .losesOffer(let offer): "lose the offer '\(offer)'"
    case .offerTerms(let offer): "get the offer '\(offer)' on other terms"
    }
  }
}

extension Breach {
  /// `Experiments/annual-trial.yaml: variants.trial.share`
  var place: String { keys.isEmpty ? file : "\(file): \(keys.joined(separator: "."))" }
}
