package import PaywallCatalog

/// The reason why a preview is not shown or cannot be made, and the next step.
package enum PreviewProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// Not in the format of a token.
  case malformed
  /// Made with another secret, or changed since.
  case wrongSignature
  case expired(Timestamp)
  case unknownPlacement(String)
  case unknownExperiment(String)
  case notAtPlacement(experiment: String, placement: String)
  case unknownVariant(String, known: [String])
  case severalExperiments(String, [String])
  case tooLong

  /// The stable name on the wire.
  package var name: String {
    switch self {
    case .malformed: "malformed"
    case .wrongSignature: "wrongSignature"
    case .expired: "expired"
    case .unknownPlacement: "unknownPlacement"
    case .unknownExperiment: "unknownExperiment"
    case .notAtPlacement: "notAtPlacement"
    case .unknownVariant: "unknownVariant"
    case .severalExperiments: "severalExperiments"
    case .tooLong: "tooLong"
    }
  }

  package var description: String {
    switch self {
    case .malformed: "This is not a preview token; copy it whole from 'paywall preview'."
    case .wrongSignature:
      "The preview token was not made for this server, or was changed; make one with its state directory."
    case .expired(let end): "The preview ended at \(end.rfc3339); make a new one."
    case .unknownPlacement(let id): "There is no placement '\(id)'."
    case .unknownExperiment(let id): "There is no experiment '\(id)'."
    case .notAtPlacement(let experiment, let placement):
      "The experiment '\(experiment)' is not at the placement '\(placement)'."
    case .unknownVariant(let name, let known):
      known.isEmpty
        ? "No experiment is at the placement, so there is no variant '\(name)' to preview."
        : "There is no variant '\(name)' at the placement; there are \(Self.list(known))."
    case .severalExperiments(let variant, let ids):
      "Several experiments at the placement have a variant '\(variant)'; name one of \(Self.list(ids))."
    case .tooLong: "A preview may last at most \(Preview.mostDays) days."
    }
  }

  /// Ten names; a folder may have thousands.
  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(10).joined(separator: ", ")
    return names.count > 10 ? "\(shown) and \(names.count - 10) more" : shown
  }
}
