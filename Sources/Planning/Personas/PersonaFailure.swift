/// An unmet expectation of a persona.
package struct PersonaFailure: Hashable, Sendable {
  package var persona: String
  /// The file of the persona, by its path from the folder of the configuration.
  package var file: String
  /// The path of keys to the expectation: `expect`, `onboarding`.
  package var keys: [String]
  /// `standard-trial by experiment (annual-trial trial)`.
  package var expected: String
  /// The actual answer, with the reason.
  package var found: String
  /// The command that shows every step of the decision; absent if a fact is wrong.
  package var command: String?

  /// `onboarding shows standard by rule 1, expected standard-trial`.
  package var message: String {
    keys.first == "expect"
      ? "\(keys.dropFirst().joined(separator: ".")) shows \(found), expected \(expected)"
      : found
  }

  package var help: String {
    command.map { "see why: \($0)" } ?? "correct it in \(file)"
  }
}
