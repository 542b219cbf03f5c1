import HTTPTransport
import HTTPTypes
import LocalAppStoreClient
import Synchronization
import Testing

@testable import LocalAppStoreServer

/// A token that others can reach is tried by people who do not have it.
struct TokenGuessTests {
  private static let token = "0123456789abcdef"
  private let access: StoreAccess
  private let clock = Clock()

  private final class Clock: Sendable {
    let nanoseconds = Mutex<Int64>(0)
  }

  init() throws {
    access = try StoreAccess(host: "0.0.0.0", token: Self.token) { [clock] in
      clock.nanoseconds.withLock(\.self)
    }
  }

  private func pass(_ seconds: Int64) {
    clock.nanoseconds.withLock { $0 += seconds * 1_000_000_000 }
  }

  /// The code of the refusal, or whether the page opens.
  private func answer(to token: String, from address: String) throws -> String {
    let address = try #require(ClientAddress(address))
    var head = HTTPRequest(method: .get, scheme: "http", authority: "a", path: "/")
    head.headerFields[.authorization] = "Bearer \(token)"
    do {
      return try access.isSignedIn(head, from: address) ? "open" : "closed"
    } catch {
      return error.code
    }
  }

  @Test("An address has ten guesses, and another one each second")
  func address() throws {
    let guesser = "192.0.2.1"
    for _ in 0..<10 { #expect(try answer(to: "guess", from: guesser) == "closed") }
    #expect(try answer(to: "guess", from: guesser) == "tooManyGuesses")
    #expect(try answer(to: Self.token, from: guesser) == "tooManyGuesses")
    pass(1)
    #expect(try answer(to: Self.token, from: guesser) == "open", "who has the token pays nothing")
    #expect(try answer(to: "guess", from: guesser) == "closed")
    #expect(try answer(to: "guess", from: guesser) == "tooManyGuesses")
  }

  @Test("Who guesses locks out no other address, for as long as it goes on")
  func others() throws {
    for _ in 0..<600 {
      for _ in 0..<50 { _ = try answer(to: "guess", from: "192.0.2.1") }
      #expect(try answer(to: Self.token, from: "192.0.2.2") == "open")
      pass(1)
    }
  }

  @Test("A network of IPv6 is one guesser")
  func network() throws {
    for number in 1...10 { _ = try answer(to: "guess", from: "2001:db8::\(number)") }
    #expect(try answer(to: "guess", from: "2001:db8::ffff") == "tooManyGuesses")
    #expect(try answer(to: "guess", from: "2001:db8:0:1::1") == "closed")
  }

  @Test("All addresses together have a hundred guesses, and ten more each second")
  func all() throws {
    func guesses(_ addresses: ClosedRange<Int>) throws -> Int {
      try addresses.count { try answer(to: "guess", from: "198.51.100.\($0)") == "closed" }
    }
    #expect(try guesses(1...120) == 100)
    pass(1)
    #expect(try guesses(121...200) == 10)
  }
}
