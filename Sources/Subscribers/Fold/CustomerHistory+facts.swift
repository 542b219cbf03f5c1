package import Catalog
import TextCoding

extension CustomerHistory {
  /// The facts for audiences and offers at a moment, by the keys of the configuration's groups. A
  /// subscription in a group that is not configured only counts for `everSubscribed`.
  package func facts(at now: Timestamp, in snapshot: Snapshot) -> SubscriberFacts {
    facts(from: subscriber(at: now, in: snapshot), in: snapshot)
  }

  /// The same for a caller that already has the fold, made with the same snapshot.
  package func facts(from subscriber: Subscriber, in snapshot: Snapshot) -> SubscriberFacts {
    var groups: [String: GroupFacts] = [:]
    for group in subscriber.groups {
      guard let id = group.id,
        let key = snapshot.groups.first(where: { $0.id.hasSameUTF8(as: id) })?.key
      else { continue }
      groups[key] = group.facts
    }
    let newest = subscriber.newestFact
    return SubscriberFacts(
      groups: groups, everSubscribed: subscriber.everSubscribed,
      redemptions: subscriber.redemptions,
      grants: grants.filter { $0.countsForItsDay(at: subscriber.at) }, newestFact: newest,
      isComplete: completeAt.map { complete in newest.map { $0 <= complete } ?? true } ?? false)
  }
}
