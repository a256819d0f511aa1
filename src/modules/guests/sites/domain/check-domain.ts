import Type from "typebox";
import type { Database } from "../../../../database/connect/database.ts";
import type { AccountScope } from "../../../../database/sql/account-scope.ts";
import { invalid } from "../../../../kernel/errors.ts";
import type { Outcome } from "../../../../kernel/route.ts";
import type { ActedOn } from "../../../../kernel/write/actions.ts";
import type { AccountTransaction, WriteContext } from "../../../../kernel/write/context.ts";
import { defineJob, queueJob } from "../../../../kernel/write/jobs/job.ts";
import { queueEach } from "../../../../kernel/write/jobs/queue-each.ts";
import { bookingSite } from "../booking-site.ts";
import { isServedDomain, recordName, recordTextSql } from "./domain-record.ts";
import { findTexts } from "./find-texts.ts";

/** A site whose host name is checked. */
interface CheckedDomain {
  readonly account: number;
  readonly site: number;
  readonly domain: string;
}

/** Looks for the DNS record of a site's own host name. */
export const checkSiteDomain = defineJob("check site domain", {
  lane: "rest",
  payload: Type.Object({ site: Type.Integer() }),
  attempts: 5,
  async run({ scope, account, secrets, endpoints }, { site }) {
    const stored = await scope.transaction(
      (transaction) =>
        transaction.row<{ domain: string; expected: string }>(
          `select booking_sites.domain, ${recordTextSql("$3::bytea")} as expected from booking_sites
           where booking_sites.account_id = $1 and booking_sites.id = $2 and booking_sites.domain is not null
             and booking_sites.deleted_at is null`,
          [account, site, secrets.linkKey],
        ),
      "read",
    );
    if (!stored) return;
    const { domain, expected } = stored;
    const found = await findTexts(recordName(domain), endpoints.dns);
    const checked = { account, site, domain };
    if (found?.includes(expected)) await noteProof(scope, checked);
    else await noteAbsence(scope, checked, found === undefined ? "unreachable" : "missing");
  },
});

/** Two accounts that prove a name at the same moment meet the unique index: the later attempt fails and finds the name taken. */
async function noteProof(scope: AccountScope, checked: CheckedDomain): Promise<void> {
  const other = await scope.transaction((transaction) =>
    transaction.row<{ keeps: boolean }>("select another_keeps_site_domain($1, $2) as keeps", [
      checked.domain,
      checked.account,
    ]),
  );
  await note(scope, checked, () => (other?.keeps === true ? "taken" : "proven"));
}

/** A proven name stays served while DNS gives no answer, and for a week without its record. */
const noteAbsence = (scope: AccountScope, checked: CheckedDomain, found: "missing" | "unreachable"): Promise<void> =>
  note(scope, checked, ({ state, isServed, isOver }) => {
    if (!isServed) return found;
    if (found === "unreachable") return state;
    return isOver ? found : "expiring";
  });

/** A site's host name before a check. */
interface DomainState {
  readonly state: string;
  readonly isServed: boolean;
  /** Whether a name without its record was served for a week. */
  readonly isOver: boolean;
}

/** Stores a state and the time of the check, unless the name has changed meanwhile. */
const note = (
  scope: AccountScope,
  { account, site, domain }: CheckedDomain,
  stateAfter: (before: DomainState) => string,
): Promise<void> =>
  scope.transaction(async (transaction) => {
    const before = await transaction.row<DomainState>(
      `select booking_sites.domain_state as state, ${isServedDomain} as "isServed",
         booking_sites.domain_state = 'expiring' and booking_sites.domain_state_since < now() - interval '7 days' as "isOver"
       from booking_sites where booking_sites.account_id = $1 and booking_sites.id = $2 and booking_sites.domain = $3
         and booking_sites.deleted_at is null for no key update`,
      [account, site, domain],
    );
    if (!before) return;
    const state = stateAfter(before);
    await transaction.run(
      `update booking_sites set domain_state = $3, domain_checked_at = statement_timestamp(), updated_at = statement_timestamp()
         ${state === before.state ? "" : ", domain_state_since = statement_timestamp()"}
       where account_id = $1 and id = $2`,
      [account, site, state],
    );
  });

/** Queues a check of a site's host name. */
export const queueDomainCheck = (context: AccountTransaction, site: number): Promise<void> =>
  queueJob(context, checkSiteDomain, { site }, { key: String(site) });

/** Checks the host name soon. @throws RequestError 422 without one */
export async function checkDomain(context: WriteContext, { id, stored }: ActedOn): Promise<Outcome> {
  if (!stored.stored(bookingSite.attributes.domain)) throw invalid({ domain: ["can't be blank"] });
  await queueDomainCheck(context, id);
  return { shows: bookingSite, id };
}

/** Queues the checks that are due, of all accounts. */
export const queueDomainChecks = (database: Database): Promise<number> =>
  queueEach(
    database,
    { text: "select account, site from booking_site_domains_due()", values: [] },
    checkSiteDomain,
    (site) => ({
      site,
    }),
  );
