import { expireHolds } from "../../src/modules/stays/bookings/expire-holds.ts";
import type { Random } from "../concurrency/load.ts";
import { aCalendar, aFeed, apply, days } from "../feeds/factories.ts";
import { type Answer, type ApiClient, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aRental } from "../harness/factories.ts";
import { inAnHour } from "../harness/moments.ts";
import type { TestService } from "../harness/service.ts";
import { cash } from "../payments/factories.ts";
import { dayAhead } from "../rates/factories.ts";

/** The account of a random sequence. */
export interface Calendars {
  readonly service: TestService;
  readonly client: ApiClient;
  readonly random: Random;
  readonly gateway: Json;
  readonly rentals: Json[];
  /** The imports of the first rentals, in their order. */
  readonly feeds: Json[];
  /** The requests so far. */
  readonly log: string[];
}

interface Request {
  readonly method: string;
  readonly path: string;
  readonly body?: Json;
}

type Operation = (calendars: Calendars) => Promise<unknown>;

const anHourAgo = (): string => new Date(Date.now() - 3_600_000).toISOString();

/** Nights from the last days on, so that some stays are over, current or ahead. */
function someNights({ random }: Calendars, first = -3) {
  const arrival = first + random.below(15);
  return { start_at: dayAhead(arrival), end_at: dayAhead(arrival + 1 + random.below(5)) };
}

const someState = ({ random }: Calendars): Json =>
  random.pick([{ booked: true }, { tentative_expires_at: inAnHour() }, { unavailable: true }]) ?? {};

const sometimes = ({ random }: Calendars, one: number, attributes: Json): Json =>
  random.below(one) === 0 ? attributes : {};

/** @throws Error for a failure: a refusal is an ordinary response */
async function send({ client, log }: Calendars, { method, path, body }: Request): Promise<Answer> {
  const answer = await client.send(method, path, body);
  log.push(`${method} ${path} ${JSON.stringify(body ?? {})}: ${answer.status} ${answer.text.slice(0, 200)}`);
  if (answer.status === 400 || answer.status >= 500) throw new Error(`${method} ${path} failed: ${answer.text}`);
  return answer;
}

/** A request that takes or frees nights; mirrors are drawn too, and must refuse it. */
async function someRequest(calendars: Calendars): Promise<Request | undefined> {
  const { service, client, random, gateway } = calendars;
  const rental = random.pick(calendars.rentals);
  const stored = await service.sql("select id from bookings where account_id = $1 order by id", [client.account]);
  const booking = random.pick(stored);
  const [nights, state] = [someNights(calendars), someState(calendars)];
  if (!booking || random.below(3) === 0) {
    const stay = { ...nights, ...state, ...sometimes(calendars, 4, { imported: true }) };
    return { method: "POST", path: `/rentals/${rental?.id}/bookings`, body: { bookings: [stay] } };
  }
  const path = `/bookings/${booking.id}`;
  const put = (attributes: Json): Request => ({ method: "PUT", path, body: { bookings: [attributes] } });
  const post = (action: string, attributes: Json): Request => ({
    ...{ method: "POST", path: `${path}/${action}` },
    body: { [action === "payments" ? action : "bookings"]: [attributes] },
  });
  const till = { gateway_id: gateway.id, gateway_type: "PaymentGateway", gateway_name: "bogus" };
  return random.pick([
    put(nights),
    put(state),
    put({ ...nights, ...state }),
    put({ canceled_at: null, ...sometimes(calendars, 2, state), ...sometimes(calendars, 2, nights) }),
    put({ canceled_at: anHourAgo(), ...sometimes(calendars, 2, nights) }),
    post("move", nights),
    post("move", { ...nights, rental_id: rental?.id }),
    post("cancel", {}),
    post("payments", { ...cash(100), kind: "instant-booking", ...till }),
    { method: "DELETE", path },
    {
      ...{ method: "PUT", path: `/rentals/${rental?.id}` },
      body: { rentals: [{ preparation_days: random.below(3) }] },
    },
  ]);
}

const one: Operation = async (calendars) => {
  const request = await someRequest(calendars);
  if (request) await send(calendars, request);
};

const bulk: Operation = async (calendars) => {
  const operations: Json[] = [];
  for (let count = 2 + calendars.random.below(3); count > 0; count--) {
    const request = await someRequest(calendars);
    if (request) operations.push({ ...request, path: `/api/v3${request.path}` });
  }
  const atomic = calendars.random.below(4) > 0;
  await send(calendars, { method: "POST", path: "/bulk", body: { operations, atomic } });
};

/** Lets some holds expire, with their mirrors: the database's clock cannot be moved. */
const passHolds: Operation = async ({ service, client, random, log }) => {
  const expired = await service.sql(
    `update bookings set tentative_expires_at = now() - interval '1 second'
     where account_id = $1 and canceled_at is null and tentative_expires_at is not null
       and case when created_by_type = 'Booking' then created_by_id else id end % 3 = $2 returning id`,
    [client.account, random.below(3)],
  );
  log.push(`expired ${JSON.stringify(expired)}`);
};

const expire: Operation = async (calendars) => {
  await passHolds(calendars);
  if (calendars.random.below(3) === 0) await expireHolds(calendars.service.database);
};

const link: Operation = async (calendars) => {
  const { random, rentals } = calendars;
  const rental_ids = rentals.filter(() => random.below(3) > 0).map(({ id }) => id);
  await send(calendars, {
    method: "POST",
    path: "/rental_link_groups",
    body: { rental_link_groups: [{ rental_ids }] },
  });
};

const unlink: Operation = async (calendars) => {
  const groups = recordsOf(await calendars.client.get("/rental_link_groups"), "rental_link_groups");
  const group = calendars.random.pick(groups);
  if (group) await send(calendars, { method: "DELETE", path: `/rental_link_groups/${group.id}` });
};

const importEvents: Operation = async (calendars) => {
  const { service, client, random } = calendars;
  const feed = random.pick(calendars.feeds) ?? {};
  const drawn = [0, 1, 2].filter(() => random.below(3) > 0);
  const events = drawn.map((uid) => {
    const from = random.below(15) - 1;
    return days(`event-${uid}`, from, from + 1 + random.below(6));
  });
  const body = { calendar_feeds: [{ calendar: aCalendar(...events) }] };
  await send(calendars, { method: "POST", path: `/calendar_feeds/${feed.id}/upload`, body });
  await apply(service, client, feed);
};

const replaceFeed: Operation = async (calendars) => {
  const { service, client, random, feeds, rentals } = calendars;
  const index = random.below(feeds.length);
  const feed = feeds[index] ?? {};
  const body = { calendar_feeds: [{ keep_bookings: random.below(2) === 0 }] };
  await send(calendars, { method: "DELETE", path: `/calendar_feeds/${feed.id}`, body });
  await apply(service, client, feed);
  feeds[index] = await aFeed(client, rentals[index] ?? {}, { kind: "import" });
};

const replaceRental: Operation = async (calendars) => {
  const { client, random, feeds, rentals } = calendars;
  const index = random.below(rentals.length);
  const answer = await send(calendars, { method: "DELETE", path: `/rentals/${rentals[index]?.id}` });
  if (answer.status !== 204) return;
  const rental = await aRental(client, { base_rate: "100" });
  rentals[index] = rental;
  if (index < feeds.length) feeds[index] = await aFeed(client, rental, { kind: "import" });
};

/** Books one inquiry twice at the same time. */
const bookInquiry: Operation = async (calendars) => {
  const rental = calendars.random.pick(calendars.rentals);
  const guest = { firstname: "Ada", lastname: "Guest", email: "ada@example.com" };
  const answer = await send(calendars, {
    ...{ method: "POST", path: `/rentals/${rental?.id}/inquiries` },
    body: { inquiries: [{ ...someNights(calendars, 1), ...guest }] },
  });
  if (answer.status !== 201) return;
  const path = `/inquiries/${recordOf(answer, "inquiries").id}/book`;
  await Promise.all([{}, { tentative_expires_at: inAnHour() }].map((state) => post(path, state)));
  function post(to: string, state: Json): Promise<Answer> {
    return send(calendars, { method: "POST", path: to, body: { bookings: [state] } });
  }
};

const bookStrictly: Operation = async (calendars) => {
  const rental = calendars.random.pick(calendars.rentals);
  const nights = someNights(calendars, 1);
  const count = (Date.parse(nights.end_at) - Date.parse(nights.start_at)) / 86_400_000;
  const price = { final_price: `${100 * count}`, price_to_pay_now: "0", currency: "EUR" };
  const client = { firstname: "Ada", lastname: "Guest", email: "ada@example.com" };
  await send(calendars, {
    ...{ method: "POST", path: "/strict_bookings" },
    body: { bookings: [{ rental_id: rental?.id, ...nights, ...price, adults: 1, children: 0, client }] },
  });
};

const moveClock: Operation = async (calendars) => {
  const rental = calendars.random.pick(calendars.rentals);
  const time_zone = calendars.random.pick(["Pacific/Auckland", "Pacific/Honolulu", "Europe/Paris"]);
  await send(calendars, { method: "PUT", path: `/rentals/${rental?.id}`, body: { rentals: [{ time_zone }] } });
};

/** The statement that lets holds expire locks bookings before rentals, so it must not run beside requests. */
const together: Operation = async (calendars) => {
  await passHolds(calendars);
  await Promise.all([one(calendars), one(calendars), bulk(calendars), expireHolds(calendars.service.database)]);
};

/** Every way in which nights are taken or freed, as often as it is drawn. */
export const nightOperations: readonly Operation[] = [
  ...[one, one, one, one, one, one, one, one, bulk, bulk, expire, expire, link, link, unlink],
  ...[importEvents, importEvents, importEvents, replaceFeed, replaceRental, bookInquiry, bookStrictly, bookStrictly],
  ...[moveClock, together, together],
];
