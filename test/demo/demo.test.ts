import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoLock, seedDemoOnce } from "../../src/app/demo/demo.ts";
import { makeDemoHistory } from "../../src/app/demo/history-job.ts";
import { registerKey } from "../../src/app/secrets/registered-keys.ts";
import { finalPrice, finalRentalPrice } from "../../src/core/booking-totals.ts";
import { instantOnDay, parseDay } from "../../src/core/day.ts";
import { Database } from "../../src/database/connect/database.ts";
import { aDatabase, type Statements, statementsOn, type TestDatabase } from "../harness/databases.ts";
import { noFiles } from "../harness/files.ts";
import { noMailer } from "../harness/mailers.ts";
import { noQueries } from "../harness/queries.ts";
import { testSecrets } from "../harness/secrets.ts";

const today = parseDay("2089-03-14") ?? 0;

/** A separate database with the demo. */
class Demo {
  readonly own: TestDatabase;
  readonly database: Database;
  readonly #statements: Statements;

  constructor(own: TestDatabase) {
    this.own = own;
    this.#statements = statementsOn(own.owner);
    this.database = new Database(own.application, { connections: 4 });
  }

  sql(text: string): Promise<Record<string, unknown>[]> {
    return this.#statements.run(text);
  }

  async close(): Promise<void> {
    await Promise.all([this.database.close(), this.#statements.end()]);
    await this.own.drop();
  }

  /** The database's content, without timestamps, job data, secrets and random ids. */
  async content(): Promise<Record<string, unknown>> {
    const tables = await this.sql(
      "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not in ('roost_migrations', 'secrets_keys', 'change_outbox', 'changes')",
    );
    const shared = [
      "amenities",
      "destinations",
      "applications",
      "automations",
      "scheduled_actions",
      "users",
      "memberships",
    ];
    const contents = await Promise.all(
      tables.map(async ({ name }) => {
        const without = shared.includes(String(name))
          ? " - '{created_at,updated_at,active_since,client_secret_digest,password_digest}'::text[]"
          : ["mid_term_rate_maps", "discount_codes", "host_reviews", "review_replies", "record_count_changes"].includes(
                String(name),
              )
            ? " - 'id'"
            : " - '{prices_changed_at,calendar_changed_at,link_salt,sealed_credentials}'::text[]";
        const [row] = await this.sql(
          `select json_agg(t order by t) as rows from (select to_jsonb(${name})${without} as t from ${name}) as s`,
        );
        return [String(name), row?.rows] as const;
      }),
    );
    return Object.fromEntries(contents);
  }
}

let demo: Demo;
/** The content before any test. */
let content: Record<string, unknown>;
beforeAll(async () => {
  demo = new Demo(await aDatabase());
  await registerKey(demo.database, testSecrets);
  await seedDemoOnce(demo.database, { secrets: testSecrets, files: noFiles }, { today, seed: 1 });
  content = await demo.content();
});
afterAll(() => demo.close());

describe("the demo", () => {
  test("depends only on the day, and is created only once", async () => {
    const twin = new Demo(await aDatabase());
    await registerKey(twin.database, testSecrets);
    try {
      const made = await Promise.all(
        [1, 2].map(() => seedDemoOnce(twin.database, { secrets: testSecrets, files: noFiles }, { today, seed: 1 })),
      );
      expect(made.filter((seeded) => seeded !== undefined)).toEqual([
        { accounts: 2, rentals: 14, clients: 90, bookings: 150 },
      ]);
      for (const [table, rows] of Object.entries(await twin.content())) expect(rows, table).toEqual(content[table]);
    } finally {
      await twin.close();
    }
  });

  test("makes a second process wait for it, even longer than the statement timeout", async () => {
    const impatient: Pick<Database, "transaction"> = {
      transaction: (work) =>
        demo.database.transaction(async (transaction) => {
          await transaction.run("set local statement_timeout = '20ms'");
          return work(transaction);
        }),
    };
    const waiting =
      "select 1 from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())";
    const second = await demo.database.transaction(async (transaction) => {
      await transaction.run("select pg_advisory_xact_lock($1)", [demoLock]);
      const outcome = seedDemoOnce(impatient, { secrets: testSecrets, files: noFiles }).then(
        () => "came to nothing new",
        String,
      );
      while ((await transaction.rows(waiting)).length === 0) await wait(5);
      await wait(200);
      return { outcome };
    });
    expect(await second.outcome).toBe("came to nothing new");
  });

  test("has rentals in three currencies, with texts in their account's languages", async () => {
    const [row] = await demo.sql(
      "select count(distinct currency)::integer as currencies, count(published_at)::integer as published from rentals",
    );
    expect(row).toEqual({ currencies: 3, published: 14 });
    const missing = await demo.sql(
      `select rentals.name, locale from rentals join accounts on accounts.id = rentals.account_id cross join unnest(selected_locales) as locale
       where headline ->> locale is null or summary ->> locale is null or description ->> locale is null
         or house_rules ->> locale is null`,
    );
    expect(missing).toEqual([]);
  });

  test("has its bookings within two years around the day, most of them booked", async () => {
    const [row] = await demo.sql(
      `select count(*) filter (where canceled_at is not null)::integer as canceled, count(*) filter (where tentative_expires_at > '2089-03-14')::integer as holds,
         count(*) filter (where unavailable)::integer as blocked, count(distinct rental_id)::integer as rentals,
         bool_and(start_at >= date '2089-03-14' - 365 and end_at < date '2089-03-14' + 366) as within,
         count(*) filter (where start_at < '2089-03-14' and end_at > '2089-03-15' and booked and canceled_at is null) > 0 as guests_in_the_house
       from bookings where created_by_type <> 'Booking'`,
    );
    expect(row).toEqual({ canceled: 12, holds: 5, blocked: 9, rentals: 14, within: true, guests_in_the_house: true });
  });

  test("never sells a night twice", async () => {
    const twice = await demo.sql(
      `select one.id from bookings as one join bookings as other on other.account_id = one.account_id and other.rental_id = one.rental_id
         and other.id > one.id and other.nights && one.nights where one.canceled_at is null and other.canceled_at is null
         and not (one.created_by_type = 'Booking' and other.created_by_type = 'Booking')`,
    );
    expect(twice).toEqual([]);
  });

  test("has prices that add up", async () => {
    const accounts = await demo.sql("select id from accounts");
    const scope = demo.database.within(accounts.map(({ id }) => Number(id)));
    const rows = await scope.transaction((transaction) =>
      transaction.rows<{
        initial_price: number;
        discount: string | null;
        currency: string;
        final_rental_price: number;
        final_price: number;
        fees: { price: number; times: number }[];
        taxes: { amount: number; included: boolean }[];
      }>(
        `select initial_price, discount, currency, final_rental_price, final_price,
           (select coalesce(json_agg(json_build_object('price', (price * 100)::integer, 'times', times_booked)), '[]') from bookings_fees
             where bookings_fees.account_id = bookings.account_id and booking_id = bookings.id) as fees,
           (select coalesce(json_agg(json_build_object('amount', (amount * 100)::integer, 'included', tax_included_in_price)), '[]') from bookings_taxes
             where bookings_taxes.account_id = bookings.account_id and booking_id = bookings.id) as taxes
         from bookings where not unavailable`,
      ),
    );
    expect(rows).toHaveLength(141);
    for (const { initial_price, discount, currency, fees, taxes, ...stored } of rows) {
      const rental = finalRentalPrice(initial_price, discount, currency);
      const lines = fees.map(({ price, times }) => ({ price, timesBooked: times, includedInPrice: true }));
      expect(stored).toEqual({ final_rental_price: rental, final_price: finalPrice(rental, lines, taxes) });
    }
    expect(rows.some(({ taxes }) => taxes.some(({ included }) => !included))).toBe(true);
  });

  test("uses only addresses reserved for examples", async () => {
    const emails = await demo.sql(
      "select email ->> 'email' as email from clients cross join json_array_elements(emails) as email",
    );
    expect(emails).toHaveLength(90);
    for (const { email } of emails) expect(email).toMatch(/^[a-z.-]+@example\.com$/);
  });

  test("links two apartments with their house, and each blocks the other", async () => {
    const groups = await demo.sql(
      "select count(*)::integer as rentals from rental_link_groups_rentals group by rental_link_group_id",
    );
    expect(groups).toEqual([{ rentals: 2 }, { rentals: 2 }]);
    const [row] = await demo.sql(
      `select count(*)::integer > 5 as mirrored, count(distinct mirrors.rental_id)::integer as rentals,
         bool_and(mirrors.created_at = origins.created_at) as dated
       from bookings as mirrors join bookings as origins on origins.id = mirrors.created_by_id where mirrors.created_by_type = 'Booking'`,
    );
    expect(row).toEqual({ mirrored: true, rentals: 3, dated: true });
  });

  test("has conversations in the guests' languages with notes, some unanswered, all before the day", async () => {
    const accounts = await demo.sql(
      `select count(*) filter (where read_at is null)::integer as unread, count(*) filter (where closed_at is not null)::integer as closed,
         count(distinct inquiry_id)::integer as inquiries, bool_and(updated_at < '2089-03-14' and created_at <= last_message_at) as past
       from conversations left join conversations_inquiries on conversations_inquiries.conversation_id = conversations.id
       group by conversations.account_id`,
    );
    expect(accounts).toEqual([
      { unread: 3, closed: 2, inquiries: 2, past: true },
      { unread: 3, closed: 2, inquiries: 2, past: true },
    ]);
    const [row] = await demo.sql(
      `select count(*) filter (where visibility = 'internal')::integer as notes, bool_and(sent_at < '2089-03-14' and content !~ '[{}]') as fine,
         count(distinct preferred_locale)::integer > 2 as several_languages
       from messages join participants on participants.id = sender_id left join clients on clients.id = client_id`,
    );
    expect(row).toEqual({ notes: 8, fine: true, several_languages: true });
  });

  test("has reviews of most rentals with varied averages, replies, host reviews and a draft", async () => {
    const [row] = await demo.sql(
      `select count(distinct rental_id)::integer >= 10 as rentals, stddev(rating_accurate) > 0.2 as vary, min(rating_accurate) >= 2 as fair,
         (select count(*) from review_replies) >= 10 as replies, (select count(*) from host_reviews where submitted_at is not null) >= 8 as host_reviews,
         (select count(*) from host_reviews where submitted_at is null) > 0 as drafts, bool_and(submitted_at < '2089-03-14') as past
       from reviews`,
    );
    expect(row).toEqual({
      ...{ rentals: true, vary: true, fair: true, replies: true, host_reviews: true, drafts: true, past: true },
    });
    const wrong = await demo.sql(
      `select rentals.id from rentals left join reviews on reviews.rental_id = rentals.id group by rentals.account_id, rentals.id
       having rentals.reviews_count <> count(reviews.id)`,
    );
    expect(wrong).toEqual([]);
  });

  test("sends no mail, and queues only jobs for photos, the corrected price and the rules", async () => {
    expect(await demo.sql("select id from mails")).toEqual([]);
    const jobs = await demo.sql("select distinct task_identifier as job from graphile_worker.jobs order by 1");
    expect(jobs).toEqual([{ job: "draw_demo_pictures" }, { job: "make_demo_history" }, { job: "plan automation" }]);
  });

  test("has contacts, owners, templates and an exported calendar in each account", async () => {
    const counts = await demo.sql(
      `select (select count(*) > 2 from contacts where account_id = accounts.id) as contacts,
         (select bool_and(exists (select from rental_contacts where rental_id = rentals.id and kind = 'manager')) from rentals where account_id = accounts.id) as managed,
         (select count(*) > 0 from rental_contacts where account_id = accounts.id and kind = 'owner') as owned,
         (select count(*)::integer from message_templates where account_id = accounts.id) as templates,
         (select count(*)::integer from calendar_feeds where account_id = accounts.id and kind = 'export') as feeds from accounts`,
    );
    const each = { contacts: true, managed: true, owned: true, templates: 2, feeds: 1 };
    expect(counts).toEqual([each, each]);
  });

  test("has two rules of its own in each account, and cleanings of the departures of three days", async () => {
    expect(
      await demo.sql(
        `select account_id::integer as account, trigger, effect, state from automations where built_in is null order by account_id, id`,
      ),
    ).toEqual(
      [1, 2].flatMap((account) => [
        { account, trigger: "arrival", effect: "message", state: "on" },
        { account, trigger: "departure", effect: "task", state: "on" },
      ]),
    );
    const departures = await demo.sql(
      `select id from bookings where booked and canceled_at is null and tentative_expires_at is null
         and end_at >= '2089-03-14' and end_at < '2089-03-17' order by id`,
    );
    expect(departures.length).toBeGreaterThan(0);
    const tasks = await demo.sql("select booking_id as id from tasks where done_at is null order by booking_id");
    expect(tasks).toEqual(departures);
  });

  test("has payments, balances due, payouts that add up and cancelation policies in each account", async () => {
    const accounts = await demo.sql(
      `select (select count(*) >= 40 from payments where account_id = accounts.id) as paid,
         (select count(distinct kind) >= 3 from payments where account_id = accounts.id) as ways,
         (select count(*) > 2 from payouts where account_id = accounts.id) as payouts,
         (select bool_and(amount_in_cents = (select sum(net_in_cents) from payout_lines where payout_id = payouts.id)) from payouts where account_id = accounts.id) as add_up,
         (select count(*) between 2 and 12 from bookings where account_id = accounts.id and booked and canceled_at is null and final_price > paid_amount
            and start_at < date '2089-03-14' + 14 and end_at >= '2089-03-14') as due,
         (select count(*) from bookings where account_id = accounts.id and booked and canceled_at is null and final_price > paid_amount and end_at < '2089-03-14')::integer as late,
         (select max(paid_at) < '2089-03-14' from payments where account_id = accounts.id) as past,
         (select count(*) filter (where booking_id is null) > 1 and count(*) filter (where booking_id is not null) > 40
            from rental_cancelation_policies where account_id = accounts.id) as policies from accounts`,
    );
    const each = {
      paid: true,
      ways: true,
      payouts: true,
      add_up: true,
      due: true,
      late: 0,
      past: true,
      policies: true,
    };
    expect(accounts).toEqual([each, each]);
  });

  test("has one person of each role in each account, whose password the serving start issues", async () => {
    const people = await demo.sql(
      `select array_agg(role order by role) as roles, bool_and(password_digest is null) as unknown, bool_and(email like '%@example.com') as invented
       from memberships join users on users.id = user_id group by account_id`,
    );
    const each = { roles: ["cleaner", "manager", "owner"], unknown: true, invented: true };
    expect(people).toEqual([each, each]);
  });

  test("assigns rentals with a departure today to each account's cleaner", async () => {
    const [cleaned] = await demo.sql(
      `select count(distinct rentals.account_id)::integer as accounts, count(distinct rentals.id)::integer as rentals,
         count(distinct bookings.account_id)::integer as leaving
       from membership_rentals join rentals on rentals.id = rental_id
       left join bookings on bookings.rental_id = rentals.id and bookings.booked and bookings.canceled_at is null
         and (bookings.end_at at time zone 'UTC')::date = date '1970-01-01' + ${today}`,
    );
    expect(cleaned).toEqual({ accounts: 2, rentals: 11, leaving: 2 });
  });

  test("shows in its audit one wrong price by a program that the manager corrected", async () => {
    const [first] = await demo.sql(
      "select account_id::integer as account, min(id)::integer + 2 as rental from rentals group by account_id order by 1",
    );
    const [account, rental] = [Number(first?.account), Number(first?.rental)];
    const scope = demo.database.within([account]);
    const context = {
      ...{
        scope,
        account,
        secrets: testSecrets,
        files: noFiles,
        localWebhooks: false,
        queries: noQueries,
        mailer: noMailer,
      },
      ...{ endpoints: {}, privateFetch: [], baseUrl: "https://roost.test", attempt: 1, last: false },
      ...{ now: instantOnDay(today, 9), signal: AbortSignal.timeout(60_000) },
    };
    const queued = await demo.sql("select coalesce(max(id), 0) as last from graphile_worker.jobs");
    await makeDemoHistory.perform(context, { rental });
    await makeDemoHistory.perform(context, { rental });
    await scope.transaction((transaction) => transaction.run("select publish_changes($1, 100000)", [account]));
    const told = await demo.sql(
      `select type, actor_type as by, coalesce(applications.name, users.fullname) as name, changes -> 'discount' as discount, changes -> 'start_date' -> 1 as week
       from changes left join applications on actor_type = 'Application' and applications.id = actor_id left join users on actor_type = 'User' and users.id = actor_id
       where resource = 'special_offers' order by changes.id`,
    );
    expect(told).toEqual([
      {
        type: "special_offer.created",
        by: "Application",
        name: "Price Pilot",
        discount: [null, 90],
        week: "2089-07-11",
      },
      { type: "special_offer.updated", by: "User", name: "Claire Aubanel", discount: [90, 9], week: null },
    ]);
    const others = await demo.sql(
      "select distinct actor_type as by from changes where resource = 'bookings' and changes <> '{}'",
    );
    expect(others).toEqual([{ by: "Application" }]);
    // Webhooks and calendars in the settings never send anything off the machine.
    const sent = await demo.sql(
      `select url, client_id, array_agg(webhook_messages.type) as types from webhook_endpoints
       join applications on applications.id = application_id join webhook_messages on endpoint_id = webhook_endpoints.id group by 1, 2`,
    );
    expect(sent).toEqual([
      { url: "http://127.0.0.1:9/guests", client_id: `roost-console-${account}`, types: ["ping"] },
    ]);
    const imports = await demo.sql(
      "select name, url, last_attempt_at is not null as taken from calendar_feeds where kind = 'import'",
    );
    expect(imports).toEqual([{ name: "Neighbour's portal", url: null, taken: true }]);
    // Another test checks only the jobs that the start itself queued.
    await demo.sql(
      `select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs where id > ${queued[0]?.last}`,
    );
  });
});
