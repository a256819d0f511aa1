import pg from "pg";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { idsFrom } from "../harness/drawn-ids.ts";
import { filledFixture, useFilledService } from "../harness/filled.ts";
import { accountTables, aFixture, type Fixture, sharedIn } from "../harness/fixture.ts";
import { joiningTables } from "../harness/joining-tables.ts";
import { onCluster } from "../harness/own-objects.ts";
import { primaryKeys } from "../harness/primary-keys.ts";
import { refusedFor } from "../harness/violations.ts";

const service = useFilledService();

/** Account tables without an id of their own, with their primary keys. */
const otherKeys: Readonly<Record<string, string[]>> = {
  // Found by the token alone, before its account is known.
  access_tokens: ["digest"],
  account_logos: ["account_id"],
  agent_token_accounts: ["account_id", "agent_token_id"],
  authorization_codes: ["digest"],
  idempotent_answers: ["account_id", "application_id", "key"],
  memberships: ["account_id", "user_id"],
  invoice_series: ["account_id", "year"],
  membership_rentals: ["account_id", "user_id", "rental_id"],
  bookings_bookings_tags: ["account_id", "booking_id", "bookings_tag_id"],
  rentals_rentals_tags: ["account_id", "rental_id", "rentals_tag_id"],
  booking_sites_rentals: ["account_id", "booking_site_id", "rental_id"],
  calendar_feed_parts: ["account_id", "booking_id"],
  site_bookings: ["account_id", "booking_id"],
  cleaning_links_rentals: ["account_id", "cleaning_link_id", "rental_id"],
  client_keys: ["account_id", "key", "client_id"],
  conversations_bookings: ["account_id", "conversation_id", "booking_id"],
  conversations_inquiries: ["account_id", "inquiry_id"],
  messages_attachments: ["account_id", "message_id", "attachment_id"],
  discount_codes_rentals: ["account_id", "discount_code_id", "rental_id"],
  photos_renditions: ["account_id", "photo_id", "stored_file_id"],
  rates_rules_seasons: ["account_id", "rates_rule_id", "season_id"],
  rates_built: ["account_id", "rental_id"],
  record_count_changes: ["account_id", "counted", "id"],
  record_counts: ["account_id", "counted", "span", "since"],
  rental_link_groups_rentals: ["account_id", "rental_link_group_id", "rental_id"],
  rentals_fees_seasons: ["account_id", "rentals_fee_id", "season_id"],
  task_sends: ["account_id", "key"],
  statement_mails: ["account_id", "rental_id", "month", "mail_id"],
};

interface ForeignKey {
  readonly name: string;
  readonly table: string;
  readonly columns: string[];
  readonly target: string;
  readonly targetColumns: string[];
}

let ours: Fixture;
let theirs: Fixture;

beforeAll(async () => {
  ours = await filledFixture(service);
  const { application } = ours.client;
  await idsFrom(service, 7_000_001);
  theirs = await aFixture(
    service,
    sharedIn(ours.ids),
    await service.aClient(await service.anAccount(), { application }),
  );
  // An application that only the other account has installed.
  await service.aClient(theirs.account);
  await idsFrom(service, 5001);
  const [user] = await service.sql("insert into users (email, fullname) values ('a@example.com', 'A') returning id");
  // A person who works for the other account only.
  await service.sql(
    `with person as (insert into users (email, fullname) values ('b@example.com', 'B') returning id)
     insert into memberships (account_id, user_id, role) select $1, id, 'viewer' from person`,
    [theirs.account],
  );
  for (const { account, ids } of [ours, theirs]) {
    await service.sql("insert into memberships (account_id, user_id, role) values ($1, $2, 'owner')", [
      account,
      user?.id,
    ]);
    await service.sql("insert into notification_choices (account_id, user_id) values ($1, $2)", [account, user?.id]);
    await service.sql("insert into membership_rentals (account_id, user_id, rental_id) values ($1, $2, $3)", [
      account,
      user?.id,
      ids.get("rentals"),
    ]);
    await aGrant(account, application, Number(user?.id));
  }
});

/** An authorization with its code, a replaced token pair, the pair that replaced it, and an access token. */
async function aGrant(account: number, application: number, user: number): Promise<void> {
  await service.sql(
    `with given as (
       insert into grants (account_id, application_id, user_id, scopes) values ($1, $2, $3, '{public}') returning id
     ), parent as (
       insert into token_pairs (account_id, grant_id, refresh_digest) select $1, id, sha256(('parent' || $1)::bytea) from given
     ), pair as (
       insert into token_pairs (account_id, grant_id, refresh_digest)
       select $1, id, sha256(('child' || $1)::bytea) from given returning id
     ), code as (
       insert into authorization_codes (digest, account_id, application_id, user_id, redirect_uri, scopes, expires_at, grant_id)
       select sha256(('code' || $1)::bytea), $1, $2, $3, 'https://app.example', '{public}', now(), id from given
     )
     insert into access_tokens (digest, account_id, application_id, scopes, pair_id)
     select sha256(('access' || $1)::bytea), $1, $2, '{public}', id from pair`,
    [account, application, user],
  );
}

async function foreignKeys(): Promise<ForeignKey[]> {
  const columns = (side: "conrelid" | "confrelid", keys: "conkey" | "confkey") =>
    `(select json_agg(attname order by position) from unnest(${keys}) with ordinality as key(number, position)
      join pg_attribute on attrelid = ${side} and attnum = number)`;
  const rows = await service.sql(
    `select conname as name, conrelid::regclass::text as from_table, confrelid::regclass::text as to_table,
       ${columns("conrelid", "conkey")} as from_columns, ${columns("confrelid", "confkey")} as to_columns
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 2, 1`,
  );
  return rows.map((row) => ({
    name: String(row.name),
    table: String(row.from_table),
    target: String(row.to_table),
    columns: [row.from_columns].flat().map(String),
    targetColumns: [row.to_columns].flat().map(String),
  }));
}

async function keysBetweenAccountTables(): Promise<ForeignKey[]> {
  const tables = await accountTables(service);
  return (await foreignKeys()).filter(({ table, target }) => tables.includes(table) && tables.includes(target));
}

describe("the keys of account tables", () => {
  test("every account table's primary key starts with the account", async () => {
    const rows = await service.sql(
      `select conrelid::regclass::text as name, json_agg(attname order by position) as key
       from pg_constraint cross join unnest(conkey) with ordinality as key(number, position)
       join pg_attribute on attrelid = conrelid and attnum = number
       where contype = 'p' and connamespace = 'public'::regnamespace group by 1`,
    );
    const keys = new Map(rows.map(({ name, key }) => [String(name), key]));
    const tables = await accountTables(service);
    expect(tables.length).toBeGreaterThan(20);
    for (const table of tables) expect(keys.get(table), table).toEqual(otherKeys[table] ?? ["account_id", "id"]);
    expect(tables).toEqual(expect.arrayContaining(Object.keys(otherKeys)));
  });

  test("every foreign key between account tables includes the account", async () => {
    const keys = await keysBetweenAccountTables();
    expect(keys.length).toBeGreaterThan(20);
    for (const { name, columns, targetColumns } of keys) {
      expect(columns[0], name).toBe("account_id");
      expect(targetColumns[0], name).toBe("account_id");
      expect(columns, name).toHaveLength(2);
    }
  });

  test("no constraint is deferrable or not validated", async () => {
    const loose = await service.sql(
      "select conname from pg_constraint where connamespace = 'public'::regnamespace and (condeferrable or not convalidated)",
    );
    // Static rates move shared borders, photos swap positions and an import's stays change places, each in one transaction.
    const names = loose.map(({ conname }) => conname);
    expect(names.sort()).toEqual([
      "freed_nights_closed",
      "no_night_has_two_rates",
      "no_night_is_sold_twice",
      "photos_of_rental_in_order",
    ]);
  });

  test("every column that refers to a record has a foreign key", async () => {
    // No foreign key: polymorphic relations, references of responses to any resource, and third-party ids and words.
    const polymorphic = [
      "bogus_ledger.charge_id",
      "bogus_ledger.transaction_id",
      "bookings.created_by_id",
      "bookings_taxes.taxable_id",
      "change_outbox.account_id",
      "change_outbox.record_id",
      "change_outbox.request_id",
      "change_outbox.transaction_id",
      "changes.account_id",
      "changes.actor_id",
      "changes.record_id",
      "changes.request_id",
      // A trigger writes them with the client.
      "client_keys.account_id",
      "client_keys.client_id",
      "conversations.created_by_id",
      "gateway_reports.report_id",
      "idempotent_answers.record_id",
      "imported_records.record_id",
      "mails.message_id",
      "messages.created_by_id",
      "participants.member_id",
      "payment_gateways.host_service_pay_wallet_id",
      "payment_steps.transaction_id",
      "payments.order_id",
      "payments.transaction_id",
      "proposals.decided_request_id",
      // A foreign key would make every writer of an account lock the account's row.
      "record_count_changes.account_id",
      "record_counts.account_id",
      "webhook_messages.change_id",
      "webhook_messages.record_id",
      "webhook_messages.webhook_id",
    ];
    const rows = await service.sql(
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and column_name like '%\\_id' and table_name = any($1) order by 1`,
      [await accountTables(service)],
    );
    const led = new Set(
      (await foreignKeys()).flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`)),
    );
    // No foreign key between distributed or reference tables and coordinator-only tables (docs/design/cluster.md).
    const droppedThere = [
      "access_tokens.application_id",
      "account_logos.stored_file_id",
      "agent_token_accounts.account_id",
      "authorization_codes.application_id",
      "authorization_codes.user_id",
      "booking_sites.logo_file_id",
      "grants.account_id",
      "grants.application_id",
      "grants.user_id",
      "invitations.account_id",
      "invitations.invited_by_user_id",
      "proposals.agent_token_id",
      "webhook_endpoints.grant_id",
    ];
    const unled = onCluster() ? [...polymorphic, ...droppedThere].toSorted() : polymorphic;
    expect(rows.map(({ name }) => String(name)).filter((name) => !led.has(name))).toEqual(unled);
  });
});

describe("the database itself", () => {
  test("the database refuses a row that refers to another account", async () => {
    const primary = await primaryKeys(service);
    for (const { name, table, columns, target, targetColumns } of await keysBetweenAccountTables()) {
      const [, column] = columns;
      const [, targetColumn] = targetColumns;
      const [own] = await service.sql(`select count(*)::integer from ${table} where account_id = $1`, [ours.account]);
      expect(own?.count, `${table} has a row to try ${name} with`).toBeGreaterThan(0);
      const [foreign] = await service.sql(
        `select ${targetColumn} as value from ${target} where account_id = $1
         and ${targetColumn} not in (select ${targetColumn} from ${target} where account_id = $2) limit 1`,
        [theirs.account, ours.account],
      );
      expect(foreign, `${target} has a row that ${name} may not point at`).toBeDefined();
      // This map shares its rental's id; that check would fail first.
      // A participant has one of two roles, an action is about one of two records, and a merged client has ended.
      const additional = new Map([
        ["nightly_rate_maps.rental_id", ", id = $1"],
        ["participants.client_id", ", host_id = null"],
        ["participants.host_id", ", client_id = null"],
        ["scheduled_actions.booking_id", ", inquiry_id = null"],
        ["scheduled_actions.inquiry_id", ", booking_id = null"],
        ["damage_deposits.pending_payment_id", ", pending_since = now()"],
        ["invoices.credited_invoice_id", ", kind = 'credit_note'"],
        ["exports.stored_file_id", ", finished_at = now(), expires_at = now()"],
        ["tasks.assigned_user_id", ", cleaning_link_id = null"],
        ["clients.merged_into_id", ", merged_at = now(), forget_me_at = now()"],
      ]);
      const set = `${column} = $1${additional.get(`${table}.${column}`) ?? ""}`;
      const key = primary.get(table);
      const pointing = service.sql(
        `update ${table} set ${set} where account_id = $2 and (${key}) in (select ${key} from ${table} where account_id = $2 limit 1)`,
        [foreign?.value, ours.account],
      );
      await expect(pointing, name).rejects.toSatisfy(refusedFor("23503", name));
    }
  });

  test("the database refuses to move a referenced record to another account", async () => {
    for (const table of ["rentals", "clients", "bookings_tags", "fees", "rentals_fees"]) {
      const moving = service.sql(`update ${table} set account_id = $1 where account_id = $2`, [
        theirs.account,
        ours.account,
      ]);
      // A cluster rejects every account change, because the row would move to another shard.
      await expect(moving, table).rejects.toMatchObject({ code: onCluster() ? "0A000" : "23503" });
    }
  });
});

describe("the application's database role", () => {
  /** Runs a statement with the application's role. */
  async function asApplication(statement: string): Promise<Record<string, unknown>[]> {
    const [{ name } = { name: "" }] = await service.sql("select current_database() as name");
    const client = new pg.Client({ ...inject("application"), database: String(name) });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(statement)).rows;
    } finally {
      await client.end();
    }
  }

  test("the application's role has no special privileges", async () => {
    expect(await asApplication("select current_user::text as name, session_user::text as login")).toEqual([
      { name: "roost_app", login: "roost_app" },
    ]);
    const [role] = await service.sql(
      "select rolsuper, rolbypassrls, rolcreatedb, rolcreaterole, rolreplication from pg_roles where rolname = 'roost_app'",
    );
    expect(role).toEqual({
      rolsuper: false,
      rolbypassrls: false,
      rolcreatedb: false,
      rolcreaterole: false,
      rolreplication: false,
    });
    const memberships = await service.sql("select from pg_auth_members where member = 'roost_app'::regrole");
    expect(memberships).toEqual([]);
  });

  test("the application's role owns nothing", async () => {
    for (const [registry, owner] of [
      ["pg_class", "relowner"],
      ["pg_namespace", "nspowner"],
      ["pg_proc", "proowner"],
      ["pg_type", "typowner"],
      ["pg_database", "datdba"],
    ]) {
      expect(await service.sql(`select from ${registry} where ${owner} = 'roost_app'::regrole`), registry).toEqual([]);
    }
  });

  test.each([
    ["create a table", "create table mine ()"],
    ["create a schema", "create schema mine"],
    ["change a table", "alter table bookings add column mine text"],
    ["drop a constraint", "alter table bookings drop constraint no_night_is_sold_twice"],
    ["empty a table", "truncate bookings"],
    ["read the migrations", "select * from roost_migrations"],
    ["switch off the triggers that keep keys", "set session_replication_role = 'replica'"],
    ["become the owner", "set role postgres"],
  ])("cannot %s", async (_, statement) => {
    await expect(asApplication(statement)).rejects.toMatchObject({ code: "42501" });
  });

  test("the application's role may delete from join tables only", async () => {
    const rows = await service.sql(
      `select relname::text as name, has_table_privilege('roost_app', oid, 'delete') as deletes,
         has_table_privilege('roost_app', oid, 'truncate, references, trigger') as more
       from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
    );
    expect(rows.filter(({ deletes }) => deletes).map(({ name }) => name)).toEqual(joiningTables);
    expect(rows.filter(({ more }) => more)).toEqual([]);
    await expect(asApplication("delete from bookings")).rejects.toMatchObject({ code: "42501" });
  });
});
