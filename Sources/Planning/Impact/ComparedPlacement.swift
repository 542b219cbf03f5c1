import PaywallCatalog

/// A placement whose answers may differ between two snapshots, with the possible differences.
struct ComparedPlacement {
  let id: String
  /// Ids of its experiments that differ, or show a different paywall. A visitor who is in none of
  /// them, and gets the same from the rules, sees the same as before.
  let experiments: Set<String>
  /// The paywalls that differ between the snapshots, with their differences.
  let paywalls: [String: PaywallDifference]

  /// The name of a placement that has only those experiments; no file can name one like it.
  var focus: String { "\(id) focus" }
}

/// How one paywall differs for visitors who see it.
struct PaywallDifference {
  /// The same for every visitor who sees the paywall.
  var kinds: [Impact.Kind] = []
  var offersMayDiffer = false
}

extension Snapshot {
  /// Adds the focus of each placement, so that one prepared visitor can be decided at both.
  func focused(on compared: [ComparedPlacement]) -> Snapshot {
    var snapshot = self
    for placement in compared {
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
  /// Adds another placement, where it shows the same.
  fileprivate mutating func add(_ placement: String, as known: String) {
    placements.append(placement)
    for index in variants.indices {
      guard case .perPlacement(var shows) = variants[index].shows else { continue }
      shows[placement] = shows[known]
      variants[index].shows = .perPlacement(shows)
    }
  }
}
