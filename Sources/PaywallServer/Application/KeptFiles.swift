import LedgerSQLite
import PaywallAPI

/// Files that a server made or opened at its start and does not open again: its locks, the key that
/// hides visitors in logs, the decision log. Without them another server may begin beside it, and
/// lines go where they are never read.
struct KeptFiles: Sendable {
  private let files: [(path: String, file: FileNumber)]

  /// Keeps the paths that lead to a file now.
  init(_ paths: [String]) {
    files = paths.compactMap { path in FileNumber(at: path).map { (path, $0) } }
  }

  /// The ledger's own file is looked at before each write.
  var reasons: [ReadinessReason] {
    let lost = files.filter { FileNumber(at: $0.path) != $0.file }.map(\.path)
    guard !lost.isEmpty else { return [] }
    return .only(
      "stateFilesLost",
      "removed or replaced since the server started: \(lost.joined(separator: ", "))", .degrading)
  }
}
