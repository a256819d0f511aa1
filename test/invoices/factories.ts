import type { Answer, ApiClient, Json } from "../harness/client.ts";
import { recordOf } from "../harness/client.ts";
import { created } from "../harness/factories.ts";
import type { TestService } from "../harness/service.ts";

/** A German business's letterhead. */
export const letterhead: Json = {
  business_name: "Haus am See",
  legal_name: "Haus am See GmbH",
  address1: "Seestraße 1",
  zip: "82319",
  city: "Starnberg",
  country_code: "DE",
  vat_number: "DE123456788",
  tax_number: "143/123/45678",
  registration_number: "HRB 12345, Amtsgericht München",
  email: "post@example.com",
  phone: "+49 8151 1234",
  iban: "DE89 3704 0044 0532 0130 00",
  bic: "COBADEFFXXX",
};

/** A client of an account with a letterhead. */
export async function anIssuer(service: TestService, settings: Json = {}): Promise<ApiClient> {
  const client = await service.aClient(await service.anAccount());
  const answer = await client.put(`/preferences_general_settings/${client.account}`, {
    preferences_general_settings: [{ ...letterhead, ...settings }],
  });
  if (answer.status !== 200) throw new Error(`The letterhead was refused: ${answer.text}`);
  return client;
}

/** A guest of a French company. */
export const aCompanyGuest = (client: ApiClient, attributes: Json = {}) =>
  created(client, "/clients", "clients", {
    fullname: "Zoë Durand",
    company: "Durand SARL",
    vat_number: "FR83404833048",
    preferred_locale: "en",
    emails: [{ email: "zoe@example.com" }],
    addresses: [{ address1: "12 rue de l’Église", zip: "67000", city: "Strasbourg", country_code: "FR" }],
    ...attributes,
  });

/** Posts an invoice and returns the response, refused or not. */
export const issuing = (client: ApiClient, booking: Json, attributes: Json = {}): Promise<Answer> =>
  client.post(`/bookings/${booking.id}/invoices`, { invoices: [attributes] });

export async function anInvoice(client: ApiClient, booking: Json, attributes: Json = {}): Promise<Json> {
  const answer = await issuing(client, booking, attributes);
  if (answer.status !== 201) throw new Error(`The invoice was refused with ${answer.status}: ${answer.text}`);
  return recordOf(answer, "invoices");
}

/** Credits or corrects an invoice. */
export async function acted(client: ApiClient, invoice: Json, action: string, attributes: Json = {}): Promise<Json> {
  const answer = await client.post(`/invoices/${invoice.id}/${action}`, { invoices: [attributes] });
  if (answer.status !== 201) throw new Error(`${action} was refused with ${answer.status}: ${answer.text}`);
  return recordOf(answer, "invoices");
}

/** An amount of the API in hundredths. */
export const hundredthsOf = (text: unknown): number => Math.round(Number(text) * 100);

/** Downloads a file of an invoice by its URL. */
export async function download(client: ApiClient, url: unknown): Promise<{ type: string | null; bytes: Buffer }> {
  const response = await fetch(`${client.url}${new URL(String(url)).pathname}`);
  if (response.status !== 200) throw new Error(`The file answered ${response.status}.`);
  return { type: response.headers.get("content-type"), bytes: Buffer.from(await response.arrayBuffer()) };
}
