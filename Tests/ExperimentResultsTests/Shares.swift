import ExperimentResults
import Foundation
import Synchronization

/// The shares that simulations found, one line each, in the file that `PAYWALL_SHARES` names: the article
/// `Verdicts` has them.
enum Shares {
  private static let turn = Mutex(())

  static func note(_ world: String, rounds: Int, _ shares: [(name: String, share: Double)]) {
    guard let path = ProcessInfo.processInfo.environment["PAYWALL_SHARES"] else { return }
    let words = shares.map { "\($0.name) \(Wording.decimal(100 * $0.share, 2))%" }
    let line = "\(world), \(Wording.count(rounds)) rounds: \(words.joined(separator: ", "))\n"
    turn.withLock { _ in
      if !FileManager.default.fileExists(atPath: path) {
        _ = FileManager.default.createFile(atPath: path, contents: nil)
      }
      guard let file = FileHandle(forWritingAtPath: path) else { return }
      file.seekToEndOfFile()
      file.write(Data(line.utf8))
      try? file.close()
    }
  }
}
