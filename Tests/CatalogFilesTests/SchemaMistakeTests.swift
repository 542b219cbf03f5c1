import Testing
import YAMLText

@testable import CatalogFiles

/// Mistakes that editors show at once, and those that are left to `check`.
@Suite("A mistake in an editor")
struct SchemaMistakeTests {
  /// How much of each kind of mistake the schemas refuse, in percent of the fixtures. Kinds that
  /// are not here are about what several keys or files say together.
  private static let least: [Diagnostic.Code: Int] = [
    .unknownKey: 100, .wrongType: 100, .misplacedKey: 100, .missingKey: 90, .invalidValue: 85,
    .invalidName: 50, .reservedName: 75, .unknownName: 70,
  ]

  private struct Finding {
    var name: String
    var code: Diagnostic.Code
    var isRefused: Bool
  }

  /// The errors of the fixtures, and whether an editor shows one in that file.
  private static let found: [Finding] = Mistake.all.flatMap { mistake -> [Finding] in
    guard let loaded = mistake.loaded else { return [] }
    let files = loaded.files
    let schemas = FolderSchemas(files)
    let errors = loaded.report.diagnostics.filter { $0.severity == .error }
    return errors.compactMap { error -> Finding? in
      guard let bytes = files.files[error.file],
        let complaints = schemas.complaints(about: bytes, at: error.file, read: .core)
      else { return nil }
      return Finding(name: mistake.name, code: error.code, isRefused: !complaints.isEmpty)
    }
  }

  @Test("is shown at once if it is one of form", arguments: Array(least))
  func shown(_ code: Diagnostic.Code, _ percent: Int) {
    let mistakes = Self.found.filter { $0.code == code }
    let missed = mistakes.filter { !$0.isRefused }.map(\.name)
    #expect(!mistakes.isEmpty)
    #expect(
      (mistakes.count - missed.count) * 100 >= mistakes.count * percent,
      "\(missed.count) of \(mistakes.count) are missed: \(missed.joined(separator: ", "))")
  }

  @Test func `is shown in most cases, over all kinds that can be read`() {
    let shown = Self.found.filter(\.isRefused).count
    #expect(shown * 100 >= Self.found.count * 60, "\(shown) of \(Self.found.count)")
  }
}
