/// Which of the seven steps answered.
package enum Reason: Hashable, Sendable {
  case forced
  case unknownPlacement
  case experiment
  case winner
  /// The rule by its number, counted from 1.
  case rule(Int)
  case `default`

  /// The word on the wire.
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

/// What alone kept a visitor out of an experiment that runs at the placement.
package enum NotEnrolled: String, CaseIterable, Sendable {
  /// No id was sent that the experiment could hash, or an empty one.
  case noUnit
  /// The id is neither text nor an integer of at most 2^53 − 1.
  case invalidUnit
  case heldOut
  /// A recorded assignment here, or one of an earlier phase, goes before.
  case kept
  /// The audience, or whether there is a record, is only known to the ledger.
  case ledgerUnavailable
}
