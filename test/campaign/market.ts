import { anAccountAt, anApplicationAt, aTokenAt, fullScopes } from "../harness/access.ts";
import { aFee, aRental, aRentalsFee, created } from "../harness/factories.ts";
import { aRatesTable, aSeason, dayAhead } from "../rates/factories.ts";
import type { Plan } from "./plan.ts";
import { Receiver } from "./receiver.ts";
import { RoamingClient } from "./roaming-client.ts";
import type { System } from "./system/system.ts";

/** One account with its rentals and clients. */
export interface Market {
  readonly account: number;
  readonly clients: readonly RoamingClient[];
  /** Eight: 1 to 3, 3 and 4, and 5 and 6 are linked. */
  readonly rentals: readonly number[];
  readonly gateway: number;
  /** The season that prices the seventh rental. */
  readonly season: number;
  /** Reads the account's feed, and owns its webhook endpoint. */
  readonly follower: RoamingClient;
  readonly receiver: Receiver;
  readonly endpoint: number;
  /** The first night on sale, in days since 1970. */
  readonly firstNight: number;
}

/** The number of clients per account. */
const clientsOfEach = 8;

/** The endpoints' event types. */
const eventTypes = ["booking", "client", "payment"].flatMap((record) => [
  `${record}.created`,
  `${record}.updated`,
  `${record}.canceled`,
]);

/** Creates the accounts with their contents. */
export async function makeMarkets(
  system: Pick<System, "owner" | "urls">,
  plan: Plan,
  count: number,
): Promise<Market[]> {
  const markets: Market[] = [];
  for (let number = 0; number < count; number++) markets.push(await makeMarket(system, plan, number));
  return markets;
}

async function makeMarket(
  { owner, urls }: Pick<System, "owner" | "urls">,
  plan: Plan,
  number: number,
): Promise<Market> {
  const account = await anAccountAt(owner);
  const enter = async (draws: number): Promise<RoamingClient> => {
    const application = await anApplicationAt(owner, account, fullScopes);
    const token = await aTokenAt(owner, { account, application, scopes: fullScopes });
    return new RoamingClient(urls, token, [account, application], plan.aside(draws));
  };
  const clients: RoamingClient[] = [];
  for (let of = 0; of < clientsOfEach; of++) clients.push(await enter(1000 + number * clientsOfEach + of));
  const follower = await enter(2000 + number);
  const table = await aRatesTable(follower);
  const season = await aSeason(follower, table);
  await created(follower, `/seasons/${season.id}/periods`, "periods", {
    start_date: dayAhead(30),
    end_date: dayAhead(330),
  });
  const rentals = await rentalsOf(follower, Number(table.id));
  const gateway = await aGateway(follower);
  const receiver = await Receiver.listen(plan.aside(3000 + number));
  const endpoint = await created(follower, "/webhook_endpoints", "webhook_endpoints", {
    url: receiver.url,
    event_types: eventTypes.filter((type) => type !== "client.canceled"),
  });
  receiver.holds(String(endpoint.secret));
  const firstNight = Math.floor(Date.now() / 86_400_000) + 30;
  return {
    ...{ account, clients, rentals, gateway, season: Number(season.id), follower, receiver, firstNight },
    endpoint: Number(endpoint.id),
  };
}

async function rentalsOf(client: RoamingClient, table: number): Promise<number[]> {
  const cleaning = await aFee(client);
  const city = await created(client, "/taxes", "taxes", {
    name_en: "City tax",
    kind: "city",
    percentage: "7",
    start_date: "2020-01-01",
  });
  const rentals: number[] = [];
  for (const name of ["Villa", "Garden", "Tower", "Mill", "Lodge", "Hut", "Barn", "Cabin"]) {
    const priced = name === "Barn" ? { rates_table_id: table } : {};
    const rental = await aRental(client, { name, base_rate: "100", ...priced });
    await aRentalsFee(client, rental, cleaning, { status: "required" });
    const levied = { tax_id: city.id, tax_included_in_rate: false };
    await created(client, `/rentals/${rental.id}/rentals_taxes`, "rentals_taxes", levied);
    rentals.push(Number(rental.id));
  }
  for (const rental_ids of [rentals.slice(0, 3), rentals.slice(2, 4), rentals.slice(4, 6)])
    await created(client, "/rental_link_groups", "rental_link_groups", { rental_ids });
  return rentals;
}

async function aGateway(client: RoamingClient): Promise<number> {
  const gateway = await created(client, "/payment_gateways", "payment_gateways", {
    name: "Cards",
    gateway_name: "stripe",
    credentials: {
      secret_key: "sk_test_Kq8vTz3mWn5x1234",
      publishable_key: "pk_test_Jb4cRd6fYh7k",
      webhook_secret: "whsec_Lp9sXg2uEo8r5678",
    },
    supported_cardtypes: ["visa"],
    supported_currencies: ["EUR"],
  });
  return Number(gateway.id);
}
