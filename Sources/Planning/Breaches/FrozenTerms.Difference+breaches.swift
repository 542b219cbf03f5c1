import Serving

/// A file and the path of keys to a place in it.
struct KeyPath: Equatable {
  var file: String
  var keys: [String]
}

extension FrozenTerms.Difference {
  /// The breaches of a frozen term that has changed.
  func breaches(of id: String, phase: Int, at place: KeyPath) -> [Breach] {
    let change = FrozenChange(self)
    if subject == .variants {
      return variantBreaches(of: id, phase: phase, in: place.file).map {
        var breach = $0
        breach.changes = [change]
        return breach
      }
    }
    let help: String
    switch subject {
    case .paywall:
      help =
        "show a new paywall instead and begin again with 'paywall experiment restart \(id)', or "
        + "end this one with 'paywall experiment stop \(id) --after keep'"
    default: help = Self.help(id, phase: phase, back: was)
    }
    return [
      Breach(
        .frozenChanged, file: place.file, keys: place.keys, message(id), help: help,
        changes: [change])
    ]
  }

  private func message(_ id: String) -> String {
    let was = was ?? "none"
    let now = self.is ?? "none"
    switch subject {
    case .seed:
      return "the seed of '\(id)' changes from \(was) to \(now): all visitors would be re-assigned"
    case .unit:
      return "the unit of '\(id)' changes from \(was) to \(now): all visitors would be re-assigned"
    case .layer:
      return "'\(id)' moves from layer \(was) to layer \(now): others would be enrolled"
    case .layerSeed:
      return "the seed of the layer that '\(id)' is in changes from \(was) to \(now): others would "
        + "be enrolled"
    case .sliceStart:
      return "the slice of '\(id)' begins at \(now) instead of \(was): others would be enrolled"
    case .variants: return "the variants of '\(id)' change from \(was) to \(now)"
    case .paywall(let variant, let placement):
      return "variant '\(variant)' of '\(id)' would sell \(now.orNothing) instead of "
        + "\(was.orNothing) at '\(placement)', to visitors who were shown the old offer"
    }
  }

  fileprivate static func help(_ id: String, phase: Int, back was: String?) -> String {
    let back = was.map { "put \($0) back" } ?? "leave it out"
    return "\(back); to change it, begin again with 'paywall experiment restart \(id)' "
      + "(phase \(phase + 1))"
  }

  /// The changes of the variants, one breach each.
  private func variantBreaches(of id: String, phase: Int, in file: String) -> [Breach] {
    let before = FrozenVariant.list(was)
    let after = FrozenVariant.list(self.is)
    func frozen(_ keys: [String], _ message: String, back: String?) -> Breach {
      Breach(
        .frozenChanged, file: file, keys: ["variants"] + keys, message,
        help: Self.help(id, phase: phase, back: back))
    }
    let (earlier, later) = (FrozenVariant.byName(before), FrozenVariant.byName(after))
    var found: [Breach] = []
    for variant in before where later[variant.key] == nil {
      found.append(
        Breach(
          .variantRemoved, file: file, keys: ["variants"],
          "variant '\(variant.name)' of '\(id)' is gone: its visitors would lose what they were "
            + "shown",
          help: Self.help(id, phase: phase, back: "'\(variant.name)'")))
    }
    for variant in after {
      guard let old = earlier[variant.key] else {
        found.append(
          frozen(
            [variant.name],
            "variant '\(variant.name)' joins '\(id)' while it runs: visitors would be re-assigned",
            back: nil))
        continue
      }
      if old.share != variant.share {
        found.append(
          frozen(
            [variant.name, "share"],
            "the share of '\(variant.name)' in '\(id)' changes from \(old.share) to "
              + "\(variant.share): visitors would switch variants", back: old.share))
      }
    }
    guard found.isEmpty else { return found }
    let order = [before, after].map { $0.map(\.name).joined(separator: ", ") }
    return [
      frozen(
        [],
        "the variants of '\(id)' are in another order, \(order[1]) instead of \(order[0]): visitors "
          + "would switch variants", back: "the order")
    ]
  }
}

/// A variant as in the frozen text: `control 50%`.
private struct FrozenVariant {
  let name: String
  let share: String

  /// The bytes of the name.
  var key: [UInt8] { Array(name.utf8) }

  static func byName(_ variants: [FrozenVariant]) -> [[UInt8]: FrozenVariant] {
    Dictionary(variants.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
  }

  static func list(_ text: String?) -> [FrozenVariant] {
    (text ?? "").split(separator: ",").map { part in
      let words = part.split(separator: " ")
      return FrozenVariant(
        name: String(words.first ?? ""), share: String(words.dropFirst().first ?? ""))
    }
  }
}

extension String {
  fileprivate var orNothing: String { isEmpty ? "nothing" : self }
}
