import PaywallCatalog
import HTTPTypes
import HTTPTransport
import Logging
import PaywallAPI

/// Tokens that show a variant before any visitor is enrolled in it, or what a schedule will show.
struct PreviewRoutes {
  let previews: PreviewService
  let logger: Logger
  let now: @Sendable () -> Timestamp

  func add(to admin: RouteGroup<AdminCaller>) {
    admin.on(.previewPost, as: PreviewOrder.init) {
      try token($0, $1)
    }
  }

  private func token(_ order: PreviewOrder, _ context: AdminCaller) throws(Problem) -> Response {
    let release = context.entry.release
    let preview: Preview
    do throws(PreviewProblem) {
      preview =
        switch order.subject {
        case .variant(let variant, let experiment):
          try Preview(
            placement: order.placement, variant: variant, experiment: experiment, for: order.time,
            from: now(), in: release.snapshot)
        case .moment(let moment):
          try Preview(
            placement: order.placement, at: moment, for: order.time, from: now(),
            in: release.snapshot)
        }
    } catch {
      throw Problem(error, field: nil)
    }
    let token = try previews.token(for: preview)
    var metadata: Logger.Metadata = [
      "caller": "\(context.caller.name)", "placement": "\(preview.placement)",
      "expires": "\(preview.expires.rfc3339)",
    ]
    switch preview.subject {
    case .variant(let variant, let experiment):
      metadata["experiment"] = "\(experiment)"
      metadata["variant"] = "\(variant)"
    case .moment(let moment): metadata["at"] = "\(moment.rfc3339)"
    }
    logger.info("preview made", metadata: context.entry.metadata(metadata))
    return Response(
      momentary: .members(
        ("token", token), ("experiment", preview.experiment), ("expires", preview.expires)),
      release: release.release)
  }
}
