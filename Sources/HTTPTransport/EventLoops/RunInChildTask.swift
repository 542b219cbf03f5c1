import HummingbirdCore

/// Runs a responder in a child task. A task keeps the stack that it once needed, and the task of a
/// connection lives as long as the connection: without the child task, an idle connection would hold
/// the memory of its most expensive request.
func runInChildTask(
  _ responder: @escaping HTTPChannelHandler.Responder
) -> HTTPChannelHandler.Responder {
  { request, writer, channel in
    let box = WriterBox(writer)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        guard let writer = box.take() else { return }
        try await responder(request, writer, channel)
      }
      try await group.waitForAll()
    }
  }
}

/// Carries a writer into a task, because a closure cannot capture a noncopyable value.
///
/// `@unchecked Sendable`: made by one task, and taken once by its child.
private final class WriterBox: @unchecked Sendable {
  private var writer: ResponseWriter?

  init(_ writer: consuming ResponseWriter) { self.writer = consume writer }

  func take() -> ResponseWriter? { writer.take() }
}
