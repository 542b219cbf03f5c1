internal import YAMLText

/// The declaration of the file of a paywall, an experiment, a persona or a message, and the findings of its
/// decoding. It depends on the file and the terms alone.
struct DecodedFile: Sendable {
  let declaration: Declaration?
  let findings: Findings

  enum Declaration: Sendable {
    case paywall(DeclaredPaywall)
    case experiment(DeclaredExperiment)
    case persona(DeclaredPersona)
    case retention(DeclaredRetention)
  }

  /// - Parameter closed: severities of which diagnostics are only counted.
  init(
    _ root: Node, of source: SourceText, path: String, layout: Layout, _ terms: DecodingTerms,
    closed: Set<Diagnostic.Severity>
  ) {
    let sink = DiagnosticSink(allowed: terms.allowed, closed: closed)
    let context = DecodingContext(
      path: path, sink: sink, source: source, vocabulary: terms.vocabulary)
    declaration =
      switch layout {
      case .paywall(let id):
        MappingReader(root, context.used(by: Entity(.paywall, id)), as: "a paywall")
          .map { .paywall(DeclaredPaywall(id: id, $0)) }
      case .experiment(let id):
        MappingReader(root, context.used(by: Entity(.experiment, id)), as: "an experiment")
          .flatMap { DeclaredExperiment(id: id, $0) }.map { .experiment($0) }
      case .persona(let id):
        MappingReader(root, context.used(by: Entity(.persona, id)), as: "a persona")
          .map { .persona(DeclaredPersona(id: id, $0)) }
      case .retention(let id):
        MappingReader(root, context.used(by: Entity(.paywall, id)), as: "a message")
          .map { .retention(DeclaredRetention(id: id, $0)) }
      default: nil
      }
    findings = sink.findings
  }
}
