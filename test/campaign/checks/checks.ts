import { checkAcknowledged } from "./acknowledged.ts";
import { checkAnswers } from "./answers.ts";
import { checkAudit } from "./audit.ts";
import { checkChanges, checkFeed } from "./changes.ts";
import type { Check, Checked, Evidence } from "./check.ts";
import { checkGateway } from "./gateway.ts";
import { checkNights } from "./nights.ts";
import { checkOnce } from "./once.ts";
import { checkRows } from "./rows.ts";
import { checkWebhooks } from "./webhooks.ts";

const checks: readonly Check[] = [
  ...[checkAnswers, checkNights, checkOnce, checkAcknowledged, checkRows, checkGateway],
  ...[checkChanges, checkFeed, checkWebhooks, checkAudit],
];

/** Runs all checks. */
export async function checkAll(evidence: Evidence): Promise<Checked[]> {
  const all: Checked[] = [];
  for (const check of checks) all.push(await check(evidence).catch((error: unknown) => failedCheck(check, error)));
  return all;
}

/** Reports a failed check as a violation, so the other results remain. */
function failedCheck({ name }: Check, error: unknown): Checked {
  const why = error instanceof Error ? (error.stack ?? error.message) : "unknown";
  return { subject: name, count: 0, violations: [`The check failed: ${why}`] };
}
