import Crypto
import Foundation
import TestSupport
import Testing

@testable import OfferSigning

@Suite("Encodings, against Foundation and swift-crypto")
struct EncodingTests {
  @Test("the two forms of a signature agree with swift-crypto")
  func ecdsa() throws {
    let key = P256.Signing.PrivateKey()
    for round in 0..<300 {
      let signature = try key.signature(for: Data("message \(round)".utf8))
      let der = Array(signature.derRepresentation)
      let raw = Array(signature.rawRepresentation)
      #expect(ECDSASignature(der: der)?.raw == raw)
      #expect(ECDSASignature(raw: raw)?.der == der)
    }
  }

  @Test(
    "only the shortest DER is read",
    arguments: [
      [], [0x30], [0x30, 0x00], [0x31, 0x06, 2, 1, 1, 2, 1, 1], [0x30, 0x07, 2, 1, 1, 2, 1, 1],
      [0x30, 0x06, 2, 1, 1, 2, 1, 1, 0], [0x30, 0x06, 2, 1, 0x81, 2, 1, 1],
      [0x30, 0x07, 2, 2, 0, 1, 2, 1, 1], [0x30, 0x05, 2, 0, 2, 1, 1],
      [0x30, 0x81, 0x06, 2, 1, 1, 2, 1, 1], [0x30, 0x82, 0, 6, 2, 1, 1, 2, 1, 1],
      [0x30, 0x09, 2, 1, 1, 2, 1, 1, 2, 1, 1],
    ] as [[UInt8]])
  func badDER(bytes: [UInt8]) { #expect(ECDSASignature(der: bytes) == nil) }

  @Test("small numbers are padded in r‖s and kept short in DER")
  func smallNumbers() {
    let der: [UInt8] = [0x30, 0x07, 2, 1, 1, 2, 2, 0, 0x80]
    let raw = [UInt8](repeating: 0, count: 31) + [1] + [UInt8](repeating: 0, count: 31) + [0x80]
    #expect(ECDSASignature(der: der)?.raw == raw)
    #expect(ECDSASignature(raw: raw)?.der == der)
    let zero: [UInt8] = [0x30, 0x06, 2, 1, 0, 2, 1, 0]
    #expect(ECDSASignature(raw: [UInt8](repeating: 0, count: 64))?.der == zero)
    #expect(ECDSASignature(der: zero)?.raw == [UInt8](repeating: 0, count: 64))
  }

  @Test("JSON values are told apart by type")
  func json() {
    let text = #"{"a":null,"b":true,"c":1,"d":1.5,"e":"é","f":[1,false],"g":{}}"#
    let expected: [String: JSONValue] = [
      "a": .null, "b": .bool(true), "c": .integer(1), "d": .number(1.5), "e": .string("é"),
      "f": .array([.integer(1), .bool(false)]), "g": .object([:]),
    ]
    #expect(JSONValue.parse(Array(text.utf8)) == .object(expected))
    #expect(JSONValue.parse([0xFF]) == nil)
    let descriptions = expected.sorted { $0.key < $1.key }.map(\.value.description)
    #expect(
      descriptions == ["null", "true", "1", "1.5", "\"é\"", "an array of 2", "an object of 0"])
  }

  @Test("invisible characters are shown by their numbers")
  func shown() {
    #expect("a\u{2063}b\n ".shown == "aU+2063bU+000A ")
    #expect("".shown == "empty")
  }
}
