import CatalogFiles
import Foundation
import YAMLText

/// Reads, checks and compiles a folder of 2,000 paywalls and 2,000 experiments from disk.
struct LoadingBenchmark {
  func run() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "paywall-benchmark-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for (path, bytes) in SampleApp.files(paywalls: 2_000, experiments: 2_000).files {
      let file = folder.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: file)
    }
    let seconds = try shortest(of: 3) {
      let (snapshot, report) = Loader.load(folder.path())
      guard snapshot != nil else { throw Invalid(text: report.text(colours: .none)) }
    }
    figure("load-2000-and-2000", seconds, "s")
  }
}
