import Foundation
import PaywallAtomicFile
import PaywallTextCoding

extension StateDirectory {
  /// Names this state folder's server among those that share a ledger, also after a restart: 16
  /// hexadecimal digits. One that cannot be kept is another after a restart.
  package func nodeId() -> String {
    let file = "\(path)/node.id"
    if let bytes = FileManager.default.contents(atPath: file),
      case let text = String(decoding: bytes, as: UTF8.self), text.utf8.count == 16,
      text.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    {
      return text
    }
    let made = (0..<8).map { _ in UInt8.random(in: 0 ... .max) }.hexadecimal
    if !isReadOnly { _ = try? AtomicFile.replace(file, with: Array(made.utf8)) }
    return made
  }
}
