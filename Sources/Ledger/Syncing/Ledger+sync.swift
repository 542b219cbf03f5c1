package import AppStore
package import PaywallCatalog

extension Ledger {
  /// Takes a job that no other process holds, or holds on to it.
  ///
  /// - Returns: `nil` while another process holds it.
  package func claim(
    _ claim: JobClaim, at now: Timestamp
  ) async throws(LedgerFailure) -> TakenJob? {
    try await write([.job(claim.job)]) { try $0.claim(claim, at: now) }
  }

  /// Ends a claim; another process can take the job at once. Progress stays.
  package func release(_ job: String, by holder: String) async throws(LedgerFailure) {
    try await write([.job(job)]) { tables in
      guard var row = try tables.job(job), row.holder == holder else { return }
      row.holder = nil
      row.heldUntil = nil
      try tables.put(row)
    }
  }

  /// Stores notifications that were fetched, as if they had been delivered, and the progress of the
  /// job, in one transaction. One about an erased person that was signed before the erasure is
  /// skipped. The customers of new ones are wanted (`wantedHistories`).
  package func replay(
    _ notifications: [Verified<AppStore.Notification>], _ progress: JobProgress, at now: Timestamp
  ) async throws(LedgerFailure) -> ReplayOutcome {
    let prepared = notifications.map { (payload: $0.payload, text: StoredText($0)) }
    let outcome = try await write(
      ahead: notifications.flatMap { AheadRequest.of($0.payload) }
    ) { tables -> ReplayOutcome in
      guard try tables.claim(progress.claim, at: now) != nil else { return .lostClaim }
      var counts = ReplayCounts()
      for (notification, text) in prepared {
        if try tables.isNoted(notification: notification.uuid) {
          counts.already += 1
        } else if try tables.isOfErased(notification) {
          counts.erased += 1
        } else {
          _ = try tables.append(notification, text: text, at: now)
          counts.new += 1
          try tables.want(ownerOf: notification, at: now)
        }
      }
      var row = try tables.job(progress.claim.job) ?? JobRow(name: progress.claim.job)
      row.progress = progress.text
      try tables.put(row)
      return .stored(counts)
    }
    noteStored(notifications.compactMap(\.payload.fact), arrival: nil)
    return outcome
  }

  /// Stores what was fetched of one customer, and how far the history was read, in one transaction.
  /// Skips purchases of an erased person from before the erasure. At the end of a history with
  /// nothing skipped the customer's history is complete.
  package func store(
    _ fetched: FetchedFacts, at now: Timestamp
  ) async throws(LedgerFailure) -> FetchOutcome {
    let texts = EvidenceTexts(fetched)
    let outcome = try await write(.nothing) { try $0.store(fetched, texts: texts, at: now) }
    noteStored(fetched.transactions.compactMap(\.payload.fact), arrival: nil)
    return outcome
  }

  /// Marks a customer as wanted from a moment on; `nil`: no more.
  package func want(
    _ id: String, in environment: AppStoreEnvironment, from moment: Timestamp?
  ) async throws(LedgerFailure) {
    try await write(.nothing) { tables in
      for owner in try tables.owners(ofAny: id, in: environment) {
        try tables.want(owner, from: moment)
      }
    }
  }

  /// The progress of a job, held or not; `nil` if it never began.
  package func progress(of job: String) async throws(LedgerFailure) -> String? {
    try await read(.request) { try $0.job(job)?.progress }
  }

  /// Returns the process that does a job; `nil` if none does.
  package func hold(of job: String) async throws(LedgerFailure) -> JobHold? {
    try await read(.request) { try $0.job(job)?.hold }
  }

  /// How far the history of a customer was read; by any id of a customer that the ledger knows.
  package func historyFetch(
    of id: String, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> HistoryFetch? {
    try await read(.request) { tables in
      for owner in try tables.owners(ofAny: id, in: environment) {
        if let fetch = try tables.historyFetch(of: owner.number) { return fetch }
      }
      return nil
    }
  }

  /// Customers whose history must be fetched, longest waiting first.
  package func wantedHistories(
    limit: Int, at now: Timestamp
  ) async throws(LedgerFailure) -> [WantedHistory] {
    try await read(.list) { tables in
      try tables.wantedHistories(limit: limit, at: now).compactMap { number, fetch in
        guard let customer = try tables.customer(number),
          let id = try tables.chains(of: number).first?.originalTransactionId
            ?? customer.appTransactionId
        else { return nil }
        return WantedHistory(environment: customer.environment, id: id, fetch: fetch)
      }
    }
  }

  /// Whether a notification is stored, or was before its person was erased.
  package func hasNotification(_ uuid: String) async throws(LedgerFailure) -> Bool {
    try await read(.request) { try $0.isNoted(notification: uuid) }
  }

}
