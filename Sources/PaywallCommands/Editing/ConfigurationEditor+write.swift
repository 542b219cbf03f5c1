import CatalogEditing
import CatalogFiles
import CommandSupport
import PaywallAtomicFile
import YAMLText

extension ConfigurationEditor {
  /// Writes all of the files. If one cannot be written, restores those before it.
  func write(_ changes: [FileChange]) throws {
    for (index, change) in changes.enumerated() {
      do throws(WriteRefusal) {
        try write(files.files[change.path], to: change.path, change.text.map { Array($0.utf8) })
      } catch {
        for earlier in changes[..<index].reversed() {
          try? write(
            earlier.text.map { Array($0.utf8) }, to: earlier.path, files.files[earlier.path])
        }
        throw Failure(
          .failedOutside, "\(change.path): \(error.reason.message)", help: error.reason.help)
      }
    }
  }

  private func write(
    _ old: [UInt8]?, to path: String, _ new: [UInt8]?
  ) throws(WriteRefusal) {
    switch (old, new) {
    case (let old?, let new?):
      guard old != new else { return }
      let written = try FileReplacement(of: path, in: folder, was: old, by: new).write()
      if !written.keepsOwner { console.note("note: the file belongs to you now") }
    case (nil, let new?): _ = try NewFile(path, in: folder, new).write()
    case (let old?, nil): try FileRemoval(of: path, in: folder, was: old).remove()
    case (nil, nil): return
    }
  }

  /// Checks that a commit would hold this change alone; a file that was never committed is new as a
  /// whole.
  func checkCommit(of proposal: Proposal) throws {
    guard options.message != nil else { return }
    let git = try Git(folder, for: "-m")
    for file in proposal.files where files.files[file.path] != nil {
      guard try git.isChanged(file.path), try git.isCommitted(file.path) else { continue }
      throw Failure(
        .no, "\(file.path) has changes that are not committed, and -m would commit them as well",
        help: "commit them first, or leave -m out")
    }
  }

  /// Returns what to do with a file that is in a repository and will be written without a commit;
  /// begins with a space.
  func sentenceOnCommit(of path: String) -> String {
    guard options.message == nil, !options.isDryRun, (try? Git(folder, for: "-m")) != nil else {
      return ""
    }
    return " Now commit \(path); with -m WHY this command does."
  }

  /// Commits the files. Returns the short name of the commit; `nil` if none was asked for.
  func commit(_ proposal: Proposal) throws -> String? {
    guard let message = options.message else { return nil }
    let git = try Git(folder, for: "-m")
    do {
      try git.commit(proposal.files.map(\.path), message: message)
      return try git.head()
    } catch let failure as Failure {
      throw Failure(
        failure.status, "\(proposal.path) was written, and not committed: \(failure.message)",
        help: failure.help)
    }
  }
}
