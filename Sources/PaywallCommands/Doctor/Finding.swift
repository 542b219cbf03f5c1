import CommandSupport
import HTTPDocuments

/// The result of one check of `paywall doctor`.
struct Finding: Card, Hashable {
  var check: String
  var verdict: Verdict
  var detail: String
  var help: String?

  static let members = Members<Self> {
    $0.always("check", .text, "What was looked at: `keys`, `ledger`.") { $0.check }
    $0.always("verdict") { $0.verdict }
    $0.always("detail", .text) { $0.detail }
    $0.maybe("help", .text, "What to do next.") { $0.help }
  }

  enum Verdict: String, Encodable, CaseIterable {
    case ok, warning, error
    /// The check was not made.
    case skipped
  }

  init(_ check: String, _ verdict: Verdict, _ detail: String, help: String? = nil) {
    self.check = check
    self.verdict = verdict
    self.detail = detail
    self.help = help
  }

  /// Returns one line, and below it the next step.
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

extension [Finding] {
  /// Returns a list of one finding.
  static func only(
    _ check: String, _ verdict: Finding.Verdict, _ detail: String, help: String? = nil
  ) -> [Finding] {
    [Finding(check, verdict, detail, help: help)]
  }
}
