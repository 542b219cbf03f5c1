import AppStoreFixtures
import Foundation
import Testing

/// The claims of the first JWS in a response.
func claims(of reply: TestServer.Reply) throws -> JSON {
  let jws = try #require(reply.description.firstMatch(of: /"jws":"([^"]+)"/)?.1)
  var payload = jws.split(separator: ".")[1].replacing("-", with: "+").replacing("_", with: "/")
  while payload.utf8.count % 4 != 0 { payload += "=" }
  return try JSONDecoder().decode(
    JSON.self, from: try #require(Data(base64Encoded: String(payload))))
}
