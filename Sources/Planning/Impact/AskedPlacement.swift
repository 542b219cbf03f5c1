import Catalog

/// A placement whose answers may differ between two snapshots, with what of its answers can.
struct AskedPlacement {
  let id: String
  /// Ids of the experiments there that differ, or show a paywall that does: whoever they leave
  /// alone, and the rules show the same, sees what they saw.
  let experiments: Set<String>
  /// Of the paywalls in both snapshots that differ: what does, and whether their offers may.
  let paywalls: [String: PaywallDifference]

  /// The name of a placement that has only those experiments; no file can name one like it.
  var focus: String { "\(id) focus" }
}

/// How one paywall differs for whoever sees it.
struct PaywallDifference {
  /// The same for everybody who sees the paywall.
  var kinds: [Impact.Kind] = []
  var offersMayDiffer = false
}

extension Snapshot {
  /// With the focus of each placement beside it, so that one prepared visitor can be asked at both.
  func focused(on asked: [AskedPlacement]) -> Snapshot {
    var snapshot = self
    for placement in asked {
      guard let whole = placements[placement.id] else { continue }
      snapshot.placements[placement.focus] = Placement(
        id: placement.focus, rules: whole.rules, default: whole.default)
      for id in placement.experiments {
        guard experiments[id]?.placements.contains(placement.id) ?? false else { continue }
        snapshot.experiments[id]?.add(placement.focus, as: placement.id)
      }
    }
    return snapshot
  }
}

extension Experiment {
  /// Stands at another placement too, and shows there what it shows here.
  fileprivate mutating func add(_ placement: String, as known: String) {
    placements.append(placement)
    for index in variants.indices {
      guard case .perPlacement(var shows) = variants[index].shows else { continue }
      shows[placement] = shows[known]
      variants[index].shows = .perPlacement(shows)
    }
  }
}
