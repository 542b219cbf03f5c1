/// The text that `--version` prints.
package struct BuildInfo: Sendable {
  /// The version in CHANGELOG.md.
  package static let version = "0.2.0"
  let program: String
  /// 40 hexadecimal digits, or `unknown` if the program was not built from a repository.
  let commit: String

  package init(program: String, commit: String) {
    self.program = program
    self.commit = commit
  }

  package var text: String { "\(program) \(Self.version) (commit \(commit), Swift \(Self.swift))" }

  /// The compiler's version, which the language tells only by comparison.
  private static var swift: String {
    #if compiler(>=6.5)
    "6.5 or later"
    #elseif compiler(>=6.4)
    "6.4"
    #elseif compiler(>=6.3)
    "6.3"
    #else
    "6.2"
    #endif
  }
}
