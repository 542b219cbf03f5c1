import HummingbirdCore

/// Answers each request in a task of its own. The stack that a task has needed stays with it, and the
/// task of a connection lives as long: without this an idle connection would hold the stack of its
/// dearest request.
func inTaskOfItsOwn(
  _ responder: @escaping HTTPChannelHandler.Responder
) -> HTTPChannelHandler.Responder {
  { request, writer, channel in
    let handed = Handed(writer)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        guard let writer = handed.take() else { return }
        try await responder(request, writer, channel)
      }
      try await group.waitForAll()
    }
  }
}

/// Brings a writer into a task, as what cannot be copied cannot be captured.
///
/// `@unchecked Sendable`: it is taken by one task, after it was made.
private final class Handed: @unchecked Sendable {
  private var writer: ResponseWriter?

  init(_ writer: consuming ResponseWriter) { self.writer = consume writer }

  func take() -> ResponseWriter? { writer.take() }
}
