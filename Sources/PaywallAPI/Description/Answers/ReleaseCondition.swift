/// The way in which the release came into service.
package enum ReleaseCondition: Hashable, Sendable {
  /// It matches the folder.
  case current
  /// The folder has mistakes now; this is the last good release.
  case reloadFailed([String])
  /// The folder had mistakes at startup; this is the copy of an earlier release.
  case servingCopy([String])
  /// It contradicts existing enrolments, and there is no earlier release.
  case contradictsLedger([String])

  /// The faulty conditions.
  package static let troubles: [ReleaseCondition] = [
    .reloadFailed([]), .servingCopy([]), .contradictsLedger([]),
  ]

  /// Why the folder is not served.
  package var diagnostics: [String] {
    switch self {
    case .current: []
    case .reloadFailed(let diagnostics), .servingCopy(let diagnostics),
      .contradictsLedger(let diagnostics):
      diagnostics
    }
  }

  /// The word on the wire.
  package var name: String {
    switch self {
    case .current: "current"
    case .reloadFailed: "reloadFailed"
    case .servingCopy: "servingCopy"
    case .contradictsLedger: "contradictsLedger"
    }
  }
}
