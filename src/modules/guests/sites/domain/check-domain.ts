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
const noteProof = (scope: AccountScope, checked: CheckedDomain): Promise<unknown> =>
  scope.transaction((transaction) =>
    transaction.run(
      noting("case when another_keeps_site_domain($3, $1) then 'taken' else 'proven' end"),
      valuesOf(checked),
    ),
  );

/** A proven name stays served while DNS gives no answer, and for a week without its record. */
const noteAbsence = (scope: AccountScope, checked: CheckedDomain, state: "missing" | "unreachable"): Promise<unknown> =>
  scope.transaction((transaction) =>
    transaction.run(
      noting(
        `case when not (${isServedDomain}) then $4 when $4 = 'unreachable' then booking_sites.domain_state
           when booking_sites.domain_state = 'expiring' and booking_sites.domain_state_since < now() - interval '7 days' then $4
           else 'expiring' end`,
      ),
      [...valuesOf(checked), state],
    ),
  );

/** SQL: stores a state and the time of the check, unless the name has changed meanwhile. */
const noting = (state: string): string =>
  `update booking_sites set domain_state = checked.state, domain_checked_at = statement_timestamp(), updated_at = statement_timestamp(),
     domain_state_since = case when booking_sites.domain_state = checked.state then booking_sites.domain_state_since else checked.at end
   from (
     select ${state} as state, statement_timestamp() as at from booking_sites where booking_sites.account_id = $1 and booking_sites.id = $2
   ) as checked
   where booking_sites.account_id = $1 and booking_sites.id = $2 and booking_sites.domain = $3 and booking_sites.deleted_at is null`;

const valuesOf = ({ account, site, domain }: CheckedDomain): unknown[] => [account, site, domain];

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
