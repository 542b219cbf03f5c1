import LocalAppStore
import LocalAppStoreServer
import NIOHTTP1
import PaywallCatalog
import Testing

/// Apple's calls about purchases that a family member pays for.
struct FamilyCallTests {
  /// Ada shares a yearly plan with bob, whose transaction is passed.
  private func shared(
    _ use: @escaping @Sendable (APIWorld, _ id: String) async throws -> Void
  ) async throws {
    try await APIWorld.with { api in
      _ = try await api.store.adaBuys("pro_yearly")
      _ = try await api.store.apply(.addCustomer("bob"))
      _ = try await api.store.apply(
        StoreCause(.customer("bob")) { try $0.joinFamily("bob", of: "ada") })
      let card = try await api.store.customer("bob")
      try await use(api, try #require(card.subscriptions.first?.originalTransactionId))
    }
  }

  @Test("A member's purchase is in their history, and not changed for them")
  func member() async throws {
    try await shared { api, id in
      for (filter, count) in [("FAMILY_SHARED", 1), ("PURCHASED", 0)] {
        let answer = try await api.call(
          .GET, "/inApps/v2/history/\(id)?inAppOwnershipType=\(filter)")
        let found = try answer.payloads("signedTransactions")
        #expect(found.count == count)
        #expect(found.allSatisfy { $0["inAppOwnershipType"] as? String == filter })
      }
      let family = "4000185 Invalid request. Family transactions aren't supported by this endpoint."
      let extend =
        "4030007 Subscriptions that users obtain through Family Sharing can't get a renewal date extension directly."
      for (path, body, failure) in [
        (
          "transactions/\(id)/appAccountToken",
          #"{"appAccountToken":"22b1d8c9-0be4-4df1-a8cc-30eefca5edfd"}"#, family
        ),
        ("transactions/consumption/\(id)", "{}", family),
        (
          "subscriptions/extend/\(id)",
          #"{"extendByDays":5,"extendReasonCode":0,"requestIdentifier":"r"}"#, extend
        ),
      ] {
        let answer = try await api.call(.PUT, "/inApps/v1/\(path)", body)
        #expect(answer.failure == failure, "\(path)")
        #expect(answer.status == UInt(failure.prefix(3)))
      }
    }
  }

  @Test("Losing a share comes again in the history, and is no refund")
  func left() async throws {
    try await shared { api, id in
      let first = try await api.call(.GET, "/inApps/v2/history/\(id)")
      let revision = try #require(try first.members["revision"] as? String)
      _ = try await api.store.apply(StoreCause(.customer("bob")) { try $0.leaveFamily("bob") })
      let news = try await api.call(.GET, "/inApps/v2/history/\(id)?revision=\(revision)")
      let types = try news.payloads("signedTransactions").map { $0["revocationType"] as? String }
      #expect(types == ["FAMILY_REVOKE"])
      let refunds = try await api.call(.GET, "/inApps/v2/refund/lookup/\(id)")
      #expect(try refunds.payloads("signedTransactions").isEmpty)
    }
  }

  @Test("An extension moves the member's date too, and both subscriptions of a group are told of")
  func both() async throws {
    try await shared { api, id in
      let first = try await api.call(.GET, "/inApps/v2/history/\(id)")
      let revision = try #require(try first.members["revision"] as? String)
      let all = try await api.call(
        .POST, "/inApps/v1/subscriptions/extend/mass",
        #"{"extendByDays":5,"extendReasonCode":3,"requestIdentifier":"m","productId":"pro_yearly"}"#
      )
      #expect(all.status == 200)
      let done = try await api.store.advance(by: Period(seconds: 3_600))
      #expect(
        done.notifications.map(\.customer) == ["ada", "bob", nil])
      let status = try await api.call(
        .GET, "/inApps/v1/subscriptions/extend/mass/pro_yearly/m")
      #expect(try status.members["succeededCount"] as? Int == 1)
      let news = try await api.call(.GET, "/inApps/v2/history/\(id)?revision=\(revision)")
      let ends = try news.payloads("signedTransactions").map { $0["expiresDate"] as? Int64 }
      #expect(ends == [try #require(Timestamp(rfc3339: "2027-01-10T10:00:00Z")).milliseconds])

      _ = try await api.store.apply(.buy("pro_monthly", by: "bob"))
      let statuses = try await api.call(.GET, "/inApps/v1/subscriptions/\(id)")
      let groups = try #require(try statuses.members["data"] as? [[String: Any]])
      #expect(groups.count == 1)
      #expect((groups.first?["lastTransactions"] as? [Any])?.count == 2)
    }
  }
}
