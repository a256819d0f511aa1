import type { Page } from "playwright-core";
import type { ApiClient, Json } from "../harness/client.ts";
import { aBooking, aFee, aRental, aRentalsFee } from "../harness/factories.ts";
import type { ConsoleClient } from "../harness/people.ts";
import { dayFrom, openConsole, sizes } from "./open-console.ts";
import type { Window } from "./windows.ts";

/** The windows in which a booking is edited: a wide one by day, a phone by night. */
export const windows = [
  ["desktop", { viewport: { width: 1440, height: 900 } }],
  ["phone", { viewport: sizes.phone, hasTouch: true, colorScheme: "dark" }],
] as const;

/** Three nights for two at 100 a night, with 10 for each person. */
export async function aStay(manager: ApiClient, name: string, attributes: Json = {}): Promise<Json> {
  const rental = await aRental(manager, { name, base_rate: "100", checkin_time: 16, checkout_time: 10 });
  const perPerson = await aFee(manager, { name_en: "Linen", rate: "10", rate_kind: "fixed_per_person" });
  await aRentalsFee(manager, rental, perPerson, { status: "required" });
  const stay = { start_at: `${dayFrom(30)}T13:30:00Z`, end_at: dayFrom(33), adults: 2, children: 0 };
  return aBooking(manager, rental, { ...stay, ...attributes });
}

/** Opens the page of a booking. */
export const openBooking = (at: Window, who: ConsoleClient, stay: Json, settings = {}): Promise<Page> =>
  openConsole(at, who, { path: `/bookings/${stay.id}`, ...settings });

export const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
export const edit = (page: Page, what: string) => page.getByRole("button", { name: `Edit: ${what}` });

/** The bodies that the page sends from now on, with their methods. Previews are left out. */
export function written(page: Page): string[] {
  const bodies: string[] = [];
  page.on("request", (request) => {
    if (["PUT", "POST"].includes(request.method()) && !request.postData()?.includes("dry_run"))
      bodies.push(`${request.method()} ${request.postData()}`);
  });
  return bodies;
}
