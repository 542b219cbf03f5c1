import OfferSigning
import Testing

@Suite("One key in many tasks")
struct ConcurrencyTests {
  @Test("eight tasks sign and verify with the same key, and every signature is right")
  func manyTasks() async throws {
    let key = try Fixtures.key()
    let nonce = try Fixtures.nonce()
    let valid = try await withThrowingTaskGroup(of: Int.self) { tasks in
      for _ in 0..<8 {
        tasks.addTask {
          var valid = 0
          for _ in 0..<100 {
            let signed = try key.sign(
              Fixtures.offer, for: .appAccountToken(Fixtures.token), nonce: nonce,
              at: Fixtures.moment)
            let verdict = [key.verificationKey].verify(
              signed, of: Fixtures.offer, for: .appAccountToken(Fixtures.token), at: Fixtures.now)
            if verdict.isValid { valid += 1 }
          }
          return valid
        }
      }
      return try await tasks.reduce(0, +)
    }
    #expect(valid == 800)
  }
}
