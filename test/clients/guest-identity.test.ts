import { describe, expect, test } from "vitest";
import { type ApiClient, errorsOf, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aBooking, aGuest, aRental, booking, changing, created, linksOf, read } from "../harness/factories.ts";
import { LockWaits } from "../harness/lock-waits.ts";
import { ownerOf } from "../harness/own-objects.ts";
import { useSharedService } from "../harness/service.ts";
import { until } from "../harness/until.ts";
import { importerInto } from "../imports/importer.ts";

/** The identity of guests (bookings.md). */
const service = useSharedService();
const importing = importerInto(service);
const aManager = async () => service.aClient(await service.anAccount());

interface Guest {
  readonly firstname?: string;
  readonly lastname?: string;
  readonly email?: string;
  readonly phone?: string;
  readonly country?: string;
}

const nested = ({ firstname, lastname, email, phone, country }: Guest): Json => ({
  ...{ firstname: firstname ?? null, lastname: lastname ?? null },
  ...(email === undefined ? {} : { emails: [{ email }] }),
  ...(phone === undefined ? {} : { phones: [{ label: "home", number: phone, country_code: country ?? null }] }),
});

let weeks = 0;

/** Four nights that no other stay takes. */
function ownNights(): { start_at: string; end_at: string } {
  const first = Date.UTC(2030, 0, 7) + 7 * weeks++ * 86_400_000;
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  return { start_at: day(first), end_at: day(first + 4 * 86_400_000) };
}

/** The ways in. Each stores a guest with a stay and returns the client's id. */
const ways: Readonly<Record<string, (client: ApiClient, rental: Json, guest: Guest) => Promise<unknown>>> = {
  async "a booking"(client, rental, guest) {
    const answer = await booking(client, rental, { ...ownNights(), client: nested(guest) });
    expect(answer.status, answer.text).toBe(201);
    return linksOf(recordOf(answer, "bookings")).client;
  },
  async "a strict booking"(client, rental, { firstname = "", lastname = "", email = "", phone = "", country = "" }) {
    const guest = { firstname, lastname, email, phone_number: phone, country_code: country };
    const prices = { final_price: "400", price_to_pay_now: "0", currency: "EUR" };
    const stay = { ...ownNights(), rental_id: rental.id, adults: 2, ...prices, client: guest };
    const answer = await client.post("/strict_bookings", { bookings: [stay] });
    expect(answer.status, answer.text).toBe(201);
    return linksOf(recordOf(answer, "bookings")).client;
  },
  async "an update of a booking without a guest"(client, rental, guest) {
    const stay = await aBooking(client, rental, ownNights());
    const answer = await changing(client, stay, { client: nested(guest) });
    expect(answer.status, answer.text).toBe(200);
    return linksOf(recordOf(answer, "bookings")).client;
  },
  async "an import"(client, rental, { firstname = "", lastname = "", email = "", phone = "", country = "" }) {
    const { start_at, end_at } = ownNights();
    const names =
      "external_reference,rental_id,start_at,end_at,final_price,client.firstname,client.lastname,client.email,client.phone,client.country_code";
    const reference = `I${start_at}`;
    const line = [reference, rental.id, start_at, end_at, "100", firstname, lastname, email, phone, country].join(",");
    const report = await importing(client, "bookings", `${names}\n${line}\n`);
    expect([report.created, report.problems]).toEqual([1, []]);
    const found = await client.get(`/bookings?query=${reference}`);
    return linksOf(recordsOf(found, "bookings")[0] ?? {}).client;
  },
};

const aKnownGuest = (client: ApiClient, attributes: Json) => created(client, "/clients", "clients", attributes);

const ines = { firstname: "Ines", lastname: "Muster" };
const address = { email: "muster@example.com" };
const number = { phone: "+49 170 5550166" };

const onePerson: readonly [string, Guest, Guest][] = [
  ["one address in another case", { ...ines, ...address }, { ...ines, email: "MUSTER@Example.com" }],
  ["one address with other dots in its domain", { ...ines, ...address }, { ...ines, email: "muster@exam.ple.com" }],
  ["an initial", { ...ines, ...address }, { ...address, firstname: "I.", lastname: "Muster" }],
  ["no name", { ...ines, ...address }, address],
  [
    "a name without accents",
    { ...address, firstname: "Inés", lastname: "Müster" },
    { ...address, firstname: "Ines", lastname: "Muester" },
  ],
  ["a number without an address", { ...ines, ...number }, { ...ines, phone: "0049 (0)170/555-0166" }],
  ["a number in the country of the guest", { ...ines, ...number }, { ...ines, phone: "0170 5550166", country: "DE" }],
  ["a number in the country of the rental", { ...ines, ...number }, { ...ines, phone: "0170 5550166" }],
  ["an address for a guest who had a number only", { ...ines, ...number }, { ...ines, ...number, ...address }],
  ["a number for a guest who had both", { ...ines, ...number, ...address }, { ...ines, ...number }],
];

const twoPeople: readonly [string, Guest, Guest][] = [
  ["one address and two first names", { ...ines, ...address }, { ...address, firstname: "Paul", lastname: "Muster" }],
  ["one address and two family names", { ...ines, ...address }, { ...address, firstname: "Ines", lastname: "Meyer" }],
  ["one name and two addresses", { ...ines, ...address }, { ...ines, email: "ines@example.com" }],
  ["one number and two names", { ...ines, ...number }, { ...number, firstname: "Paul", lastname: "Muster" }],
  ["one name and two numbers", { ...ines, ...number }, { ...ines, phone: "+49 170 5550177" }],
  [
    "one number and two addresses",
    { ...ines, ...number, ...address },
    { ...ines, ...number, email: "other@example.com" },
  ],
  ["one name alone", ines, ines],
];

describe.each(Object.keys(ways))("%s", (name) => {
  const way = ways[name] ?? expect.fail();

  test("recognizes the guest of an earlier one, and nobody else", async () => {
    const client = await aManager();
    const rental = await aRental(client, { country_code: "DE", base_rate: "100" });
    for (const [[what, first, second], isOne] of [
      ...onePerson.map((pair) => [pair, true] as const),
      ...twoPeople.map((pair) => [pair, false] as const),
    ]) {
      const before = await way(client, rental, first);
      expect((await way(client, rental, second)) === before, what).toBe(isOne);
      await service.sql(
        "update clients set emails = '[]', phones = '[]', fullname = null, firstname = null, lastname = null where account_id = $1",
        [client.account],
      );
    }
  });
});

describe("a guest who books", () => {
  test("is one client when two bookings of a new guest arrive at once", async () => {
    const client = await aManager();
    const rentals = await Promise.all(Array.from({ length: 6 }, () => aRental(client)));
    const guest = nested({ ...ines, ...address, ...number });
    const answers = await Promise.all(rentals.map((rental) => booking(client, rental, { client: guest })));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201]);
    expect(new Set(answers.map((answer) => linksOf(recordOf(answer, "bookings")).client)).size).toBe(1);
  });

  test("adds what their client lacks and overwrites nothing", async () => {
    const client = await aManager();
    const known = await aKnownGuest(client, { ...nested({ ...ines, ...address }), notes: "Likes the sea" });
    const guest = { ...nested({ firstname: "I.", ...address, ...number }), company: "Muster GmbH", notes: "Late" };
    await booking(client, await aRental(client), { client: guest });
    expect(await read(client, "clients", known.id)).toMatchObject({
      ...{ fullname: "Ines Muster", company: "Muster GmbH", notes: "Likes the sea\n\nLate" },
      ...{ emails: [{ email: "muster@example.com" }], phones: [{ number: "+49 170 5550166" }] },
    });
  });

  test("is not the client whose processing is restricted, for other applications", async () => {
    const account = await service.anAccount();
    const [manager, channel] = [await service.aClient(account), await service.aClient(account)];
    await service.sql("update applications set registered_by_user_id = null where id = $1", [channel.application]);
    const known = await aKnownGuest(manager, nested({ ...ines, ...address }));
    await service.sql("update clients set processing_restricted_at = now() where account_id = $1", [account]);
    const answer = await booking(channel, await aRental(manager), { client: nested({ ...ines, ...address }) });
    expect(linksOf(recordOf(answer, "bookings")).client).not.toBe(known.id);
  });
});

describe("an update of a booking", () => {
  test("corrects its guest, and keeps their other numbers and stays", async () => {
    const client = await aManager();
    const guest = await aGuest(client, {
      fullname: "Tina Samplle",
      emails: [{ email: "tina@example.com" }],
      phones: [
        { number: "+49 170 5550111", label: "mobile" },
        { number: "+49 30 5550", label: "home" },
      ],
    });
    const stay = await aBooking(client, await aRental(client), { client_id: guest.id });
    const answer = await changing(client, stay, {
      client: { fullname: "Tina Sample", phones: [{ number: "+49 170 5550112", label: "mobile" }] },
    });
    expect(answer.status, answer.text).toBe(200);
    expect(linksOf(recordOf(answer, "bookings")).client).toBe(guest.id);
    expect(await read(client, "clients", guest.id)).toMatchObject({
      ...{ fullname: "Tina Sample", emails: [{ email: "tina@example.com" }] },
      phones: [{ number: "+49 170 5550112", label: "mobile" }, { number: "+49 30 5550" }],
    });
    expect(recordsOf(await client.get("/clients"), "clients")).toHaveLength(1);
  });

  test("accepts the booking as it was read with its guest, and changes nothing", async () => {
    const client = await aManager();
    const guest = await aKnownGuest(client, nested({ ...ines, ...address, ...number }));
    const stay = await aBooking(client, await aRental(client), { client_id: guest.id });
    const embedded = recordOf(await client.get(`/bookings/${stay.id}?include=client`), "bookings");
    expect(embedded.client).toMatchObject({ id: guest.id });
    expect((await changing(client, stay, embedded)).status).toBe(200);
    expect(await read(client, "clients", guest.id)).toEqual(guest);
    // The echo of an earlier guest corrects nobody.
    const other = await aGuest(client, { fullname: "Paul Muster" });
    expect((await changing(client, stay, { ...embedded, client_id: other.id })).status).toBe(200);
    expect(await read(client, "clients", other.id)).toMatchObject({ fullname: "Paul Muster", emails: [] });
  });

  test("reports a guest’s problems under the guest, and corrects nothing", async () => {
    const client = await aManager();
    const guest = await aKnownGuest(client, nested({ ...ines, ...address }));
    const stay = await aBooking(client, await aRental(client), { client_id: guest.id });
    const answer = await changing(client, stay, { client: { firstname: "Eva", emails: [{ email: "eva" }] } });
    expect([answer.status, Object.keys(Object(errorsOf(answer)))]).toEqual([422, ["client"]]);
    expect((await read(client, "clients", guest.id)).firstname).toBe("Ines");
  });
});

describe("an import and another booking of one new guest", () => {
  const names = "external_reference,rental_id,start_at,end_at,client.fullname,client.email,client.phone";

  test("lines of one guest in many rentals make one client", async () => {
    const client = await aManager();
    const homes = await Promise.all(Array.from({ length: 30 }, () => aRental(client)));
    const people = ["Ida Vela,ida@example.com,", "Ole Berg,,+47 912 34 567", "Ole Berg,,0047 91234567"];
    const lines = homes.map(({ id }, index) => `S${index},${id},2030-03-04,2030-03-08,${people[index % 3]}`);
    expect(await importing(client, "bookings", `${[names, ...lines].join("\n")}\n`)).toMatchObject({
      ...{ created: 30, wrong: 0, clients: 2 },
    });
  });

  test("a booking waits for the import at every lock, and finds its client", async () => {
    const client = await aManager();
    const [mine, other] = [await aRental(client), await aRental(client)];
    const waits = new LockWaits(await ownerOf(service));
    let answer: ReturnType<typeof booking> | undefined;
    const line = `W1,${mine.id},2030-03-04,2030-03-08,Ida Vela,Ida@Example.com,`;
    await importing(client, "bookings", `${names}\n${line}\n`, {
      async finish() {
        answer = booking(client, other, {
          ...ownNights(),
          client: nested({ firstname: "Ida", lastname: "Vela", email: "ida@example.com" }),
        });
        await until(async () => (await waits.count()) > 0);
      },
    });
    expect((await answer)?.status).toBe(201);
    expect(recordsOf(await client.get("/clients"), "clients")).toHaveLength(1);
  });
});

test("a client's address is stored without the direction signs that hide it from the search for the same guest", async () => {
  const client = await service.aClient(await service.anAccount());
  const emails = [{ email: "\u202eeva@example.com", label: "\u202ehome" }];
  const guest = await created(client, "/clients", "clients", { fullname: "Eva Muster", emails });
  expect(guest.emails).toMatchObject([{ email: "eva@example.com", label: "home" }]);
  const [again] = [{ email: "\u202eeva@example.com", id: 1, label: "\u200e" }];
  await client.put(`/clients/${guest.id}`, { clients: [{ emails: [again] }] });
  expect((await read(client, "clients", guest.id)).emails).toMatchObject([
    { email: "eva@example.com", label: "default" },
  ]);
});
