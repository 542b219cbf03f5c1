import Foundation
import PaywallTextCoding
import TestSupport
import Testing

@testable import OfferSigning

@Suite("Damage never verifies and never crashes (fixed seeds)")
struct CorruptionTests {
  private static let rounds = TestSupport.rounds(500, all: 2_000)

  @Test("one changed byte of payload or signature never verifies")
  func bytes() throws {
    var random = SplitMix(state: 0x5EED_0001)
    let key = try Fixtures.key().key
    let payload = LegacyPayload.bytes(of: Fixtures.fields)
    let signature = try key.sign(payload)
    #expect(key.verify(signature, over: payload))
    for _ in 0..<Self.rounds {
      var (changedPayload, changedSignature) = (payload, signature)
      let change = UInt8.random(in: 1...255, using: &random)
      if Bool.random(using: &random) {
        changedPayload[Int.random(in: 0..<payload.count, using: &random)] ^= change
      } else {
        changedSignature[Int.random(in: 0..<signature.count, using: &random)] ^= change
      }
      #expect(!key.verify(changedSignature, over: changedPayload))
    }
  }

  @Test("one changed character of a legacy signature is never valid")
  func legacyText() throws {
    var random = SplitMix(state: 0x5EED_0002)
    let keys = [try Fixtures.key().verificationKey]
    let right = try Fixtures.legacy()
    let text = Array(right.signature.utf8)
    for _ in 0..<Self.rounds {
      var changed = text
      let index = Int.random(in: 0..<text.count, using: &random)
      changed[index] ^= UInt8.random(in: 1...127, using: &random)
      let signature = LegacySignature(
        keyId: right.keyId, nonce: right.nonce, timestamp: right.timestamp,
        signature: String(decoding: changed, as: UTF8.self))
      let verdict = keys.verify(
        signature, of: Fixtures.offer, for: .appAccountToken(Fixtures.token), at: Fixtures.now,
        limit: 3)
      #expect(!verdict.isValid)
      #expect(!verdict.findings.isEmpty)
    }
  }

  @Test("one changed byte of a JWS is never valid")
  func jws() throws {
    var random = SplitMix(state: 0x5EED_0003)
    let keys = [try Fixtures.key().verificationKey]
    let text = try Array(
      Fixtures.key().sign(
        .promotionalOffer(Fixtures.offer, transactionId: "1"), nonce: Fixtures.nonce(),
        at: Fixtures.moment
      ).utf8)
    for _ in 0..<Self.rounds {
      var changed = text
      changed[Int.random(in: 0..<text.count, using: &random)] ^= UInt8.random(
        in: 1...255, using: &random)
      let verdict = keys.verify(jws: String(decoding: changed, as: UTF8.self), at: Fixtures.now)
      #expect(!verdict.isValid)
    }
  }

  /// Cuts, repeats, flips and inserts at random places.
  private func mutate(_ bytes: [UInt8], _ random: inout SplitMix) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
      let index = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
      case 2: bytes.removeSubrange(index..<min(bytes.count, index + 9))
      case 3: bytes.insert(contentsOf: bytes[index...].prefix(40), at: index)
      default: bytes.remove(at: index)
      }
    }
    return bytes
  }

  @Test("mutated JWS payloads and headers are read without a crash, and refused")
  func jwsParser() throws {
    var random = SplitMix(state: 0x5EED_0004)
    let keys = [try Fixtures.key().verificationKey]
    let seeds = try Vectors.jws.get().cases.map { Array($0.compactJws.utf8) }
    for round in 0..<Self.rounds {
      let seed = seeds[round % seeds.count]
      var mutated = mutate(seed, &random)
      if round.isMultiple(of: 2) {
        // Mutate the JSON under the Base64, so that the readers behind it see damage too.
        let parts = seed.split(separator: UInt8(ascii: "."))
        let json = Base64.decode(String(decoding: parts[1], as: UTF8.self), .url) ?? []
        let damaged = Base64.encode(mutate(json, &random), .url)
        mutated = Array([parts[0], Array(damaged.utf8)[...], parts[2]].joined(separator: [46]))
      }
      if mutated == seed { continue }
      let verdict = keys.verify(jws: String(decoding: mutated, as: UTF8.self), at: Fixtures.now)
      #expect(!verdict.isValid)
    }
  }

  @Test("deeply nested JSON is refused without a crash")
  func nesting() throws {
    let keys = [try Fixtures.key().verificationKey]
    let deep = String(repeating: #"{"a":["#, count: 20_000)
    let jws = try Fixtures.jws(header: deep, claims: deep)
    let codes = keys.verify(jws: jws, at: Fixtures.now).findings.map(\.code)
    #expect(codes == [.notJSON, .notJSON])
  }

  @Test("mutated PEM texts load or are refused, without a crash and without a prompt")
  func pem() {
    var random = SplitMix(state: 0x5EED_0005)
    let seeds = [
      TestOnlyKeys.pkcs8, TestOnlyKeys.sec1, TestOnlyKeys.encryptedPKCS8,
      TestOnlyKeys.encryptedSEC1, TestOnlyKeys.p384, TestOnlyKeys.certificate,
      TestOnlyKeys.explicitParameters,
    ]
    for round in 0..<Self.rounds {
      let pem = mutate(Array(seeds[round % seeds.count].utf8), &random)
      do throws(SigningKeyError) {
        _ = try SigningKey(
          id: "K", pem: String(decoding: pem, as: UTF8.self), passphrase: TestOnlyKeys.passphrase)
      } catch {
        #expect(!error.description.isEmpty)
      }
    }
  }
}
