import pg from "pg";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Database } from "../../src/database/connect/database.ts";
import { publishAll } from "../../src/modules/records/events/publish-all.ts";
import { openApplicationDatabase } from "../harness/application-database.ts";
import { ApiClient, recordsOf } from "../harness/client.ts";
import { idsFrom } from "../harness/drawn-ids.ts";
import { linksOf } from "../harness/factories.ts";
import { filledFixture, useFilledService } from "../harness/filled.ts";
import { accountTables, aFixture, type Fixture, sharedIn } from "../harness/fixture.ts";
import { joiningTables } from "../harness/joining-tables.ts";
import { onCluster } from "../harness/own-objects.ts";
import { primaryKeys } from "../harness/primary-keys.ts";
import { queries } from "../harness/queries.ts";
import { outsideRowLevelSecurity } from "./outside-row-level-security.ts";
import { anotherService, loginOf } from "./services.ts";

/** docs/design/tenancy.md: row-level security without the kernel's checks. */
const service = useFilledService();

let ours: Fixture;
let theirs: Fixture;
let walled: string[];

beforeAll(async () => {
  ours = await filledFixture(service);
  await idsFrom(service, 7_000_001);
  theirs = await aFixture(service, sharedIn(ours.ids), await service.aClient(await service.anAccount()));
  await idsFrom(service, 5001);
  for (const { client } of [ours, theirs])
    await client.post(
      "/bookings_tags",
      { bookings_tags: [{ name_en: "Kept", color: "#000000" }] },
      { "idempotency-key": "00000000-0000-4000-8000-000000000000" },
    );
  for (const { account, client, ids } of [ours, theirs]) {
    // A webhook endpoint's references, and a person with an assigned rental.
    await service.sql(
      `with person as (insert into users (email, fullname) values ($3, 'A') returning id),
       given as (insert into grants (account_id, application_id, user_id, scopes) select $1, $2, id, '{public}' from person),
       member as (insert into memberships (account_id, user_id, role) select $1, id, 'cleaner' from person returning user_id),
       chosen as (insert into notification_choices (account_id, user_id, mail, push) select $1, user_id, '{}', '{}' from member)
       insert into membership_rentals (account_id, user_id, rental_id) select $1, user_id, $4 from member`,
      [account, client.application, `a${account}@example.com`, ids.get("rentals")],
    );
    await publishAll(service.database.within([account]), account, queries);
    // Later changes are in the outbox.
    await service.sql("update rentals set name = name || '!' where account_id = $1", [account]);
  }
  walled = (await accountTables(service)).filter((table) => !outsideRowLevelSecurity.includes(table));
});

/** An application connection. */
class Application {
  private readonly client: pg.Client;
  /** The statements that begin each transaction. */
  private readonly beginning: readonly string[];

  constructor(client: pg.Client, beginning: readonly string[]) {
    this.client = client;
    this.beginning = beginning;
  }

  async query(statement: string, values: unknown[] = []): Promise<pg.QueryResult<Record<string, unknown>>> {
    if (this.beginning.length === 0) return this.client.query(statement, values);
    return this.within(() => this.client.query(statement, values));
  }

  /** Runs a statement and rolls it back. @returns the number of affected rows, or the SQLSTATE */
  async trying(statement: string, values: unknown[] = []): Promise<number | string> {
    try {
      return (await this.within(() => this.client.query(statement, values))).rowCount ?? 0;
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code !== undefined) return error.code;
      throw error;
    }
  }

  private async within<T>(work: () => Promise<T>): Promise<T> {
    for (const statement of ["begin", ...this.beginning]) await this.client.query(statement);
    try {
      return await work();
    } finally {
      await this.client.query("rollback");
    }
  }
}

/** An application connection set to some accounts, or never set. On a cluster, each transaction is set so that workers see it. */
async function asApplication(accounts?: readonly number[]): Promise<Application> {
  const told = onCluster() ? { options: "-c citus.propagate_set_commands=local" } : {};
  const client = new pg.Client({ ...(await loginOf(service)), ...told });
  await client.connect();
  onTestFinished(() => client.end());
  if (accounts && onCluster()) return new Application(client, [`set local roost.accounts = '{${accounts}}'`]);
  if (accounts) await client.query("select set_config('roost.accounts', $1, false)", [`{${accounts}}`]);
  return new Application(client, []);
}

/** Tables whose rows the service adds or deletes but never changes. */
const unchanging = ["changes", "change_outbox"];

/** Tables whose rows can be locked, while a trigger refuses every update. */
const frozen = ["invoices"];

const countIn = async (table: string, account: number): Promise<number> => {
  const [row] = await service.sql(`select count(*)::integer from ${table} where account_id = $1`, [account]);
  return Number(row?.count);
};

const refused = "42501";

/** Values that pass the checks that precede a foreign key. */
const alsoSet: Readonly<Record<string, readonly string[]>> = {
  "clients.merged_into_id": ["merged_at = now()", "forget_me_at = now()"],
  "damage_deposits.pending_payment_id": ["pending_since = now()"],
  "exports.stored_file_id": ["finished_at = now()", "expires_at = now()"],
  "invoices.credited_invoice_id": ["kind = 'credit_note'"],
  "nightly_rate_maps.rental_id": ["id = $1"],
  "participants.client_id": ["host_id = null"],
  "participants.host_id": ["client_id = null"],
  "scheduled_actions.booking_id": ["inquiry_id = null"],
  "scheduled_actions.inquiry_id": ["booking_id = null"],
  "tasks.assigned_user_id": ["cleaning_link_id = null"],
};

describe("every account table", () => {
  test("has row-level security, except for the documented tables", async () => {
    const rows = await service.sql(
      `select relname::text as name, relrowsecurity as secured,
         (select json_agg(json_build_array(polcmd, polpermissive, polroles::regrole[]::text, pg_get_expr(polqual, polrelid), polwithcheck is null))
          from pg_policy where polrelid = pg_class.oid) as policies
       from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
    );
    const condition = onCluster()
      ? "(account_id = ANY (roost_accounts()))"
      : "(account_id = ANY (( SELECT roost_accounts() AS roost_accounts)::bigint[]))";
    const policies = [["*", true, "{roost_app}", condition, true]];
    const ofTheQueue = ["job_runs", "job_workers"];
    const ofAccounts = rows.filter(({ name }) => !ofTheQueue.includes(String(name)));
    expect(ofAccounts.filter(({ secured }) => secured)).toEqual(
      walled.map((name) => ({ name, secured: true, policies })),
    );
    expect(walled.length).toBeGreaterThan(18);
    expect(ofAccounts.filter(({ policies: some }) => some !== null)).toHaveLength(walled.length);
    // Only the job runner has a policy, not the application.
    expect(rows.filter(({ name }) => ofTheQueue.includes(String(name)))).toEqual(
      ofTheQueue.map((name) => ({ name, secured: true, policies: [["*", true, "{roost_jobs}", "true", true]] })),
    );
  });

  test("has rows of both accounts in this test", async () => {
    for (const table of walled) {
      for (const { account } of [ours, theirs]) expect(await countIn(table, account), table).toBeGreaterThan(0);
    }
  });

  test("is empty for a connection without an account", async () => {
    for (const client of [await asApplication(), await asApplication([])]) {
      for (const table of walled) {
        expect((await client.query(`select from ${table}`)).rowCount, table).toBe(0);
        const changing = await client.trying(`update ${table} set account_id = account_id`);
        expect(changing, table).toBe(unchanging.includes(table) ? refused : 0);
      }
    }
  });

  test("shows only the connection's account", async () => {
    const client = await asApplication([ours.account]);
    for (const table of walled) {
      const { rows } = await client.query(`select distinct account_id::integer from ${table}`);
      expect(rows, table).toEqual([{ account_id: ours.account }]);
      expect((await client.query(`select from ${table}`)).rowCount, table).toBe(await countIn(table, ours.account));
      const asked = await client.query(`select from ${table} where account_id = $1`, [theirs.account]);
      expect(asked.rowCount, table).toBe(0);
    }
  });

  test("shows each of the connection's accounts", async () => {
    const client = await asApplication([ours.account, theirs.account]);
    for (const table of walled) {
      const count = (await countIn(table, ours.account)) + (await countIn(table, theirs.account));
      expect((await client.query(`select from ${table}`)).rowCount, table).toBe(count);
    }
  });
});

describe("a connection set to our account", () => {
  test("cannot update another account's rows", async () => {
    const client = await asApplication([ours.account]);
    for (const table of walled) {
      const may = !unchanging.includes(table);
      const change = `update ${table} set account_id = account_id`;
      const named = await client.trying(`${change} where account_id = $1`, [theirs.account]);
      expect(named, table).toBe(may ? 0 : refused);
      const expected = frozen.includes(table) ? "23001" : may ? await countIn(table, ours.account) : refused;
      expect(await client.trying(change), table).toBe(expected);
    }
  });

  test("cannot delete another account's rows", async () => {
    const client = await asApplication([ours.account]);
    for (const table of walled) {
      const may = joiningTables.includes(table);
      expect(await client.trying(`delete from ${table} where account_id = $1`, [theirs.account]), table).toBe(
        may ? 0 : refused,
      );
      expect(await client.trying(`delete from ${table}`), table).toBe(
        may ? await countIn(table, ours.account) : refused,
      );
      expect(await client.trying(`truncate ${table} cascade`), table).toBe(refused);
    }
  });

  test("cannot lock another account's rows", async () => {
    const client = await asApplication([ours.account]);
    for (const table of walled) {
      const locking = await client.trying(`select from ${table} where account_id = ${theirs.account} for update`);
      expect(locking, table).toBe(unchanging.includes(table) ? refused : 0);
    }
  });

  test("cannot insert a row for another account", async () => {
    const client = await asApplication([ours.account]);
    for (const table of walled) {
      const [columns] = await service.sql(
        `select string_agg(quote_ident(attname), ', ') as names from pg_attribute
         where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
        [table],
      );
      const [row] = await service.sql(`select to_json(t) as row from ${table} as t where account_id = $1 limit 1`, [
        theirs.account,
      ]);
      const insert = `insert into ${table} (${columns?.names}) select ${columns?.names} from json_populate_record(null::${table}, $1) returning account_id`;
      expect(await client.trying(insert, [JSON.stringify(row?.row)]), table).toBe(refused);
    }
  });

  test("cannot move a row to another account", async () => {
    const client = await asApplication([ours.account]);
    // On a cluster, no row can change its account, because it would move to another shard.
    const refusals = onCluster() ? ["0A000", refused] : [refused];
    for (const table of walled)
      expect(refusals, table).toContain(await client.trying(`update ${table} set account_id = $1`, [theirs.account]));
  });

  test("cannot reference another account's row", async () => {
    const keys = await service.sql(
      `select conrelid::regclass::text as from_table, confrelid::regclass::text as to_table, own.attname as name, target.attname as target
       from pg_constraint
       join pg_attribute as own on own.attrelid = conrelid and own.attnum = conkey[2]
       join pg_attribute as target on target.attrelid = confrelid and target.attnum = confkey[2]
       where contype = 'f' and connamespace = 'public'::regnamespace and conrelid::regclass::text = any ($1)`,
      [walled],
    );
    expect(keys.length).toBeGreaterThan(15);
    const client = await asApplication([ours.account]);
    const primary = await primaryKeys(service);
    for (const { from_table, to_table, name, target } of keys) {
      const [foreign] = await service.sql(
        `select ${target} as id from ${to_table} where account_id = $1
           and ${target} not in (select ${target} from ${to_table} where account_id = $2) limit 1`,
        [theirs.account, ours.account],
      );
      expect(foreign, `${to_table} has a row that ${from_table}.${name} may not point at`).toBeDefined();
      const key = primary.get(String(from_table));
      const where = `account_id = ${ours.account} and (${key}) in (select ${key} from ${from_table} where account_id = ${ours.account} limit 1)`;
      const set = [`${name} = $1`, ...(alsoSet[`${from_table}.${name}`] ?? [])].join(", ");
      const pointing = await client.trying(`update ${from_table} set ${set} where ${where}`, [foreign?.id]);
      expect(pointing, `${from_table}.${name}`).toBe("23503");
    }
  });

  test("can neither add nor change recorded events", async () => {
    const client = await asApplication([ours.account]);
    const entry = `insert into changes (account_id, resource, record_id, type, occurred_at, actor_type, changes)
      values ($1, 'bookings', '1', 'booking.created', now(), 'User', '{}')`;
    expect(await client.trying(entry, [ours.account])).toBe(refused);
    expect(await client.trying("update changes set actor_id = $1", [1])).toBe(refused);
    expect(await client.trying("update change_outbox set actor = $1", ["User:1"])).toBe(refused);
  });

  test("cannot bypass row-level security through callable functions", async () => {
    const client = await asApplication([ours.account]);
    // Security-definer functions take no arguments and return only a number, except these: they read keys and migrations, queue the account's
    // jobs, erase its changes or remove a member, discard old keys and ended files, analyze, or erase closed accounts.
    const { rows } = await client.query(
      `select proname::text, pronargs = 0 and prorettype = 'bigint'::regtype and not proretset as mute,
         pg_get_function_result(oid) as tells from pg_proc
       where pronamespace = 'public'::regnamespace and prosecdef and has_function_privilege('roost_app', oid, 'execute')
       order by 1`,
    );
    expect(rows.map(({ proname }) => proname)).toContain("expire_holds");
    const jobColumns =
      "id bigint, name text, state text, attempts integer, most_attempts integer, run_at timestamp with time zone, locked_at timestamp with time zone, last_error text";
    const known = [
      // For an account that the connection is set to.
      { proname: "account_jobs", mute: false, tells: `TABLE(${jobColumns})` },
      { proname: "accounts_with_automations", mute: false, tells: "TABLE(account bigint, due boolean)" },
      { proname: "analyze_imported", mute: false, tells: "void" },
      { proname: "analyze_planned", mute: false, tells: "void" },
      { proname: "announce_write", mute: false, tells: "integer" },
      { proname: "another_keeps_site_domain", mute: false, tells: "boolean" },
      { proname: "applied_migrations", mute: false, tells: "TABLE(name text, digest text)" },
      { proname: "balances_to_ask_for", mute: false, tells: "TABLE(account bigint, booking bigint)" },
      // Before a guest's account is known.
      { proname: "booking_site_at", mute: false, tells: "TABLE(account bigint)" },
      { proname: "booking_site_domains", mute: false, tells: "TABLE(domain text, address text)" },
      { proname: "booking_site_domains_due", mute: false, tells: "TABLE(account bigint, site bigint)" },
      // The content version, which is read before the request's account is known.
      { proname: "content_version", mute: false, tells: "bigint" },
      { proname: "damage_deposits_to_tend", mute: false, tells: "TABLE(account bigint, booking bigint)" },
      { proname: "digests_due", mute: false, tells: "TABLE(account bigint, person bigint)" },
      { proname: "erase_changes", mute: false, tells: "void" },
      { proname: "erase_closed_account", mute: false, tells: "bigint" },
      { proname: "erase_old_imports", mute: false, tells: "bigint" },
      { proname: "files_to_erase", mute: false, tells: "SETOF text" },
      { proname: "forget_changes", mute: false, tells: "bigint" },
      { proname: "forget_proposals", mute: false, tells: "void" },
      { proname: "forget_secrets_keys", mute: false, tells: "void" },
      { proname: "forget_webhook_messages", mute: false, tells: "bigint" },
      { proname: "forget_write", mute: false, tells: "void" },
      // For an account that the connection is set to.
      { proname: "jobs_of_transaction", mute: false, tells: "TABLE(name text, payload json)" },
      { proname: "note_erased_files", mute: false, tells: "void" },
      { proname: "public_file", mute: false, tells: "TABLE(account bigint, id bigint)" },
      // For an account that the connection is set to.
      { proname: "publish_changes", mute: false, tells: "SETOF changes" },
      { proname: "queue_job", mute: false, tells: "void" },
      // A cluster's `remove_member` runs as the caller.
      { proname: onCluster() ? "delete_membership" : "remove_member", mute: false, tells: "boolean" },
      { proname: "retry_account_job", mute: false, tells: "boolean" },
      { proname: "stale_rates", mute: false, tells: "TABLE(account_id bigint, rental_id bigint, version text)" },
      { proname: "take_calendar_feeds_with_gaps", mute: false, tells: "TABLE(account bigint, feed bigint)" },
      { proname: "take_due_calendar_feeds", mute: false, tells: "TABLE(account bigint, feed bigint)" },
      { proname: "unpaid_strangers", mute: false, tells: "TABLE(account bigint, client bigint)" },
      { proname: "unpublished_accounts", mute: false, tells: "SETOF bigint" },
      { proname: "waiting_payments", mute: false, tells: "TABLE(account bigint, payment bigint)" },
    ];
    expect(rows.filter(({ mute }) => !mute)).toEqual(
      known.toSorted((one, other) => (one.proname < other.proname ? -1 : 1)),
    );
    const outside = client.query("select remove_member($1, 1)", [ours.account + 1_000_000]);
    await expect(outside).rejects.toThrow("A person is taken out of an account within it.");
    const ofJob = "select id::int from graphile_worker.add_job('send mail', json_build_object('account', $1::int))";
    const [foreign] = await service.sql(ofJob, [theirs.account]);
    expect((await client.query("select * from account_jobs($1, 100)", [theirs.account])).rows).toEqual([]);
    for (const account of [ours.account, theirs.account])
      expect((await client.query("select retry_account_job($1, $2) as done", [account, foreign?.id])).rows).toEqual([
        { done: null },
      ]);
    await service.sql("delete from graphile_worker._private_jobs where id = $1", [foreign?.id]);
    // A view reads as its caller, not as its owner.
    const views = await service.sql(
      `select relname::text as name, reloptions as options from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
         and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e') order by 1`,
    );
    const names = ["availabilities", "change_overs", "installed_applications"];
    expect(views).toEqual(names.map((name) => ({ name, options: ["security_invoker=true"] })));
  });
});

describe("pooled connections", () => {
  const seen = { text: "select distinct account_id from bookings", name: "seen accounts" };

  /** Enough concurrent requests to wait for connections, but not past the timeout. */
  const many = onCluster() ? 90 : 600;

  /** A pool so small that its connections constantly switch accounts. */
  async function aSmallPool(): Promise<Database> {
    const database = await openApplicationDatabase(await loginOf(service), 2);
    database.onConnectionLost(() => undefined);
    onTestFinished(() => database.close());
    return database;
  }

  test("are set to the right account for every statement and transaction", async () => {
    const database = await aSmallPool();
    const accounts = [ours.account, theirs.account];
    const failure = new Error("given up");
    const work = Array.from({ length: many }, async (_, index) => {
      const account = accounts[Math.floor(index / 3) % 2] ?? 0;
      const scope = database.within(index % 7 === 0 ? [] : [account]);
      const expected = index % 7 === 0 ? [] : [[String(account)]];
      switch (index % 5) {
        case 0:
          return expect(await scope.read(seen, [])).toEqual(expected);
        case 1:
          return expect(await scope.transaction((transaction) => transaction.read(seen, []))).toEqual(expected);
        case 2:
          return expect(scope.read({ text: "select 1 / 0" }, [])).rejects.toMatchObject({ code: "22012" });
        case 3:
          return expect(
            scope.transaction(async (transaction) => {
              await transaction.enter(accounts);
              expect(await transaction.read(seen, [])).toHaveLength(2);
              throw failure;
            }),
          ).rejects.toBe(failure);
        default:
          return expect(
            await database.transaction(async (transaction) => {
              await transaction.enter([account]);
              return transaction.read(seen, []);
            }),
          ).toEqual([[String(account)]]);
      }
    });
    await Promise.all(work);
    expect(await database.read(seen, [])).toEqual([]);
  });

  test("are set again when they are replaced", async () => {
    const database = await aSmallPool();
    const round = async () => {
      for (const { account } of [ours, theirs])
        expect(await database.within([account]).read(seen, [])).toEqual([[String(account)]]);
      expect(await database.read(seen, [])).toEqual([]);
    };
    await round();
    const [own] = await database.within([ours.account]).read({ text: "select pg_backend_pid()" }, []);
    await service.sql("select pg_terminate_backend($1::integer)", [Number(own?.[0])]);
    await service.sql("select pg_sleep(0.1)");
    await round();
  });

  test("never show one account's rows to another's token under concurrent requests", async () => {
    const url = await anotherService(service, undefined, 2);
    const clients = [ours, theirs].map(
      ({ client, account }) => [account, new ApiClient(url, client.token, account)] as const,
    );
    const paths = ["/bookings", "/rentals", "/clients", "/fees", "/bookings?include=rental,client", "/bookings_tags"];
    const requests = Array.from({ length: many }, async (_, index) => {
      const [account, client] = clients[(index * 7 + Math.floor(index / 5)) % 2] ?? [0, ours.client];
      const path = paths[index % paths.length] ?? "";
      const answer = await client.get(path);
      expect(answer.status).toBe(200);
      const root = /\w+/.exec(path)?.[0] ?? "";
      const accounts = recordsOf(answer, root).map((record) => linksOf(record).account);
      expect(new Set(accounts)).toEqual(new Set([account]));
    });
    await Promise.all(requests);
  });
});
