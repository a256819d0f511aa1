import { request } from "node:http";
import { text } from "node:stream/consumers";
import type { ApiClient, Json } from "../harness/client.ts";
import { aBooking, created } from "../harness/factories.ts";
import type { TestService } from "../harness/service.ts";
import { dayAhead } from "../rates/factories.ts";

/** An address that no other test uses. */
export const siteOf = (client: ApiClient): { address: string } => ({ address: `house-${client.account}` });

/** A new account with a site that is switched on. */
export async function aSite(service: Pick<TestService, "anAccount" | "aClient">, attributes: Json = {}) {
  const client = await service.aClient(await service.anAccount());
  const { address } = siteOf(client);
  const site = await created(client, "/booking_sites", "booking_sites", { address, enabled: true, ...attributes });
  return { client, address, site };
}

/** A page's response, without following redirects. */
export async function opened(url: string, path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${url}${path}`, { headers: { accept: "text/html", ...headers }, redirect: "manual" });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

/** The dates of a stay. @param days until arrival */
export function stayFrom(days: number, nights: number): { arrival: string; departure: string } {
  return { arrival: dayAhead(days), departure: dayAhead(days + nights) };
}

/** A response at another host name than the service's own. */
export function openedAt(url: string, host: string, path: string): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, headers: { host, accept: "text/html" } }, async (answer) => {
      resolve({ status: answer.statusCode ?? 0, text: await text(answer) });
    });
    sent.on("error", reject).end();
  });
}

/** A photo of a rental whose renditions exist; their files do not. */
export async function aPhoto(service: Pick<TestService, "sql">, { account }: ApiClient, { id }: Json): Promise<void> {
  await service.sql(
    `insert into photos (account_id, rental_id, position, width, height, rendition_token, description)
     values ($1, $2, 1, 1600, 1200, $3, '{"en": "The house from the river"}')`,
    [account, id, `token-of-photo-${account}-${id}`],
  );
}

/** A guest's public review of a past stay in a rental. */
export async function aReview(
  service: Pick<TestService, "sql">,
  client: ApiClient,
  rental: Json,
  comment: string,
): Promise<void> {
  const stay = await aBooking(client, rental);
  await service.sql(
    `insert into reviews (account_id, booking_id, rental_id, title, comment, name, shareable, submitted_at, rating_accurate)
     values ($1, $2, $3, $4, $4, $4, true, '2026-01-02', 4.5)`,
    [client.account, stay.id, rental.id, comment],
  );
}
