import HTTPDocuments
import HTTPTypes

extension Operation {
  package static let webhookEvents = Operation(
    method: .get, path: "/v1/webhooks/{endpoint}/events", id: "webhookEvents", topic: .operating,
    summary: "Read on in the events of an endpoint of webhooks",
    description:
      "For `paywall webhook listen`, which forwards them to a receiver on a developer's machine. Nothing is delivered by it.",
    parameters: [
      .path("endpoint", "Its name in `store/webhooks.yaml`."),
      .query(
        "after", .text(matching: "^[0-9]+([.][0-9]+[.][0-9]+)?$"),
        "`next` of the answer before: the events that follow. 0: all that are kept. Without it there are none, and `next` is where those begin that are still to come."
      ),
    ],
    answers: [
      .json(
        "At most 200, the oldest first. None is left out: ask again at once until there are none.",
        .object([
          .always(
            "events",
            .list(
              of: .object([
                .always("id", .text), .always("type", .text), .always("at", .moment),
                .always("historical", .boolean),
                .always("data", .text, "The member `data` of the body, as a text of JSON."),
              ]))),
          .always("next", .text, "Where to read on."),
        ]), headers: .momentary,
        example: #"""
          {"events":[{"id":"evt_4f2a9c0d7b3e4a1f8c6d5e4f3a2b1c0d","type":"purchase.made",\#
          "at":"2026-12-05T10:00:00Z","historical":false,\#
          "data":"{\"environment\":\"sandbox\",\"productId\":\"coins_100\"}"}],"next":"12"}
          """#)
    ],
    problems: [
      .malformedPath, .malformedQuery, .wrongType, .unknownEndpoint, .ledgerUnavailable,
    ], sample: Sample("/v1/webhooks/backend/events"))
}
