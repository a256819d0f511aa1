import { randomUUID } from "node:crypto";
import { seedDemoOnce } from "../../src/app/demo/demo.ts";
import { createAgentToken } from "../../src/modules/platform/access/agent-tokens/create-token.ts";
import { noFiles } from "../harness/files.ts";
import { aFixture, type Fixture, sharedRecords } from "../harness/fixture.ts";
import { testSecrets } from "../harness/secrets.ts";
import type { TestService } from "../harness/service.ts";

/**
 * Fills every table of an empty database: with the demo, an account with a record of each resource, and the traces of sign-ins by people,
 * applications and agents. Add a row here for a new table that none of these fill.
 */
export async function fillEveryTable(service: TestService): Promise<Fixture> {
  await seedDemoOnce(service.database, { secrets: testSecrets, files: noFiles });
  const shared = await sharedRecords(service);
  const client = await service.aClient(await service.anAccount());
  const fixture = await aFixture(service, shared, client);
  await client.post(
    "/rentals_tags",
    { rentals_tags: [{ name_en: "Twice", color: "#008080" }] },
    { "idempotency-key": randomUUID() },
  );
  const [user] = await service.sql(
    "insert into users (email, fullname) values ('owner@example.com', 'Ada Owner') returning id::integer",
  );
  const person = Number(user?.id);
  await service.sql("insert into memberships (account_id, user_id, role) values ($1, $2, 'owner')", [
    fixture.account,
    person,
  ]);
  await service.sql("insert into membership_rentals (account_id, user_id, rental_id) values ($1, $2, $3)", [
    fixture.account,
    person,
    fixture.ids.get("rentals"),
  ]);
  await signIns(service, person);
  await grants(service, client.account, client.application, person);
  await agents(service, client.account, person);
  await mails(service, client.account, person);
  await notifications(service, client.account, person);
  await service.sql("insert into long_writes (accounts) values (array[$1::bigint])", [fixture.account]);
  await service.sql("insert into rowless_files (key) values ('0a')");
  await service.sql("insert into job_workers (id) values ('pool-1')");
  await service.sql(
    "insert into job_runs (name, runs, failures, last_run_at, last_milliseconds) values ('expire holds', 7, 0, now(), 3)",
  );
  await service.sql("insert into exchange_rates (currency, day, rate) values ('USD', '2026-11-20', 1.0842)");
  return fixture;
}

async function signIns(service: TestService, person: number): Promise<void> {
  await service.sql(
    "insert into sessions (digest, user_id, expires_at) values (sha256('session'), $1, now() + interval '12 hours')",
    [person],
  );
  await service.sql(
    "insert into throttled (subject, forgotten_at) values (sha256('subject'), now() + interval '1 hour')",
  );
}

/** A grant with its code, a refreshed token pair, and an access token. */
async function grants(service: TestService, account: number, application: number, person: number): Promise<void> {
  await service.sql(
    `with given as (
       insert into grants (account_id, application_id, user_id, scopes) values ($1, $2, $3, '{public}') returning id
     ), parent as (
       insert into token_pairs (account_id, grant_id, refresh_digest, refreshed_at) select $1, id, sha256('parent'), now() from given
     ), pair as (
       insert into token_pairs (account_id, grant_id, refresh_digest)
       select $1, id, sha256('child') from given returning id
     ), code as (
       insert into authorization_codes (digest, account_id, application_id, user_id, redirect_uri, scopes, expires_at, grant_id)
       select sha256('code'), $1, $2, $3, 'https://app.example', '{public}', now(), id from given
     )
     insert into access_tokens (digest, account_id, application_id, scopes, pair_id)
     select sha256('access'), $1, $2, '{public}', id from pair`,
    [account, application, person],
  );
}

async function agents(service: TestService, account: number, person: number): Promise<void> {
  const made = { user: person, accounts: [account], multi: false };
  const { id } = await service.database.transaction((transaction) => createAgentToken(transaction, made));
  await service.sql(
    `insert into agent_sessions (digest, agent_token_id, protocol_version, expires_at)
     values (sha256('agent session'), $1, '2025-06-18', now() + interval '1 hour')`,
    [id],
  );
  await service.sql(
    `insert into agent_codes (digest, agent_token_id, client_id, redirect_uri, code_challenge, sealed_token, expires_at)
     values (sha256('agent code'), $1, 'client', 'http://localhost/callback', 'challenge', 'sealed', now() + interval '1 minute')`,
    [id],
  );
}

/** A sent mail, an invitation, and a password link. */
async function mails(service: TestService, account: number, person: number): Promise<void> {
  await service.sql(
    `insert into mails (account_id, template, recipient, locale, content, state, sent_at)
     values ($1, 'invitation', 'ada@example.com', 'en', '{"inviter": null, "role": "manager"}', 'sent', now())`,
    [account],
  );
  await service.sql(
    `insert into invitations (account_id, digest, email, role, invited_by_user_id, expires_at)
     values ($1, sha256('invitation'), 'ada@example.com', 'manager', $2, now() + interval '7 days')`,
    [account, person],
  );
  await service.sql(
    "insert into password_resets (digest, user_id, expires_at) values (sha256('reset'), $1, now() + interval '1 hour')",
    [person],
  );
  await service.sql("insert into second_factors (user_id) values ($1)", [person]);
}

/** A member's choice of notifications, and a browser that they enabled. */
async function notifications(service: TestService, account: number, person: number): Promise<void> {
  await service.sql("insert into notification_choices (account_id, user_id, mail) values ($1, $2, '{booked}')", [
    account,
    person,
  ]);
  await service.sql(
    "insert into push_devices (user_id, endpoint_digest, sealed_subscription, name) values ($1, sha256('endpoint'), $2, 'Firefox')",
    [person, testSecrets.seal("{}", `push_devices ${person}`)],
  );
}
