import PaywallCatalog
import CatalogFiles
import PaywallDecisions
import Planning
import YAMLText

/// Checks of a valid configuration: expectations of personas that fail, and changes that break
/// running experiments.
struct SnapshotChecks {
  let snapshot: Snapshot
  let files: ConfigurationFiles
  let now: Timestamp

  /// A diagnostic for each expectation of a persona that does not hold.
  func personas() -> [Diagnostic] {
    guard !snapshot.personas.isEmpty else { return [] }
    return CompiledSnapshot(snapshot).personaFailures(at: now).map {
      diagnostic(.error, "personaFailed", $0.file, $0.keys, $0.message, help: $0.help)
    }
  }

  /// A diagnostic for each change since another revision that a running experiment does not
  /// survive.
  func breaches(
    since base: (ConfigurationFiles, [Diagnostic])?, called name: String?
  ) -> [Diagnostic] {
    guard let (base, found) = base else { return [] }
    guard let old = Loader.load(ParsedFiles(base), found: found).snapshot else {
      return [
        Diagnostic(
          .error, code: .baseHasErrors, in: ConfigurationPath.paywalls, at: nil,
          "the configuration of \(name ?? "the base") has errors, so nothing was compared with it",
          help: "compare with a revision that 'paywall check' finds no mistakes in")
      ]
    }
    return Planning.breaches(from: old, to: snapshot, at: now).map { breach in
      diagnostic(
        breach.severity == .error ? .error : .warning, breach.code.rawValue, breach.file,
        breach.keys, breach.message, help: breach.help)
    }
  }

  private func diagnostic(
    _ severity: Diagnostic.Severity, _ code: String, _ file: String, _ keys: [String],
    _ message: String, help: String
  ) -> Diagnostic {
    let document = files.files[file].map { Document.parse($0, path: file).0 }
    return Diagnostic(
      severity, code: Diagnostic.Code(code), in: file,
      at: document?.place(of: DocumentPath(keys.map { .key($0) })), message, help: help)
  }
}

extension Diagnostic.Code {
  fileprivate static let baseHasErrors = Diagnostic.Code("baseHasErrors")
}
