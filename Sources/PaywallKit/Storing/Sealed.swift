import Catalog
import Foundation
import TextCoding

#if canImport(CryptoKit)
  import CryptoKit
#else
  import Crypto
#endif

/// What stands in a file: a line with the format and the digest of what follows. A file that was
/// cut, altered, or written by another format is worth nothing, and is known to be.
enum Sealed {
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

  /// 16 hexadecimal digits that stand for texts, told apart by their lengths.
  static func name(for texts: String?...) -> String {
    var bytes: [UInt8] = []
    for text in texts {
      bytes += Array("\(text.map { $0.utf8.count } ?? -1):".utf8)
      bytes += Array((text ?? "").utf8)
    }
    return SHA256.hash(data: Data(bytes)).prefix(8).hexadecimal
  }

  /// The digest of bytes, in 64 hexadecimal digits.
  static func digest(_ bytes: [UInt8]) -> String {
    SHA256.hash(data: Data(bytes)).hexadecimal
  }
}

extension Storage {
  /// A value that was kept. What cannot be read is removed, so that it is asked for anew.
  func value<Value: Decodable>(_ type: Value.Type, at name: String) -> Value? {
    guard let file = try? read(name) else { return nil }
    if let content = Sealed.open(file),
      let value = try? JSONDecoder().decode(Value.self, from: content)
    {
      return value
    }
    try? remove(name)
    return nil
  }

  func keep(_ value: some Encodable, at name: String) throws {
    try write(Sealed.seal(try JSONEncoder().encode(value)), to: name)
  }
}
