import PaywallAPI

/// What one check of `paywall doctor` says.
struct Finding: Encodable, Hashable {
  /// What was looked at: `keys`, `ledger`.
  var check: String
  var verdict: Verdict
  var detail: String
  /// What to do next; `nil` if there is nothing to do.
  var help: String?

  enum Verdict: String, Encodable, CaseIterable {
    case ok, warning, error
    /// It was not looked at.
    case skipped
  }

  init(_ check: String, _ verdict: Verdict, _ detail: String, help: String? = nil) {
    self.check = check
    self.verdict = verdict
    self.detail = detail
    self.help = help
  }

  /// One line, and below it what to do.
  func text(for console: Console) -> String {
    let word =
      switch verdict {
      case .ok: console.good("ok     ")
      case .warning: console.notable("warning")
      case .error: console.bad("error  ")
      case .skipped: "skipped"
      }
    let padding = String(repeating: " ", count: max(1, 16 - displayWidth(check)))
    return "\(word)  \(check)\(padding)\(detail)" + (help.map { "\n         help: \($0)" } ?? "")
  }
}

extension Finding {
  static let schema = Schema.object([
    .always("check", .text, "What was looked at: `keys`, `ledger`."),
    .always("verdict", .words(of: Verdict.self)), .always("detail", .text),
    .maybe("help", .text, "What to do next."),
  ])
}
