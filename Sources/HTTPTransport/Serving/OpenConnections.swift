import NIOCore
import Synchronization

/// The open connections of a server, which all end when it shuts down.
final class OpenConnections: Sendable {
  private let state = Mutex(State())

  private struct State {
    var works: [ObjectIdentifier: ConnectionWork] = [:]
    var areEnding = false
  }

  /// Keeps a connection until its end. During a shutdown, it must end like the others.
  func add(_ work: ConnectionWork) {
    let id = ObjectIdentifier(work)
    let isEnding = state.withLock { state in
      state.works[id] = work
      return state.areEnding
    }
    work.whenEnded { self.state.withLock { $0.works[id] = nil } }
    if isEnding { Self.quiesce(work) }
  }

  /// Lets every connection end once its response is sent.
  func quiesce() {
    let works = state.withLock { state in
      state.areEnding = true
      return Array(state.works.values)
    }
    works.forEach(Self.quiesce)
  }

  /// Waits for the end of every connection; if the waiting task is cancelled, ends them.
  func end() async {
    // Another one may have been accepted while these end.
    while case let works = state.withLock({ Array($0.works.values) }), !works.isEmpty {
      await withDiscardingTaskGroup { tasks in
        for work in works { tasks.addTask { await work.end() } }
      }
    }
  }

  /// In a later turn of the event loop: the handlers of a new connection are installed in this one.
  private static func quiesce(_ work: ConnectionWork) {
    work.channel.eventLoop.execute {
      work.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    }
  }
}
