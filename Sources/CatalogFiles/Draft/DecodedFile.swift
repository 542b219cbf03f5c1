internal import YAMLText

/// What the file of a paywall, an experiment or a persona declares, and what its decoding found.
/// It depends on the file and the terms alone.
struct DecodedFile: Sendable {
  let declaration: Declaration?
  let findings: Findings

  enum Declaration: Sendable {
    case paywall(DeclaredPaywall)
    case experiment(DeclaredExperiment)
    case persona(DeclaredPersona)
  }

  /// - Parameter closed: severities of which diagnostics are only counted.
  init(
    _ root: Node, of source: SourceText, path: String, layout: Layout, _ terms: DecodingTerms,
    closed: Set<Diagnostic.Severity>
  ) {
    let vocabulary = terms.vocabulary
    let sink = DiagnosticSink(allowed: terms.allowed, closed: closed)
    let context = DecodingContext(path: path, sink: sink, source: source)
    declaration =
      switch layout {
      case .paywall(let id):
        DeclaredPaywall(id: id, root, context, vocabulary).map { .paywall($0) }
      case .experiment(let id):
        DeclaredExperiment(id: id, root, context, vocabulary).map { .experiment($0) }
      case .persona(let id):
        DeclaredPersona(id: id, root, context, vocabulary).map { .persona($0) }
      default: nil
      }
    findings = sink.findings
  }
}
