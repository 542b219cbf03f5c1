package import ExperimentReports
import HTTPDocuments
import HTTPTransport
import Ledger
import PaywallAPI
package import PaywallCatalog
import ResultsPages

/// The page of revenue for people, behind a page that takes a viewer or admin key.
struct RevenueRoutes {
  let revenue: ReportService<RevenueQuestion>
  let pages: SignedInPages
  /// The environment of the purchases, if the query does not say.
  let usual: AppStoreEnvironment

  func add(to routes: RouteGroup<RequestScope>) {
    routes.on(.revenuePage) { request, context in
      try await pages.page(context, "/revenue") { entry, _ in
        let question = try RevenueQuestion(PageForm(request.query.utf8), usual: usual)
        return try await page(question, in: entry.release)
      }
    }
  }

  private func page(
    _ question: RevenueQuestion, in release: PreparedRelease
  ) async throws -> SignedInPages.Page {
    guard let report = try await revenue.page(of: question, in: release) else {
      return .computing("purchase")
    }
    return SignedInPages.Page(html: RevenuePage(report, for: ResultsReader(usual: usual)).html)
  }
}

/// A question about the money of one environment.
package struct RevenueQuestion: ReportQuestion {
  package typealias Report = RevenueReport

  package var environment: AppStoreEnvironment
  /// `nil` for now.
  package var asOf: Timestamp?

  /// Reads the query of a URL.
  init(_ query: PageForm, usual: AppStoreEnvironment) throws(Problem) {
    environment = usual
    for (name, value) in query.members {
      switch name {
      case "environment": environment = try AppStoreEnvironment(word: value, field: name)
      case "asOf": asOf = try Timestamp(asked: value, field: name)
      default:
        throw Problem(
          .malformedQuery, "Revenue has no '\(name)'; use asOf or environment.", field: name)
      }
    }
  }

  /// The first one reads every purchase.
  package func lifetime(in snapshot: Snapshot, at moment: Timestamp) -> Int64 { 15 * 60_000 }

  static func source(_ ledger: any Ledger) -> ReportSource<RevenueQuestion> {
    let reader = RevenueReader(ledger)
    return { (question, snapshot, now) async throws(ResultsFailure) -> RevenueReport in
      do throws(LedgerFailure) {
        return try await reader.report(
          snapshot, in: question.environment, asOf: question.asOf, now: now)
      } catch {
        throw .ledger(error)
      }
    }
  }
}
