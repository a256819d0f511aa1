import { expect, test } from "vitest";
import { type Answer, type ApiClient, type Json, recordOf } from "../harness/client.ts";
import { useSharedService } from "../harness/service.ts";
import { aBooking, aRental, change } from "./calendar.ts";

const service = useSharedService();

/** Several applications change one booking of the account. */
async function aStay(
  values: Json = {},
): Promise<{ clients: ApiClient[]; manager: ApiClient; rental: number; stay: Json }> {
  const account = await service.anAccount();
  const [manager, ...clients] = await Promise.all(Array.from({ length: 5 }, () => service.aClient(account)));
  if (!manager) throw new Error("Nobody is there.");
  const rental = await aRental(manager);
  return { clients, manager, rental, stay: await aBooking(manager, rental, { arrival: 0, departure: 7 }, values) };
}

/** The expected final price: the rental's price plus the fees in the same response. */
function sumOf(stay: Json): string {
  const lines: unknown = stay.bookings_fees;
  if (!Array.isArray(lines)) throw new Error(`No fees in ${JSON.stringify(stay)}`);
  const fees = lines.reduce((sum, line) => sum + Number(line.price) * Number(line.times_booked), 0);
  return (Number(stay.initial_price) + fees).toFixed(1);
}

test("concurrent additions and removals of fees add up in every answer", async () => {
  const { clients, manager, stay } = await aStay({ initial_price: "1000" });
  const add = async (client: ApiClient, price: number): Promise<Json> => {
    const fee = { name: "Linen", kind: "bed_linen", price: String(price), times_booked: 2 };
    const answer = await client.patch(`/bookings/${stay.id}/add_bookings_fee`, { id: stay.id, bookings_fees: [fee] });
    return within(answer);
  };
  const removed: unknown[] = [];
  await Promise.all(
    clients.map(async (client, index) => {
      for (let round = 1; round <= 4; round++) {
        const before = await add(client, 10 * index + round);
        const mine = idsOf(before.bookings_fees).at(-1);
        if (round % 2 === 1) continue;
        const after = await client.patch(`/bookings/${stay.id}/remove_bookings_fee/${mine}`);
        expect(idsOf(within(after).bookings_fees)).not.toContain(mine);
        removed.push(mine);
      }
    }),
  );
  const left = recordOf(await manager.get(`/bookings/${stay.id}?include=bookings_fees`), "bookings");
  expect(left.final_price).toBe(sumOf(left));
  expect(idsOf(left.bookings_fees)).toHaveLength(8);
  for (const id of removed) expect(idsOf(left.bookings_fees)).not.toContain(id);
});

test("a fee is removed once by two concurrent requests", async () => {
  const { clients, manager, stay } = await aStay({
    initial_price: "100",
    bookings_fees: [{ name: "Linen", kind: "other", price: "7" }],
  });
  const [fee] = idsOf(
    recordOf(await manager.get(`/bookings/${stay.id}?include=bookings_fees`), "bookings").bookings_fees,
  );
  const answers = await Promise.all(
    clients.map((client) => client.patch(`/bookings/${stay.id}/remove_bookings_fee/${fee}`)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
  expect(recordOf(await manager.get(`/bookings/${stay.id}`), "bookings").final_price).toBe("100.0");
});

test("the final price reflects the last price and all fees after concurrent changes", async () => {
  const { clients, manager, stay } = await aStay({ initial_price: "100" });
  await Promise.all(
    clients.map(async (client, index) => {
      const fee = { bookings_fees: [{ name: "Boat", kind: "other", price: "5" }] };
      const answer =
        index % 2 === 0
          ? client.patch(`/bookings/${stay.id}/add_bookings_fee`, fee)
          : change(client, stay.id, { initial_price: "200" });
      expect((await answer).status).toBe(200);
    }),
  );
  expect(recordOf(await manager.get(`/bookings/${stay.id}`), "bookings").final_price).toBe("210.0");
});

test("concurrently added tags are all kept once, and a concurrently removed tag is gone", async () => {
  const { clients, manager, stay } = await aStay();
  const tags = await Promise.all(
    Array.from({ length: 8 }, async (_, index) => {
      const tag = { name_en: `Tag ${index}`, color: "#008080" };
      return Number(recordOf(await manager.post("/bookings_tags", { bookings_tags: [tag] }), "bookings_tags").id);
    }),
  );
  tags.sort((a, b) => a - b);
  const answers = await Promise.all(
    clients.flatMap((client) => tags.map((tag) => client.post(`/bookings/${stay.id}/add_tag/${tag}`))),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(32).fill(200));
  expect(await tagsOf(manager, stay.id)).toEqual(tags);
  const [first, ...rest] = tags;
  const gone = await Promise.all(clients.map((client) => client.delete(`/bookings/${stay.id}/remove_tag/${first}`)));
  expect(gone.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404]);
  expect(await tagsOf(manager, stay.id)).toEqual(rest);
});

test("concurrent writers of a client's arrays do not undo each other", async () => {
  const account = await service.anAccount();
  const writers = await Promise.all(Array.from({ length: 6 }, () => service.aClient(account)));
  const [manager] = writers;
  if (!manager) throw new Error("Nobody is there.");
  const guest = recordOf(await manager.post("/clients", { clients: [{ fullname: "Ada Byron" }] }), "clients");
  const written = await Promise.all(
    writers.map(async (writer, index) => {
      const own = [0, 1, 2].map((n) => `${index}${n}`);
      const group =
        index % 2 === 0
          ? { emails: own.map((n) => ({ email: `ada${n}@example.com` })) }
          : { addresses: own.map((n) => ({ city: `Town ${n}` })) };
      const answer = await writer.put(`/clients/${guest.id}`, { clients: [group] });
      expect(answer.status, answer.text).toBe(200);
      return recordOf(answer, "clients");
    }),
  );
  const left = recordOf(await manager.get(`/clients/${guest.id}`), "clients");
  expect(written.map(({ emails }) => emails)).toContainEqual(left.emails);
  expect(written.map(({ addresses }) => addresses)).toContainEqual(left.addresses);
  expect(idsOf(left.emails)).toHaveLength(3);
  expect(idsOf(left.addresses)).toHaveLength(3);
});

/** The booking in a response; asserts that its final price is the sum of its lines. */
function within(answer: Answer): Json {
  expect(answer.status, answer.text).toBe(200);
  const stay = recordOf(answer, "bookings");
  expect(stay.final_price).toBe(sumOf(stay));
  return stay;
}

function idsOf(records: unknown): unknown[] {
  if (!Array.isArray(records)) throw new Error(`Not a list: ${JSON.stringify(records)}`);
  return records.map(({ id }) => id);
}

async function tagsOf(client: ApiClient, booking: unknown): Promise<unknown> {
  const { links } = recordOf(await client.get(`/bookings/${booking}`), "bookings");
  return typeof links === "object" && links !== null && "bookings_tags" in links ? links.bookings_tags : undefined;
}
