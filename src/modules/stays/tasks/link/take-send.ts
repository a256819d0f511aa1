import type { Database } from "../../../../database/connect/database.ts";
import type { AccountScope } from "../../../../database/sql/account-scope.ts";
import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import { chargeAttempt, type Pace } from "../../../platform/access/throttling/attempts.ts";
import { subjectOf } from "../../../platform/access/throttling/subject.ts";
import type { FoundLink } from "../../cleaning-links/open-link.ts";
import { type TaskReport, takeReport } from "../report-task.ts";
import { isOfLink } from "./link-tasks.ts";

/** A send of a cleaning link's page. The key is of the phone: a repeated send changes nothing. */
export interface LinkSend {
  readonly link: FoundLink;
  readonly task: number;
  /** A UUID. */
  readonly key: string;
}

/**
 * - `stored`: stored now or by an earlier send of the same key
 * - `gone`: the task was canceled, assigned to others or belongs to another link
 */
export type SendOutcome = "stored" | "gone";

/** Sends allowed per link: a crew's whole day at once, after hours without a network. */
const sendPace: Pace = { atOnce: 400, everySeconds: 3 };

/** Counts a send of a link. @returns seconds to wait; undefined if it may proceed */
export const chargeSend = (database: Database, { account, id }: FoundLink): Promise<number | undefined> =>
  chargeAttempt(database, [{ subject: subjectOf("cleaning send", `${account} ${id}`), pace: sendPace }]);

/** The link's account, as the audit names its changes. */
export const scopeOfLink = (database: Database, { account }: FoundLink): AccountScope =>
  database.within([account], { actor: "Job:cleaning link" });

/** Stores a cleaner's report, once for each key. */
export function takeLinkReport(database: Database, send: LinkSend, report: TaskReport): Promise<SendOutcome> {
  const { link, task } = send;
  return scopeOfLink(database, link).transaction(async (transaction) => {
    const context = { transaction, account: { id: link.account } };
    const state = await beginSend(context, send);
    if (state === "new") await takeReport(context, task, report, link.name);
    return state === "gone" ? "gone" : "stored";
  });
}

/**
 * Locks the task of a send and notes its key.
 * @returns `repeated` for a key that was stored before
 */
export async function beginSend(
  { transaction, account }: AccountTransaction,
  { link, task, key }: LinkSend,
): Promise<"new" | "repeated" | "gone"> {
  if (await isRepeated({ transaction, account }, key)) return "repeated";
  const found = await transaction.run(
    `select from tasks where account_id = $1 and id = $3 and ${isOfLink("$1", "$2")} for no key update`,
    [account.id, link.id, task],
  );
  if (found === 0) return "gone";
  const noted = await transaction.rows<{ key: string }>(
    "insert into task_sends (account_id, key, task_id) values ($1, $2::uuid, $3) on conflict do nothing returning key",
    [account.id, key, task],
  );
  return noted.length > 0 ? "new" : "repeated";
}

/** Whether a send's key was stored before. */
export async function isRepeated({ transaction, account }: AccountTransaction, key: string): Promise<boolean> {
  return (
    (await transaction.run("select from task_sends where account_id = $1 and key = $2::uuid", [account.id, key])) > 0
  );
}
