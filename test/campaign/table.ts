import { table } from "../../bench/table.ts";
import { noMounting } from "../start/small-disk.ts";
import type { Outcome } from "./campaign.ts";

/** A campaign's figures, machine-readable. */
export function figuresOf({ ledger, harm, checked, webhookFailures, receivedWebhooks, feedFailures }: Outcome) {
  const { retries, unavailable, broken, settledLate, repeated } = ledger;
  return {
    operations: Object.fromEntries(ledger.tallies),
    faults: Object.fromEntries(harm.struck),
    answers: { retries, unavailable, broken, settledLate, repeated },
    webhooks: { received: receivedWebhooks, failedOnPurpose: webhookFailures },
    feed: { failures: feedFailures },
    checks: checked.map(({ subject, count, violations }) => ({ subject, count, violations: violations.length })),
    violations: checked.flatMap(({ violations }) => violations),
  };
}

/** A campaign's figures as tables. */
export function tableOf(outcome: Outcome): string {
  const { operations, faults, answers, webhooks, feed, checks, violations } = figuresOf(outcome);
  const rows = Object.entries(operations).map(([kind, { asked, done, refused }]) => [
    kind,
    ...[asked, done, refused].map(String),
  ]);
  const struck = Object.entries(faults).map(([kind, count]) => [kind, String(count)]);
  if (noMounting !== undefined) struck.push(["disk filled", `skipped: ${noMounting}`]);
  const seen = [
    ["503 responses with Retry-After", answers.unavailable],
    ["requests without a response", answers.broken],
    ["retries", answers.retries],
    ["responses requested again and compared", answers.repeated],
    ["refused retries of an earlier success", answers.settledLate],
    ["webhooks received", webhooks.received],
    ["webhooks that receivers refused on purpose", webhooks.failedOnPurpose],
    ["failed reads of the feed", feed.failures],
  ].map(([what, count]) => [String(what), String(count)]);
  const looked = checks.map((one) => [one.subject, String(one.count), String(one.violations)]);
  return [
    table(["operation", "requested", "done", "refused"], rows.toSorted()),
    table(["fault", "times"], struck.toSorted()),
    table(["seen by clients", "times"], seen),
    table(["checked", "count", "violations"], looked),
    ...violations.slice(0, 40).map((violation) => violation.slice(0, 1200)),
    `${violations.length} violations`,
  ].join("\n\n");
}
