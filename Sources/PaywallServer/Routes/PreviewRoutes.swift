import HTTPDocuments
import HTTPTransport
import HTTPTypes
import Logging
import PaywallAPI
import PaywallCatalog

/// Tokens that show a variant before any visitor is enrolled in it, or the state after a schedule.
struct PreviewRoutes {
  let previews: PreviewService
  let logger: Logger
  let now: @Sendable () -> Timestamp

  func add(to admin: RouteGroup<AdminCaller>) {
    admin.on(.previewPost, as: PreviewOrder.init) { order, context in
      let (preview, token) = try token(for: order, context.caller, context.entry)
      return context.entry.response(
        momentary: .members(
          ("token", token), ("experiment", preview.experiment), ("expires", preview.expires)))
    }
  }

  /// Makes a token, and logs who did.
  func token(
    for order: PreviewOrder, _ caller: Caller, _ entry: RequestScope.Entry
  ) throws(Problem) -> (preview: Preview, token: String) {
    let snapshot = entry.release.snapshot
    let preview =
      switch order.subject {
      case .variant(let variant, let experiment):
        try Preview(
          placement: order.placement, variant: variant, experiment: experiment, for: order.time,
          from: now(), in: snapshot)
      case .moment(let moment):
        try Preview(
          placement: order.placement, at: moment, for: order.time, from: now(), in: snapshot)
      }
    let token = try previews.token(for: preview)
    var metadata: Logger.Metadata = [
      "caller": "\(caller.name)", "placement": "\(preview.placement)",
      "expires": "\(preview.expires.rfc3339)",
    ]
    switch preview.subject {
    case .variant(let variant, let experiment):
      metadata["experiment"] = "\(experiment)"
      metadata["variant"] = "\(variant)"
    case .moment(let moment): metadata["at"] = "\(moment.rfc3339)"
    }
    logger.info("preview made", metadata: entry.metadata(metadata))
    return (preview, token)
  }
}
