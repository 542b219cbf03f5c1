import PaywallCatalog
import HTTPTypes
import Hummingbird
import Logging
import PaywallAPI
import PaywallTextCoding

/// Tokens that show a variant before any visitor is enrolled in it.
struct PreviewRoutes {
  let previews: PreviewService
  let logger: Logger
  let now: @Sendable () -> Timestamp

  func add(to admin: RouteGroup<AdminCaller>) {
    admin.on(.previewPost) { request, context in
      let order = try await request.body(of: context.caller, context.entry) {
        try PreviewOrder($0)
      }
      return try token(order, context)
    }
  }

  private func token(_ order: PreviewOrder, _ context: AdminCaller) throws(Problem) -> Response {
    let release = context.entry.release
    let preview: Preview
    do throws(PreviewProblem) {
      preview = try Preview(
        placement: order.placement, variant: order.variant, experiment: order.experiment,
        for: order.time, from: now(), in: release.snapshot)
    } catch {
      throw Problem(error, field: nil)
    }
    let token = try previews.token(for: preview)
    logger.info(
      "preview made",
      metadata: context.entry.metadata([
        "caller": "\(context.caller.name)",
        "placement": "\(preview.placement)", "experiment": "\(preview.experiment)",
        "variant": "\(preview.variant)", "expires": "\(preview.expires.rfc3339)",
      ]))
    let json = JSONText { json in
      json.raw("{\"token\":")
      json.string(token)
      json.raw(",\"experiment\":")
      json.string(preview.experiment)
      json.raw(",\"expires\":")
      json.string(preview.expires.rfc3339)
      json.raw("}")
    }
    return Response(momentary: json.bytes, release: release.release)
  }
}
