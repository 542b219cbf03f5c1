import Foundation
import Testing

@testable import PaywallKit

@Suite("A tester sees a variant")
struct PreviewTests {
  private let forced = """
    {"placement":"onboarding","paywall":{"id":"b-wall","locale":"en","products":[]},
    "reason":"forced","experiment":{"id":"x","variant":"b","phase":1,"recorded":false,
    "exposure":false},"revision":"r"}
    """

  @Test("the token goes with every placement, and what it shows counts for nothing")
  func shown() async throws {
    let device = Device(isPinned: false)
    let bodies = Box<[JSONValue]>([])
    let forced = forced
    let client = device.start(
      transport: { request in
        let body = try JSONDecoder().decode(JSONValue.self, from: request.body ?? Data())
        bodies.change { $0.append(body) }
        guard body["preview"] != nil else { return try await answering(variant("a"))(request) }
        return try await answering(forced, control: "no-store")(request)
      })
    #expect(await client.placement("onboarding").experiment?.variant == "a")
    await client.setPreview("token")
    let shown = await client.placement("onboarding")
    #expect(shown.reason == .forced && shown.experiment?.variant == "b" && !shown.isExposure)
    await client.reportExposure(of: shown)
    #expect(await client.waiting == 0)
    await client.setPreview(nil)
    #expect(await client.placement("onboarding").experiment?.variant == "a")
    #expect(bodies.value.map { $0["preview"]?.string } == [nil, "token"])
  }

  @Test("a token that is no good is said by the real server, and the usual answer stands in")
  func refused() async throws {
    try await TestServer().run { url in
      let client = Device(isPinned: false).start(url, transport: nil)
      #expect(await client.placement("settings").source == .network)
      await client.setPreview("no-token")
      let answer = await client.placement("settings")
      guard case .network(.refused(let problem))? = answer.diagnostics.first else {
        return #expect(Bool(false), "\(answer)")
      }
      #expect(problem.code == "previewInvalid")
      #expect(answer.paywall?.id == "rich")
    }
  }
}
