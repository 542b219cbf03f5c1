package import PaywallCatalog
import PaywallDecisions

/// The variants of a release by placement, numbered, so that counting a decision makes no text and
/// hashes no name of an experiment or a variant.
package final class CountedVariants: Sendable {
  struct Name: Sendable {
    let experiment: String
    let variant: String
    let placement: String
  }

  /// By number.
  let names: [Name]
  private let places: [String: Place]
  private let platform: Int?
  private let appVersion: Int?

  package init(_ snapshot: Snapshot) {
    var names: [Name] = []
    var places: [String: [Place.Experiment]] = [:]
    for experiment in snapshot.experiments.values.sorted(by: { $0.id < $1.id }) {
      for placement in experiment.placements {
        places[placement, default: []].append(
          Place.Experiment(
            id: experiment.id, variants: experiment.variants.map(\.name), first: names.count))
        names += experiment.variants.map {
          Name(experiment: experiment.id, variant: $0.name, placement: placement)
        }
      }
    }
    self.names = names
    self.places = places.mapValues(Place.init)
    platform = snapshot.schema.slot(of: "platform")
    appVersion = snapshot.schema.slot(of: "appVersion")
  }

  /// `nil` for a placement without experiments: nothing is counted there.
  func place(_ placement: String) -> Place? { places[placement] }

  func device(of visitor: Visitor) -> DeviceCode {
    DeviceCode(
      platform: visitor.value(inSlot: platform), isOther: visitor.unusable.contains("platform"),
      appVersion: visitor.value(inSlot: appVersion))
  }

  /// The experiments of one placement. A class, so that a template of responses can hold it.
  final class Place: Sendable {
    struct Experiment: Sendable {
      let id: String
      let variants: [String]
      /// The number of the first variant.
      let first: Int
    }

    private let experiments: [Experiment]

    init(_ experiments: [Experiment]) { self.experiments = experiments }

    /// The names of a decision mostly share their storage with these, and then compare at once.
    func number(of enrolled: EnrolledIn) -> Int? {
      for experiment in experiments where experiment.id == enrolled.id {
        for (index, variant) in experiment.variants.enumerated() where variant == enrolled.variant {
          return experiment.first + index
        }
      }
      return nil
    }
  }
}
