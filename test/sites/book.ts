import { expect } from "vitest";
import type { ApiClient, Json } from "../harness/client.ts";
import { aFee, aRental, aRentalsFee } from "../harness/factories.ts";
import type { TestService } from "../harness/service.ts";
import { aBogusGateway } from "../payments/factories.ts";
import { PlainBrowser, type Seen } from "../web/plain-browser.ts";
import { aSite } from "./sites.ts";

/** An account with a site, a gateway, and a rental that guests can book. */
export interface Shop {
  readonly client: ApiClient;
  readonly address: string;
  readonly rental: Json;
}

export async function aShop(service: TestService, attributes: Json = {}): Promise<Shop> {
  const { client, address } = await aSite(service);
  await aBogusGateway(client);
  return { client, address, rental: await aPublicRental(client, attributes) };
}

export const aPublicRental = (client: ApiClient, attributes: Json = {}) =>
  aRental(client, {
    name: "Mill House",
    base_rate: "100",
    sleeps: 4,
    sleeps_max: 6,
    downpayment: "30",
    balance_due: 30,
    ...attributes,
  });

/** A public fee that guests may add. */
export const anExtra = async (client: ApiClient, rental: Json, fee: Json, attributes: Json = {}) =>
  aRentalsFee(client, rental, await aFee(client, fee), { status: "public", always_applied: true, ...attributes });

/** The nights of `fourNights`. */
export const stay = { arrival: "2090-01-04", departure: "2090-01-08", adults: "2", children: "0" };

/** The path of a rental's price page. */
export const bookPath = ({ address, rental }: Shop, wanted: Record<string, string> = stay, language = "en"): string =>
  `/stay/${address}/${language}/rentals/${rental.id}/book?${new URLSearchParams(wanted)}`;

/** A guest's input. */
export const details = {
  firstname: "Ines",
  lastname: "Muster",
  email: "ines@example.com",
  phone_number: "",
  country_code: "",
  message: "",
  agrees: "yes",
};

/** The fields of a page's form that hold the stay and its price. */
export function hiddenFields({ text }: Seen): Record<string, string> {
  const form = text.slice(text.indexOf('<form class="fields'));
  const hidden = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  const chosen = [...form.matchAll(/<input id="(arrival|departure|adults|children)"[^>]* value="([^"]*)"/g)];
  const fields = [...hidden, ...chosen].map(([, name = "", value = ""]) => [name, value.replaceAll("&amp;", "&")]);
  return Object.fromEntries(fields);
}

/** Opens the price page in a browser of its own, or of the caller. */
export async function openForm(
  service: TestService,
  shop: Shop,
  browser = new PlainBrowser(service.url),
  wanted = stay,
) {
  const page = await browser.get(bookPath(shop, wanted));
  expect([page.status, page.status === 200 || wordsOf(page)]).toEqual([200, true]);
  return { browser, fields: hiddenFields(page), page };
}

/** Sends the form of the price page. */
export const send = (
  { browser, fields }: { browser: PlainBrowser; fields: Record<string, string> },
  shop: Shop,
  typed: Record<string, string> = {},
): Promise<Seen> => browser.post(bookPath(shop), { ...fields, ...details, step: "book", ...typed });

/** The text of a page without its tags. */
export const wordsOf = ({ text }: Pick<Seen, "text">): string =>
  text
    .slice(text.indexOf("<main"), text.indexOf("</main>"))
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ")
    .trim();

/** The account's bookings that are not canceled. */
export const bookingsOf = (service: TestService, { client }: Shop) =>
  service.sql(
    `select bookings.id::integer, bookings.booked, bookings.final_price::text, bookings.downpayment::text, bookings.tentative_expires_at,
       sources.name as source, clients.fullname, clients.preferred_locale
     from bookings left join sources on sources.id = bookings.source_id and sources.account_id = bookings.account_id
     left join clients on clients.id = bookings.client_id and clients.account_id = bookings.account_id
     where bookings.account_id = $1 and bookings.canceled_at is null order by bookings.id`,
    [client.account],
  );
