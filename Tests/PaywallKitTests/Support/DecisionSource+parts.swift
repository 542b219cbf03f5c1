import PaywallKit

extension DecisionSource {
  /// The age of an earlier answer of the server.
  var age: Duration? { if case .cache(let age) = self { age } else { nil } }

  /// The bundle in the app, if it decided.
  var fileInApp: Bundled? { if case .bundledFile(let bundled) = self { bundled } else { nil } }

  /// The bundle that the server handed out, if it decided.
  var downloaded: Bundled? { if case .download(let bundled) = self { bundled } else { nil } }
}

extension PaywallsError {
  /// The server's refusal.
  var refusal: ServerProblem? { if case .refused(let problem) = self { problem } else { nil } }
}
