import PaywallCatalog
import Serving

extension BreachRule {
  /// A new phase may drop or change variants; a warning names those that visitors of earlier phases
  /// keep by name.
  static let resoldVariants = BreachRule { change in
    guard let after = change.after, let before = change.before, after.phase > before.phase,
      change.hasStarted, change.isKeptInNewPhase, let terms = change.was.terms,
      let next = after.frozenTerms(in: change.head)
    else { return [] }
    let help =
      "write 'after: control' if they may lose it, or show the new offer in a variant of another "
      + "name"
    let variants = after.variantsByName
    let gone = before.variants.filter { variants[$0.name] == nil }.map {
      Breach(
        .variantRemoved, .warning, file: change.file, keys: ["variants"],
        "visitors of phase \(before.phase) who keep '\($0.name)' of '\(change.id)' lose it: "
          + "the new phase has no such variant", help: help)
    }
    let places = change.head.places(in: after, since: change.base)
    let resold = next.differences(from: terms).compactMap { difference -> Breach? in
      guard case .paywall(let variant, let placement) = difference.subject,
        let was = difference.was, let now = difference.is
      else { return nil }
      let place = places(difference.subject)
      return Breach(
        .frozenChanged, .warning, file: place.file, keys: place.keys,
        "visitors of phase \(before.phase) who keep '\(variant)' of '\(change.id)' are sold "
          + "\(now) instead of \(was) at '\(placement)'", help: help)
    }
    return gone + resold
  }
}
