package import Crypto
import Foundation
import PaywallAtomicFile

extension StateDirectory {
  package var previewFile: String { "\(path)/preview.key" }

  /// The secret that signs previews; `nil` if there is none yet.
  package func previewSecret() throws(PreviewSecretError) -> SymmetricKey? {
    guard FileManager.default.fileExists(atPath: previewFile) else { return nil }
    guard let bytes = FileManager.default.contents(atPath: previewFile),
      bytes.count == PreviewTokens.secretSize
    else { throw .corrupt(previewFile) }
    return SymmetricKey(data: bytes)
  }

  /// The secret, made from these bytes if there is none. If two processes make one at the same
  /// time, both get the first.
  ///
  /// - Parameter random: 32 unpredictable bytes.
  package func previewSecret(
    orMadeFrom random: @Sendable () -> SymmetricKey
  ) throws(PreviewSecretError) -> SymmetricKey {
    if let secret = try previewSecret() { return secret }
    guard !isReadOnly else { throw .readOnly(previewFile) }
    do {
      try make()
      try keepOutOfGit()
      let content = unsafe random().withUnsafeBytes { unsafe Array($0) }
      try AtomicFile.create(previewFile, with: content)
    } catch let error as AtomicFileError where error.isThere {
      // Another process came first.
    } catch {
      throw .unwritable("\(error)")
    }
    guard let secret = try previewSecret() else { throw .unwritable("\(previewFile) vanished") }
    return secret
  }
}

extension StateDirectory {
  /// The folder may be in a repository, and one `git add` would publish the secret.
  private func keepOutOfGit() throws {
    let file = "\(path)/.gitignore"
    guard !FileManager.default.fileExists(atPath: file) else { return }
    try AtomicFile.replace(file, with: Array("*\n".utf8), access: .usual)
  }
}

/// Why there is no secret to sign previews with.
package enum PreviewSecretError: Error, Hashable, Sendable, CustomStringConvertible {
  case corrupt(String)
  case unwritable(String)
  /// There is none, and this server may make none.
  case readOnly(String)

  package var description: String {
    switch self {
    case .corrupt(let path):
      "\(path) is not the \(PreviewTokens.secretSize) bytes that were written\n  help: put the file back, or delete it; previews that were made before then end"
    case .readOnly(let path):
      "there is no \(path), and this server only reads\n  help: make a preview at the server that writes"
    case .unwritable(let reason):
      "the secret of previews cannot be kept: \(reason)\n  help: give --state-dir a folder that this user may write to"
    }
  }
}
