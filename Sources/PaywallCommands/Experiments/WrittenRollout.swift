import CatalogFiles
import PaywallCatalog
import Serving
import YAMLText

/// The changes of a roll-out to the placements of its experiment, as far as they are still there.
struct WrittenRollout {
  /// A place where the winner is shown.
  struct Place {
    let placement: String
    /// The rule that shows it; `nil` is the default of the placement.
    let rule: Int?
    let show: Show
    /// The default before, as in files; `nil` if that is not known.
    let replaced: String?
  }

  let experiment: Experiment
  let places: [Place]
  private let snapshot: Snapshot

  init(of experiment: Experiment, in snapshot: Snapshot) {
    self.experiment = experiment
    self.snapshot = snapshot
    // Roll-outs of earlier versions did not write the variant.
    let winner = (experiment.rollout?.variant ?? experiment.winner).flatMap(
      experiment.variant(named:))
    places = experiment.placements.compactMap { placement in
      guard let declared = snapshot.placements[placement],
        let show = winner?.show(at: placement)
      else { return nil }
      return Self.place(of: show, at: declared, experiment)
    }
  }

  private static func place(
    of show: Show, at placement: Placement, _ experiment: Experiment
  ) -> Place? {
    if let audience = experiment.narrowAudience {
      guard
        let index = placement.rules.firstIndex(where: {
          $0.audience == audience && $0.window == .always && $0.show == show
        })
      else { return nil }
      return Place(placement: placement.id, rule: index, show: show, replaced: nil)
    }
    guard experiment.rollout != nil, placement.default == show else { return nil }
    return Place(
      placement: placement.id, rule: nil, show: show,
      replaced: experiment.rollout?.defaults[placement.id])
  }

  /// Takes the rules out, and puts the defaults back.
  var edits: [Edit] {
    places.compactMap { place in
      let path: DocumentPath = ["placements", place.placement]
      guard let rule = place.rule else {
        return place.replaced.map { .set(path.appending("default"), .text($0)) }
      }
      let rules = path.appending("rules")
      let isOnly = snapshot.placements[place.placement]?.rules.count == 1
      return .remove(isOnly ? rules : rules.appending(.index(rule)))
    }
  }

  /// Returns the file of placements without the roll-out; `nil` if nothing changes.
  func removed(in editor: ConfigurationEditor) throws -> FileChange? {
    guard !edits.isEmpty else { return nil }
    return try editor.change(of: ConfigurationPath.placements, by: edits)
  }

  /// The places that no longer show the winner, a sentence for each placement.
  var sentences: [String] {
    places.map { place in
      if let rule = place.rule {
        return "Rule \(rule + 1) of '\(place.placement)', which showed '\(place.show)', goes."
      }
      if let replaced = place.replaced {
        return "The default of '\(place.placement)' is '\(replaced)' again."
      }
      return "The default of '\(place.placement)' stays '\(place.show)': the file does not say "
        + "what it was before."
    }
  }

  /// The places that still show the winner, for a change that leaves it there.
  var remaining: [String] {
    places.map { place in
      let what = place.rule.map { "Rule \($0 + 1)" } ?? "The default"
      return
        "\(what) of '\(place.placement)' still shows '\(place.show)', as it was rolled out: "
        + "'paywall experiment rollout \(experiment.id) --undo' takes that back."
    }
  }
}

extension Experiment {
  /// The audience of the experiment; `nil` is everyone.
  var narrowAudience: Condition? { audience == .audience(Condition.everyone) ? nil : audience }
}
