import AppStore
import AppStoreFixtures
import Foundation

extension Verifier {
  /// What is said against an object of any kind; `nil` if it is verified.
  func distrust(of object: SignedObject) -> Distrust? {
    let now = TestStore.moment
    return switch object.kind {
    case .transaction: transaction(object.jws, at: now).distrust
    case .renewalInfo: renewalInfo(object.jws, at: now).distrust
    case .notification: notification(object.jws, at: now).distrust
    case .appTransaction: appTransaction(object.jws, at: now).distrust
    case .realtimeRequest: realtimeRequest(object.jws, at: now).distrust
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
