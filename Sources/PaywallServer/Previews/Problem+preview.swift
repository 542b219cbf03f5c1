import HTTPDocuments

extension Problem {
  /// - Parameter field: the member or query item with the token; `nil` if the request names the
  ///   preview's parts.
  init(_ problem: PreviewProblem, field: String?) {
    let code: Code =
      switch problem {
      case .malformed, .wrongSignature: .previewInvalid
      case .expired: .previewExpired
      case .unknownPlacement, .unknownExperiment, .notAtPlacement, .unknownVariant: .previewUnknown
      case .severalExperiments: .previewAmbiguous
      case .tooLong: .previewTooLong
      }
    self.init(
      code, problem.description, reason: problem.name, field: field ?? problem.member)
  }
}

extension PreviewProblem {
  /// The member at fault if the request names the preview's parts.
  fileprivate var member: String? {
    switch self {
    case .unknownPlacement: "placement"
    case .unknownExperiment, .notAtPlacement, .severalExperiments: "experiment"
    case .unknownVariant: "variant"
    case .tooLong: "for"
    case .malformed, .wrongSignature, .expired: nil
    }
  }
}
