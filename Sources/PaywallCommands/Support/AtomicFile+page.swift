import CommandSupport
import PaywallAtomicFile

extension AtomicFile {
  /// Writes a page that a browser opens.
  static func write(page: String, to path: String) throws(Failure) {
    do {
      try replace(path, with: Array(page.utf8), access: .usual)
    } catch {
      throw Failure(.failedOutside, "the page cannot be written to '\(path)': \(error)")
    }
  }
}

extension Console {
  /// Writes a page, and says so.
  func write(page: String, to path: String) throws(Failure) {
    try AtomicFile.write(page: page, to: path)
    note("wrote \(path)")
  }
}
