import Foundation
import Synchronization
import TestSupport

/// Apple's side of the Retention Messaging API, in memory.
final class FakeMessaging: Sendable {
  struct State {
    var messages: [String: String] = [:]
    var images: [String: String] = [:]
    var defaults: [String: String] = [:]
    var url: String?
    var hasPassed = false
    /// Each change, as `PUT message/ID`.
    var changes: [String] = []
    var bodies: [String: String] = [:]
  }

  let state = Mutex(State())

  var now: State { state.withLock(\.self) }

  /// Lets a person at Apple look at everything.
  func approve() {
    state.withLock { state in
      for id in state.messages.keys { state.messages[id] = "APPROVED" }
      for id in state.images.keys { state.images[id] = "APPROVED" }
    }
  }

  func answer(_ request: StubAppStoreServer.Request) -> (status: Int, body: String) {
    let path = request.target.prefix { $0 != "?" }.split(separator: "/").map(String.init)
    guard path.prefix(3) == ["inApps", "v1", "messaging"] else { return Self.refusal(4_040_010) }
    return state.withLock { state in
      if request.method != "GET" {
        state.changes.append("\(request.method) \(path.dropFirst(3).joined(separator: "/"))")
      }
      return Self.answer(request, Array(path.dropFirst(3)), &state)
    }
  }

  private static func answer(
    _ request: StubAppStoreServer.Request, _ path: [String], _ state: inout State
  ) -> (status: Int, body: String) {
    switch (request.method, path[0], path.last ?? "") {
    case ("GET", "message", "list"): return (200, list("message", state.messages))
    case ("GET", "image", "list"): return (200, list("image", state.images))
    case ("PUT", "message", let id):
      guard state.messages[id] == nil else { return refusal(4_090_001) }
      state.messages[id] = "PENDING"
      state.bodies[id] = request.body
    case ("PUT", "image", let id):
      guard state.images[id] == nil else { return refusal(4_090_000) }
      state.images[id] = "PENDING"
      state.bodies[id] = request.target
    case ("DELETE", "message", let id):
      guard state.messages.removeValue(forKey: id) != nil else { return refusal(4_040_015) }
    case ("DELETE", "image", let id):
      guard state.images.removeValue(forKey: id) != nil else { return refusal(4_040_014) }
    case ("GET", "default", _):
      guard let id = state.defaults[key(path)] else { return refusal(4_040_020) }
      return (200, #"{"messageIdentifier":"\#(id)"}"#)
    case ("PUT", "default", _):
      let id = text("messageIdentifier", of: request.body)
      guard state.messages[id] == "APPROVED" else { return refusal(4_030_017) }
      state.defaults[key(path)] = id
    case ("DELETE", "default", _): state.defaults[key(path)] = nil
    case ("GET", "realtime", _):
      guard let url = state.url else { return refusal(4_040_021) }
      return (200, #"{"realtimeURL":"\#(url)"}"#)
    case ("PUT", "realtime", _):
      guard state.hasPassed else { return refusal(4_030_026) }
      state.url = text("realtimeURL", of: request.body)
    case ("DELETE", "realtime", _): state.url = nil
    case ("POST", "performanceTest", _): return (200, #"{"requestId":"r-1","config":{}}"#)
    case ("GET", "performanceTest", _):
      let result = state.hasPassed ? "PASS" : "FAIL"
      return (
        200,
        """
        {"result":"\(result)","successRate":93,"target":"https://example.com/r",
        "config":{"responseTimeThreshold":700,"successRateThreshold":95},
        "responseTimes":{"p99":812},"failures":{"TIMED_OUT":7}}
        """
      )
    default: return refusal(4_000_000)
    }
    return (200, "")
  }

  private static func key(_ path: [String]) -> String {
    path.dropFirst().joined(separator: "/")
  }

  private static func refusal(_ code: Int) -> (status: Int, body: String) {
    (code / 10_000, #"{"errorCode":\#(code),"errorMessage":"why"}"#)
  }

  private static func list(_ kind: String, _ states: [String: String]) -> String {
    let items = states.map { id, state in
      #"{"\#(kind)Identifier":"\#(id)","\#(kind)State":"\#(state)"}"#
    }
    return #"{"\#(kind)Identifiers":[\#(items.joined(separator: ","))]}"#
  }

  private static func text(_ name: String, of body: String) -> String {
    let object = try? JSONDecoder().decode([String: String].self, from: Data(body.utf8))
    return object?[name] ?? ""
  }
}
