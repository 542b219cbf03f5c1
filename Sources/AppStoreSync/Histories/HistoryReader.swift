import AppStore
package import Ledger
package import PaywallCatalog
import Subscribers

/// Reads the transaction history of one customer from where it was read last, page by page, each
/// stored with its cursor in one transaction.
package struct HistoryReader: Sendable {
  let source: AppStoreSource
  let ledger: any Ledger
  let now: @Sendable () -> Timestamp
  let limits: Limits
  /// True if it fills a ledger with the past, which is news to no webhook.
  let isBackfill: Bool

  package struct Limits: Hashable, Sendable {
    /// A history that has more is given up: 200,000 transactions of one customer.
    package var pages = 10_000
  }

  package init(
    _ source: AppStoreSource, _ ledger: any Ledger, limits: Limits = Limits(),
    isBackfill: Bool = false, now: @escaping @Sendable () -> Timestamp
  ) {
    self.source = source
    self.ledger = ledger
    self.limits = limits
    self.isBackfill = isBackfill
    self.now = now
  }

  /// Reads to the end, unless it fails.
  ///
  /// - Parameters:
  ///   - withStatuses: reads the renewal info of the subscriptions first, which a history lacks.
  ///   - pages: the most pages of this turn.
  ///   - mends: reads a history that has texts left out from its beginning: Apple signs them again.
  package func read(
    _ id: String, in environment: AppStoreEnvironment?, withStatuses: Bool = true,
    cause: AppStoreSource.Cause, pages: Int = .max, mends: Bool = false
  ) async throws(LedgerFailure) -> HistoryReading {
    var reading = HistoryReading(id: id, environment: environment)
    do throws(ReadingEnd) {
      // Statuses are read before the history, whose end is the moment of which it is complete.
      if withStatuses { try await readStatuses(&reading, cause) }
      try await readPages(&reading, cause, most: pages, mends)
    } catch {
      switch error {
      case .failure(let failure): reading.end = .failed(failure)
      case .ledger(let failure): throw failure
      }
    }
    return reading
  }

  private func readStatuses(
    _ reading: inout HistoryReading, _ cause: AppStoreSource.Cause
  ) async throws(ReadingEnd) {
    let request = HistoryRequest(
      id: reading.id, environment: reading.environment, cause: cause)
    let page: StatusPage
    do throws(SourceFailure) {
      page = try await source.statuses(request)
    } catch {
      // The customer has no subscriptions.
      if error.kind == .notFound { return }
      throw .failure(error)
    }
    reading.environment = page.environment
    reading.calls += 1
    reading.refused += Refusals(page.refused)
    _ = try await store(
      FetchedFacts(
        environment: page.environment, id: reading.id, transactions: page.transactions,
        renewals: page.renewals, isHistory: isBackfill))
  }

  private func readPages(
    _ reading: inout HistoryReading, _ cause: AppStoreSource.Cause, most: Int, _ mends: Bool
  ) async throws(ReadingEnd) {
    let known = try await known(reading)
    var isAnew = mends && known.map { $0.isWhole && $0.skipped > 0 } ?? false
    var revision = isAnew ? nil : known?.revision
    var guarded = CursorGuard(mostPages: limits.pages, asked: revision)
    var hasCustomer = true
    var (steps, restarts) = (0, 0)
    // The ledger knows a customer by a purchase chain, and not by each of its transactions.
    var id = reading.id
    while true {
      guard steps < most else {
        reading.end = .toBeContinued
        return
      }
      let askedAt = now()
      let page: HistoryPage
      do throws(SourceFailure) {
        page = try await source.history(
          HistoryRequest(
            id: reading.id, environment: reading.environment, revision: revision, cause: cause))
      } catch {
        // Apple no longer takes the cursor: once, from the beginning.
        guard error.kind == .staleCursor, revision != nil, !isAnew else { throw .failure(error) }
        isAnew = true
        revision = nil
        guarded = CursorGuard(mostPages: limits.pages)
        continue
      }
      steps += 1
      reading.calls += 1
      reading.environment = page.environment
      id = page.knownId(of: id)
      let outcome = try await store(
        FetchedFacts(
          environment: page.environment, id: id, transactions: page.transactions,
          refused: page.refused.count,
          cursor: hasCustomer
            ? FetchedFacts.Cursor(
              after: revision, revision: page.revision, hasMore: page.hasMore, askedAt: askedAt,
              isAnew: isAnew && revision == nil)
            : nil, isHistory: isBackfill))
      switch outcome {
      case .outOfStep(let fetch):
        restarts += 1
        guard restarts < 4 else {
          throw .failure(SourceFailure(.later(nil), "another process reads it at the same time"))
        }
        revision = fetch.revision
      case .stored(let counts):
        reading.add(counts)
        reading.refused += Refusals(page.refused)
        hasCustomer = counts.hasCustomer
        guard page.hasMore else {
          reading.end = .whole
          return
        }
        guard let next = page.revision else {
          throw .failure(SourceFailure(.refused, "it has more pages, and no cursor"))
        }
        if let mistake = guarded.see(next) {
          throw .failure(SourceFailure(.refused, mistake))
        }
        revision = next
      }
    }
  }

  private func known(_ reading: HistoryReading) async throws(ReadingEnd) -> HistoryFetch? {
    guard let environment = reading.environment else { return nil }
    do throws(LedgerFailure) {
      return try await ledger.historyFetch(of: reading.id, in: environment)
    } catch {
      throw .ledger(error)
    }
  }

  private func store(_ facts: FetchedFacts) async throws(ReadingEnd) -> FetchOutcome {
    do throws(LedgerFailure) {
      return try await ledger.store(facts, at: now())
    } catch {
      throw .ledger(error)
    }
  }
}

extension HistoryPage {
  /// The id by which the ledger knows the customer of a transaction: that of its purchase chain.
  fileprivate func knownId(of id: String) -> String {
    transactions.lazy.compactMap(\.payload.fact).first {
      $0.transactionId.utf8.elementsEqual(id.utf8)
    }?.originalTransactionId ?? id
  }
}

private enum ReadingEnd: Error {
  case failure(SourceFailure)
  case ledger(LedgerFailure)
}
