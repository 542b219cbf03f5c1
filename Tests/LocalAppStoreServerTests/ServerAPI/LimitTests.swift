import LocalAppStore
import LocalAppStoreServer
import NIOHTTP1
import Testing

/// Apple's budgets for each hour.
struct LimitTests {
  @Test(
    "A call above the budget of its hour gets 429, and the instant at which the next hour begins",
    arguments: [(WorldSettings.Environment.sandbox, 3), (.production, 36)])
  func limited(environment: WorldSettings.Environment, calls: Int) async throws {
    // A hundredth of Apple's: 1 a second is 3,600 an hour, and 360 in the sandbox.
    try await APIWorld.with(environment, limits: 0.01) { api in
      for _ in 0..<calls {
        #expect(try await api.call(.POST, "/inApps/v1/notifications/test").status == 200)
      }
      let over = try await api.call(.POST, "/inApps/v1/notifications/test")
      #expect(over.status == 429)
      #expect(over.failure == "4290000 Rate limit exceeded.")
      #expect(over.headers["Content-Type"] == ["application/json"])
      #expect(over.headers["Retry-After"] == ["\((apiNow + 3_600) * 1_000)"])
      // Each endpoint has its own, and a call that is not authorized takes nothing of it.
      #expect(try await api.call(.GET, "/inApps/v1/lookup/M1").status == 200)
      #expect(try await api.call(.GET, "/inApps/v1/lookup/M1", token: "x").status == 401)
      #expect(await api.store.notifications(of: nil).notifications.count == calls)
    }
  }

  @Test("Without limits every call is taken")
  func unlimited() async throws {
    try await APIWorld.with(limits: 0) { api in
      for _ in 0..<400 {
        let answer = try await api.call(.GET, "/inApps/v1/notifications/test/x")
        #expect(answer.status == 400)
      }
    }
  }
}
