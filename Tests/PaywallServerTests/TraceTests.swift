import HTTPTransport
import Ledger
import LedgerSQLite
import LedgerStorage
import PaywallServer
import Testing

@Suite("Traces")
struct TraceTests {
  private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
  private static let parent = "00f067aa0ba902b7"

  @Test("every line of a request names its trace; one without a good header names none")
  func logged() async throws {
    let testServer = TestServer()
    let good = "traceparent: 00-\(Self.trace)-\(Self.parent)-01"
    let broken = "traceparent: 00-\(Self.trace)-\(Self.parent)-zz"
    let path = "GET /v1/placements/onboarding"
    _ = try await testServer.exchange("\(path)\nX-Request-Id: r-1\n\(good)")
    _ = try await testServer.exchange("\(path)\nX-Request-Id: r-2\n\(broken)")
    #expect(testServer.lines.all.filter { $0.contains("request=r-1") }.count == 1)
    #expect(
      testServer.lines.all.first { $0.contains("r-1") }?.contains("trace=\(Self.trace)") == true)
    #expect(testServer.lines.all.first { $0.contains("r-2") }?.contains("trace=") == false)
  }

  @Test("a failure is logged with its trace, at error")
  func failure() async throws {
    let ledger = SQLiteLedger.inMemory()
    await ledger.close()
    var testServer = TestServer()
    testServer.ledger = ledger
    try await testServer.exchange(
      "POST /v1/aliases\ntraceparent: 00-\(Self.trace)-\(Self.parent)-01\n\n{\"anonymousId\":\"a\",\"userId\":\"u\"}"
    ).expect(503)
    let problem = try #require(testServer.lines.all.first { $0.contains("problem") })
    problem.expect(has: " error ", "trace=\(Self.trace)", "code=ledgerUnavailable")
  }
}
