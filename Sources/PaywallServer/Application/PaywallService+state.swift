import Logging
import PaywallAPI

extension PaywallService {
  /// Makes the state folder. Warns if other users can reach its files.
  static func prepare(_ state: StateDirectory, _ logger: Logger) {
    // Each later write to the folder reports the failure.
    try? state.make()
    let exposures = state.exposures()
    guard !exposures.isEmpty else { return }
    logger.warning(
      "others can reach the state folder, which holds keys and purchases",
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
