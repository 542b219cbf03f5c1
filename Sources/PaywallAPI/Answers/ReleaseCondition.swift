/// How the release came to be served.
package enum ReleaseCondition: Hashable, Sendable {
  /// It is what the folder says.
  case current
  /// The folder has had mistakes since; this was the last without.
  case reloadFailed([String])
  /// The folder had mistakes when the server started; this is the copy of an earlier release.
  case servingCopy([String])
  /// It turned out to contradict those who are enrolled, and nothing earlier is there.
  case contradictsLedger([String])

  /// What can be wrong with it.
  package static let troubles: [ReleaseCondition] = [
    .reloadFailed([]), .servingCopy([]), .contradictsLedger([]),
  ]

  /// The diagnostics that stand between the folder and being served.
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
