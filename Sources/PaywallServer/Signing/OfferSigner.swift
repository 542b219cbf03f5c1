package import Foundation
package import HTTPDocuments
import HTTPTypes
package import OfferSigning
package import PaywallAPI
package import PaywallCatalog
import Synchronization

/// The keys this process signs with, and the source of nonces.
package final class OfferSigner: Sendable {
  private let ring: Mutex<KeyRing>
  private let nonce: @Sendable () -> UUID
  private let clockIsOff = Mutex<@Sendable () -> Bool>({ false })

  package init(keys: KeyRing, nonce: @escaping @Sendable () -> UUID = UUID.fresh) {
    ring = Mutex(keys)
    self.nonce = nonce
  }

  /// Signs nothing while the clock of this machine is off: grants and signatures lapse by it.
  package func refuse(while clockIsOff: @escaping @Sendable () -> Bool) {
    self.clockIsOff.withLock { $0 = clockIsOff }
  }

  package var keys: KeyRing { ring.withLock { $0 } }

  /// The keys of the settings; without any, a throw-away one, but only on loopback or
  /// for a local App Store. `nil` if the
  /// server must answer `signingNotConfigured`, or only reads: no grant would be on disk.
  package convenience init?(_ settings: Settings) throws {
    let mayBeThrowAway = settings.isLoopback || settings.appStore != nil
    guard !settings.isReadOnly, !settings.offerKeys.isEmpty || mayBeThrowAway else { return nil }
    self.init(keys: try Self.keys(of: settings))
  }

  /// Takes up the files of the settings, which name the same ids. Throws `StartError.offerKey`, and
  /// signs with the keys before then.
  package func reload(_ settings: Settings) throws {
    let keys = try Self.keys(of: settings)
    ring.withLock { $0 = keys }
  }

  private static func keys(of settings: Settings) throws -> KeyRing {
    do {
      guard !settings.offerKeys.isEmpty else { return try KeyRing([SigningKey.throwAway()]) }
      return try KeyRing(
        settings.offerKeys.map { key in
          try SigningKey(
            id: key.keyId, issuerId: key.issuerId, file: key.path,
            passphrase: settings.offerKeyPassphrase)
        })
    } catch let error as SigningKeyError {
      throw StartError.offerKey(error.description)
    }
  }

  package var isThrowAway: Bool { keys.signing.isThrowAway }

  /// A nonce for one purchase attempt; never reused.
  package func freshNonce() -> UUID { nonce() }

  /// Whether JWS forms can be signed: they name the issuer.
  package var signsJWS: Bool { keys.signing.issuerId != nil }

  /// A signature for one purchase attempt, as an object of JSON. Never cached, never reused.
  package func signature(
    of offer: PromotionalOffer, form: SignatureForm, for customer: OfferCustomer,
    transactionId: String?, nonce: UUID, to caller: Caller, at now: Timestamp
  ) throws(Problem) -> Content {
    try checkMaySign(for: caller)
    do throws(OfferSigningError) {
      switch form {
      case .jws:
        let jws = try keys.signing.sign(
          .promotionalOffer(offer, transactionId: transactionId), nonce: nonce, at: now.date)
        return ["jws": .text(jws)]
      case .legacy:
        let signed = try keys.signing.sign(offer, for: customer, nonce: nonce, at: now.date)
        return .members(
          ("keyId", signed.keyId), ("nonce", signed.nonce), ("timestamp", signed.timestamp),
          ("signature", signed.signature))
      }
    } catch {
      throw Problem(error)
    }
  }

  /// A compact JWS that makes Apple give an introductory offer again, or withhold it.
  package func introductory(
    isAllowed: Bool, productId: String, bundleId: String, transactionId: String, nonce: UUID,
    to caller: Caller, at now: Timestamp
  ) throws(Problem) -> String {
    try checkMaySign(for: caller)
    do throws(OfferSigningError) {
      return try keys.signing.sign(
        .introductoryEligibility(
          bundleId: bundleId, productId: productId, isAllowed: isAllowed,
          transactionId: transactionId), nonce: nonce, at: now.date)
    } catch {
      throw Problem(error)
    }
  }

  /// Without API keys, only a throw-away key may sign. A process with an offer key does not start
  /// without them (`Settings.check`), and its authenticator admits no caller; this is the last
  /// check.
  package func checkMaySign(for caller: Caller) throws(Problem) {
    guard !caller.isKeyless || isThrowAway else {
      throw Problem.keysRequired(
        "A server without keys signs nothing with an offer key", role: .server)
    }
    guard !clockIsOff.withLock({ $0 })() else {
      throw Problem(
        .signingNotConfigured,
        "The clock of this server is more than an hour off the database's; another server signs.",
        headers: [.retryAfter: "60"])
    }
  }
}

extension Timestamp {
  fileprivate var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }
}

extension Problem {
  /// An unsignable field is the sender's mistake; a missing issuer id is ours.
  init(_ error: OfferSigningError) {
    let field =
      switch error.field {
      case .offerId: "offer"
      case .productId: "product"
      default: error.field?.rawValue
      }
    switch error {
    case .issuerIdMissing:
      self.init(.signingNotConfigured, error.description, field: nil)
    case .signingFailed, .timestampOutOfRange, .requestNotJSON:
      self.init(.internalError, "The signature could not be made.")
    default:
      self.init(Code(rawValue: error.code) ?? .wrongType, error.description, field: field)
    }
  }
}

extension UUID {
  /// A random UUID (RFC 9562, version 4). On Linux `UUID()` opens a device each time, which takes
  /// longer than everything else done with a nonce.
  package static func fresh() -> UUID {
    let high = UInt64.random(in: 0 ... .max) & ~0xF000 | 0x4000
    let low = UInt64.random(in: 0 ... .max) & ~(0b11 << 62) | 0b10 << 62
    return UUID(uuid: unsafe unsafeBitCast((high.bigEndian, low.bigEndian), to: uuid_t.self))
  }
}
