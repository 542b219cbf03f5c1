import Foundation
import PaywallTextCoding

#if canImport(CryptoKit)
import CryptoKit
#else
import Crypto
#endif

/// A file that begins with a line of its format and the digest of the rest, so that a file that was
/// cut, altered or written in another format is recognized.
enum ChecksummedFile {
  private static let format = "paywallkit 1 "

  static func seal(_ content: Data) -> Data {
    var file = Data(head(of: content).utf8)
    file.append(content)
    return file
  }

  static func open(_ file: Data) -> Data? {
    let length = format.utf8.count + 64 + 1
    guard file.count >= length else { return nil }
    let content = Data(file.dropFirst(length))
    return file.prefix(length).elementsEqual(head(of: content).utf8) ? content : nil
  }

  private static func head(of content: Data) -> String {
    "\(format)\(SHA256.hash(data: content).hexadecimal)\n"
  }
}

extension Storage {
  /// A stored value; `nil` if there is none. One that cannot be read is removed.
  @_semantics("optimize.sil.specialize.generic.size.never")
  func value<Value: Decodable>(_ type: Value.Type, at name: String) -> Value? {
    guard let file = try? read(name) else { return nil }
    if let value = Self.decode(type, file) { return value }
    try? remove(name)
    return nil
  }

  /// A stored value; one that cannot be read stays where it is.
  @_semantics("optimize.sil.specialize.generic.size.never")
  func readable<Value: Decodable>(_ type: Value.Type, at name: String) -> Value? {
    (try? read(name)).flatMap { Self.decode(type, $0) }
  }

  @_semantics("optimize.sil.specialize.generic.size.never")
  private static func decode<Value: Decodable>(_ type: Value.Type, _ file: Data) -> Value? {
    ChecksummedFile.open(file).flatMap { try? JSONDecoder().decode(type, from: $0) }
  }

  @_semantics("optimize.sil.specialize.generic.size.never")
  func keep(_ value: some Encodable, at name: String) throws {
    try write(ChecksummedFile.seal(try JSONEncoder().encode(value)), to: name)
  }
}
