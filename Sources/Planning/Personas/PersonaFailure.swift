/// Something that a persona expects and that does not hold.
package struct PersonaFailure: Hashable, Sendable {
  package var persona: String
  /// The file of the persona, by its path from the folder of the configuration.
  package var file: String
  /// Keys inwards to what does not hold: `expect`, `onboarding`.
  package var keys: [String]
  /// `standard-trial by experiment (annual-trial trial)`.
  package var expected: String
  /// What is so instead, with the reason.
  package var found: String
  /// The line that shows every step of the decision; absent where a fact is wrong.
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
