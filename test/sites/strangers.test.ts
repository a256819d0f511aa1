import { describe, expect, test } from "vitest";
import { queueStrangers } from "../../src/modules/records/privacy/erase-strangers.ts";
import { expireHolds } from "../../src/modules/stays/bookings/expire-holds.ts";
import type { Json } from "../harness/client.ts";
import { aGuest } from "../harness/factories.ts";
import { useService } from "../harness/service.ts";
import { until } from "../harness/until.ts";
import { aConversation, aParticipant } from "../inbox/fixture.ts";
import type { PlainBrowser } from "../web/plain-browser.ts";
import { aShop, openForm, type Shop, send, stay, wordsOf } from "./book.ts";

/** Guests known only from an unpaid hold on a site. */
const service = useService({ endpoints: {} });

const stranger = {
  firstname: "Zerlina",
  lastname: "Quandt",
  email: "zerlina@quandt.example",
  phone_number: "+49 30 5550123",
  country_code: "DE",
  message: "Zerlina Quandt arrives with a dog",
};

/** Pays a held stay by card, and waits for its booking. */
async function paid(browser: PlainBrowser, path: string | null): Promise<void> {
  const held = path ?? expect.fail("not held");
  await browser.post(held, { card: "tok_visa" });
  await until(async () => wordsOf(await browser.get(held)).includes("Your stay is booked"));
}

/** Expires a shop's holds as of an interval ago. */
async function holdsEnded({ client }: Shop, ago: string): Promise<void> {
  await service.sql(
    "update bookings set tentative_expires_at = now() - $2::interval where account_id = $1 and tentative_expires_at is not null and canceled_at is null",
    [client.account, ago],
  );
  await expireHolds(service.database);
}

const guestsOf = ({ client }: Shop): Promise<Json[]> =>
  service.sql(
    "select id::integer, fullname, emails::text, forget_me_at is not null as erased from clients where account_id = $1 order by id",
    [client.account],
  );

/** Runs the recurring job, and a sentinel of another account that is erased after the shop's guests. */
async function jobsRun(): Promise<void> {
  const sentinel = await aShop(service);
  await send(await openForm(service, sentinel), sentinel, stranger);
  await holdsEnded(sentinel, "2 days");
  await queueStrangers(service.database);
  await until(async () => (await guestsOf(sentinel)).every(({ erased }) => erased === true));
}

/** The tables of the database that contain a text. */
async function tablesWith(text: string, account: number): Promise<string[]> {
  const tables = await service.sql(
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'account_id' order by 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await service.sql(
      `select from ${name} as searched where account_id = $1 and searched::text ilike '%' || $2 || '%' limit 1`,
      [account, text],
    );
    if (rows.length > 0) found.push(String(name));
  }
  return found;
}

describe("a stranger whose hold ended unpaid", () => {
  test("is erased a day later, from every table", async () => {
    const shop = await aShop(service);
    await send(await openForm(service, shop), shop, stranger);
    await holdsEnded(shop, "2 hours");
    await jobsRun();
    expect(await guestsOf(shop)).toMatchObject([{ fullname: "Zerlina Quandt", erased: false }]);
    expect(await tablesWith("Quandt", shop.client.account)).not.toEqual([]);
    await service.sql("update bookings set canceled_at = now() - interval '2 days' where account_id = $1", [
      shop.client.account,
    ]);
    await jobsRun();
    await until(async () => (await guestsOf(shop)).every(({ erased }) => erased === true));
    for (const text of ["Quandt", "zerlina", "5550123"])
      expect(await tablesWith(text, shop.client.account), text).toEqual([]);
    const digests = await service.sql("select visitor, network from site_bookings where account_id = $1", [
      shop.client.account,
    ]);
    expect(digests).toEqual([{ visitor: null, network: null }]);
  });

  test("can come back and book", async () => {
    const shop = await aShop(service);
    await send(await openForm(service, shop), shop, stranger);
    await holdsEnded(shop, "2 days");
    await jobsRun();
    await until(async () => (await guestsOf(shop)).every(({ erased }) => erased === true));
    const form = await openForm(service, shop);
    await paid(form.browser, (await send(form, shop, stranger)).location);
    await jobsRun();
    expect(await guestsOf(shop)).toMatchObject([{ erased: true }, { fullname: "Zerlina Quandt", erased: false }]);
  });
});

describe("the erasure of strangers", () => {
  const kept = async (shop: Shop): Promise<void> => {
    await jobsRun();
    expect((await guestsOf(shop)).map(({ erased }) => erased)).toEqual([false]);
  };

  test("keeps a guest whom the manager knew before the hold", async () => {
    const shop = await aShop(service);
    const emails = [{ email: stranger.email, label: "home" }];
    await aGuest(shop.client, { fullname: "Zerlina Quandt", emails });
    await send(await openForm(service, shop), shop, stranger);
    await holdsEnded(shop, "2 days");
    await kept(shop);
  });

  test("keeps a guest who has paid another stay, or holds one", async () => {
    const shop = await aShop(service);
    const first = await openForm(service, shop);
    await send(first, shop, stranger);
    await holdsEnded(shop, "2 days");
    const next = { ...stay, arrival: "2090-02-04", departure: "2090-02-08" };
    const second = await openForm(service, shop, first.browser, next);
    const path = (await send(second, shop, stranger)).location;
    await kept(shop);
    await paid(second.browser, path);
    await kept(shop);
  });

  test("keeps a guest whom the manager has written to", async () => {
    const shop = await aShop(service);
    await send(await openForm(service, shop), shop, stranger);
    await holdsEnded(shop, "2 days");
    const [guest] = await guestsOf(shop);
    const conversation = await aConversation(shop.client, { subject: "Your dog" });
    await aParticipant(shop.client, conversation, "Client", guest ?? expect.fail("no guest"));
    await kept(shop);
  });
});
