package import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import PaywallTextCoding

/// Asks a server to sign offers, as an app does on a device.
package struct OfferRequests: Sendable {
  private let client: HTTPClient
  private let url: String

  private static let largestAnswer = 64 * 1024

  /// - Parameter url: the address of the server, without a path.
  package init(_ client: HTTPClient, to url: String) {
    self.client = client
    self.url = url
  }

  /// - Returns: a compact JWS.
  package func sign(
    _ wanted: ServerQuestion.SignatureRequest, at placement: String
  ) async throws(OfferRefusal) -> String {
    var request = HTTPClientRequest(url: "\(url)/v1/offers/sign")
    request.method = .POST
    request.headers.add(name: "Content-Type", value: "application/json")
    request.body = .bytes(ByteBuffer(bytes: Self.body(wanted, at: placement)))
    let answer: Answer
    do {
      let response = try await client.execute(request, timeout: .seconds(3))
      let body = try await response.body.collect(upTo: Self.largestAnswer)
      answer = try JSONDecoder().decode(Answer.self, from: Data(body.readableBytesView))
    } catch {
      throw OfferRefusal(code: nil, detail: "It cannot be asked at \(request.url): \(error).")
    }
    guard let jws = answer.offer?.signature.jws else {
      throw OfferRefusal(code: answer.code, detail: answer.detail ?? "It gives no reason.")
    }
    return jws
  }

  private static func body(
    _ wanted: ServerQuestion.SignatureRequest, at placement: String
  ) -> [UInt8] {
    JSONMembers {
      $0.text("form", "jws")
      $0.text("placement", placement)
      $0.text("product", wanted.product)
      $0.text("offer", wanted.offer)
      $0.text("appTransaction", wanted.appTransaction)
      $0.object("attributes") {
        $0.text("platform", "ios")
        $0.text("osVersion", "18.2")
        $0.text("userId", wanted.user)
      }
    }.bytes
  }

  /// The signed offer, or a problem.
  private struct Answer: Decodable {
    var offer: Signed?
    var code: String?
    var detail: String?

    struct Signed: Decodable {
      var signature: Signature
    }

    struct Signature: Decodable {
      var jws: String
    }
  }
}

package struct OfferRefusal: Error, Hashable, Sendable {
  /// The code of the problem; `nil` if the server did not answer with one.
  package var code: String?
  package var detail: String
}
