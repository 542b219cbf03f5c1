import AppStore
import AppStoreFixtures
import Foundation

extension Verifier {
  /// Returns the distrust of an object of any kind; `nil` if it is verified.
  func distrust(of object: SignedObject) -> Distrust? {
    distrust(of: object.jws, as: object.kind)
  }

  func distrust(of text: String, as kind: SignedObject.Kind) -> Distrust? {
    let now = TestStore.clock
    return switch kind {
    case .transaction: transaction(text, at: now).distrust
    case .renewalInfo: renewalInfo(text, at: now).distrust
    case .notification: notification(text, at: now).distrust
    case .appTransaction: appTransaction(text, at: now).distrust
    case .realtimeRequest: realtimeRequest(text, at: now).distrust
    }
  }
}

extension Vectors {
  /// One object of the vectors by its id.
  static func object(_ id: String) throws -> SignedObject {
    let all = try accepted() + rejected()
    guard let object = all.first(where: { $0.id == id }) else { throw MissingVector(id: id) }
    return object
  }

  struct MissingVector: Error { var id: String }
}

extension String {
  /// The parts of a compact JWS.
  var parts: [String] { split(separator: ".", omittingEmptySubsequences: false).map(String.init) }
}

extension String {
  var utf8Data: Data { Data(utf8) }
}

extension TestStore {
  /// A payload as this store would sign it.
  func payloadBytes(_ members: [String: JSON]) throws -> Data { try JSONEncoder().encode(members) }
}
