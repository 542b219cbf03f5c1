import Logging
import PaywallAPI

extension PaywallService {
  /// Makes the state folder, and says where others can reach what is in one that is there.
  static func prepare(_ state: StateDirectory, _ logger: Logger) {
    // What cannot be made is told by whatever is to be kept in it.
    try? state.make()
    let exposures = state.exposures()
    guard !exposures.isEmpty else { return }
    logger.warning(
      "others can reach what the state folder holds: keys, and what customers bought",
      metadata: [
        "found": .array(exposures.map { "\($0)" }),
        "help": "\(StateDirectory.privacyHelp(state.path))",
      ])
  }
}

extension ReadinessReason {
  static let stateFolderIsOpen = ReadinessReason(
    "stateFolderIsOpen", "other users of the machine can reach the state folder; the log says how",
    .note)
}
