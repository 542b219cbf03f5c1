import Foundation
import Testing

@testable import PaywallKit

@Suite("An answer of the server")
struct PlacementAnswerTests {
  private func read(_ members: String) -> PlacementDecision? {
    PlacementDecision(body: Data(#"{"placement":"x","reason":"experiment",\#(members)}"#.utf8))
  }

  @Test("passes over what this version does not know")
  func newer() throws {
    let answer = try #require(
      read(
        #"""
        "paywall":{"id":"w","locale":"en","content":null,"mood":"new","products":[{"id":"p","offers":[
        {"kind":"gift","id":"g","eligibility":"eligible","reason":"r"},
        {"kind":"promotional","id":"o","eligibility":"eligible","reason":"r","sign":"jws","appStoreId":7}]}]},
        "experiment":{"id":"e","variant":"v","phase":2,"recorded":true},"future":[1]
        """#))
    let paywall = try #require(answer.paywall)
    #expect(paywall.content == .object([:]))
    #expect(paywall.products.map(\.id) == ["p"])
    let offer = try #require(paywall.products[0].offers.first)
    #expect(paywall.products[0].offers.count == 1)
    #expect(offer.id == "o" && offer.needsSignature && offer.appStoreId == 7)
    #expect(answer.experiment?.variant == "v" && answer.experiment?.phase == 2)
    #expect(answer.isExposure)
  }

  @Test("shows nothing only if it says so")
  func nothing() throws {
    #expect(try #require(read(#""paywall":null"#)).shows == .nothing)
  }

  @Test(
    "is none if what it decides cannot be read",
    arguments: [
      #""revision":"r""#,
      #""paywall":{"id":"w","products":[]}"#,
      #""paywall":{"id":"w","locale":"en","products":[{"id":"p"}]}"#,
      #""paywall":{"id":"w","locale":"en","products":[{"offers":[]}]}"#,
      #""paywall":null,"experiment":{"id":"e","variant":"v","phase":2}"#,
      #""paywall":null,"experiment":"e""#,
    ])
  func unreadable(members: String) {
    #expect(read(members) == nil)
  }
}
