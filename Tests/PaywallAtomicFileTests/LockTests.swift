import Foundation
import PaywallAtomicFile
import Testing

@Suite("A lock between processes")
struct LockTests {
  @Test("changes that read and then write do not lose each other")
  func counting() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("lock-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (lock, file) = (folder.path + "/.lock", folder.path + "/count")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<50 {
            try AtomicFile.withLock(lock) {
              let old = (try? String(contentsOfFile: file, encoding: .utf8)).flatMap { Int($0) }
              try AtomicFile.replace(file, with: Array("\((old ?? 0) + 1)".utf8))
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "200")
  }

  @Test("a lock that cannot be made is an error, and what it guards does not run")
  func impossible() {
    var hasRun = false
    #expect(throws: AtomicFileError.self) {
      try AtomicFile.withLock("/nowhere/.lock") { hasRun = true }
    }
    #expect(!hasRun)
  }
}
