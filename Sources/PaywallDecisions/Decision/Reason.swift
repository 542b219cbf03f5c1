/// Which of the seven steps answered.
package enum Reason: Hashable, Sendable {
  case forced
  case unknownPlacement
  case experiment
  case winner
  /// The rule by its number, counted from 1.
  case rule(Int)
  case `default`

  /// The name in the API.
  package var name: String {
    switch self {
    case .forced: "forced"
    case .unknownPlacement: "unknownPlacement"
    case .experiment: "experiment"
    case .winner: "winner"
    case .rule: "rule"
    case .default: "default"
    }
  }
}

/// The only cause that kept a visitor out of an experiment that runs at the placement.
package enum NotEnrolled: String, CaseIterable, Sendable {
  /// The id that the experiment hashes is missing or empty.
  case noUnit
  /// The id is neither text nor an integer of at most 2^53 − 1.
  case invalidUnit
  case heldOut
  /// A recorded assignment at this placement, or one of an earlier phase, takes precedence.
  case kept
  /// Only the ledger knows the audience, or whether there is a record.
  case ledgerUnavailable
}
