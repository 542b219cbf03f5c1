package import HTTPDocuments
package import PaywallCatalog

/// Why a preview is not shown or cannot be made, and the next step. The field is the one at fault if the
/// request names the preview's parts.
extension Problem {
  /// Not in the format of a token.
  package static let malformedPreview = Problem(
    .previewInvalid, "This is not a preview token; copy it whole from 'paywall preview'.",
    reason: "malformed")

  /// Made with another secret, or changed since.
  package static let foreignPreview = Problem(
    .previewInvalid,
    "The preview token was not made for this server, or was changed; make one with its state directory.",
    reason: "wrongSignature")

  package static func expiredPreview(_ end: Timestamp) -> Problem {
    Problem(
      .previewExpired, "The preview ended at \(end.rfc3339); make a new one.", reason: "expired")
  }

  static func previewOfNoPlacement(_ id: String) -> Problem {
    Problem(
      .previewUnknown, "There is no placement '\(id)'.", reason: "unknownPlacement",
      field: "placement")
  }

  static func previewOfNoExperiment(_ id: String) -> Problem {
    Problem(
      .previewUnknown, "There is no experiment '\(id)'.", reason: "unknownExperiment",
      field: "experiment")
  }

  static func previewElsewhere(_ experiment: String, _ placement: String) -> Problem {
    Problem(
      .previewUnknown,
      "The experiment '\(experiment)' is not at the placement '\(placement)'.",
      reason: "notAtPlacement", field: "experiment")
  }

  static func previewOfNoVariant(_ name: String, known: [String]) -> Problem {
    Problem(
      .previewUnknown,
      known.isEmpty
        ? "No experiment is at the placement, so there is no variant '\(name)' to preview."
        : "There is no variant '\(name)' at the placement; there are \(list(known)).",
      reason: "unknownVariant", field: "variant")
  }

  static func previewOfSeveral(_ variant: String, _ experiments: [String]) -> Problem {
    Problem(
      .previewAmbiguous,
      "Several experiments at the placement have a variant '\(variant)'; name one of \(list(experiments)).",
      reason: "severalExperiments", field: "experiment")
  }

  static let previewTooLong = Problem(
    .previewTooLong, "A preview may last at most \(Preview.mostDays) days.", reason: "tooLong",
    field: "for")

  /// Ten names; a folder may have thousands.
  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(10).joined(separator: ", ")
    return names.count > 10 ? "\(shown) and \(names.count - 10) more" : shown
  }
}
