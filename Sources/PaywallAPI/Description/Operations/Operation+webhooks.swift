import HTTPDocuments
import HTTPTypes

extension Operation {
  package static let webhookEvents = Operation(
    method: .get, path: "/v1/webhooks/{endpoint}/events", id: "webhookEvents", topic: .operating,
    summary: "The newest events for an endpoint of webhooks",
    description:
      "For `paywall webhook listen`, which forwards them to a receiver on a developer's machine. Nothing is delivered by it.",
    parameters: [
      .path("endpoint", "Its name in `store/webhooks.yaml`."),
      .query(
        "after", .integer(from: 0),
        "The number of an event: only later ones. Without it there are none, and `last` is where to begin."
      ),
    ],
    answers: [
      .json(
        "At most 200, the oldest of them first.",
        .object([
          .always(
            "events",
            .list(
              of: .object([
                .always("id", .text), .always("type", .text), .always("at", .moment),
                .always("historical", .boolean),
                .always("data", .text, "The member `data` of the body, as a text of JSON."),
              ]))),
          .always("last", .integer(from: 0), "The number of the newest event."),
        ]), headers: .momentary,
        example: #"""
          {"events":[{"id":"evt_4f2a9c0d7b3e4a1f8c6d5e4f3a2b1c0d","type":"purchase.made",\#
          "at":"2026-12-05T10:00:00Z","historical":false,\#
          "data":"{\"environment\":\"sandbox\",\"productId\":\"coins_100\"}"}],"last":12}
          """#)
    ],
    problems: [
      .malformedPath, .malformedQuery, .wrongType, .unknownEndpoint, .ledgerUnavailable,
    ], sample: Sample("/v1/webhooks/backend/events"))
}
