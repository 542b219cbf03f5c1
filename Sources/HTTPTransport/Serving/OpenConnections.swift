import NIOCore
import Synchronization

/// The open connections of a server, which all end when it shuts down.
final class OpenConnections: Sendable {
  private let state = Mutex(State())

  private struct State {
    var channels: [ObjectIdentifier: any Channel] = [:]
    var areEnding = false
  }

  /// Keeps a connection until it is closed. During a shutdown, it must end like the others.
  func add(_ channel: any Channel) {
    let id = ObjectIdentifier(channel)
    let isEnding = state.withLock { state in
      state.channels[id] = channel
      return state.areEnding
    }
    channel.closeFuture.whenComplete { _ in
      self.state.withLock { $0.channels[id] = nil }
    }
    if isEnding { Self.end(channel) }
  }

  /// Lets every connection end once its response is sent.
  func end() {
    let channels = state.withLock { state in
      state.areEnding = true
      return Array(state.channels.values)
    }
    channels.forEach(Self.end)
  }

  /// In a later turn of the event loop: the handlers of a new connection are installed in this one.
  private static func end(_ channel: any Channel) {
    channel.eventLoop.execute {
      channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    }
  }
}
