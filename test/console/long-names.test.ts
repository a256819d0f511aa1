import { expect, test } from "vitest";
import { aBooking, aGuest, aRental } from "../harness/factories.ts";
import { dayFrom, useConsole } from "./open-console.ts";

/** Names without a blank in the narrowest window, as on a desktop at 400% (WCAG 1.4.10). */
const roost = useConsole();

test("a rental's and a guest's long name fit a window of 320 pixels", async () => {
  const rental = await aRental(roost.manager, { name: "Donaudampfschifffahrtsgesellschaftshaus" });
  const guest = await aGuest(roost.manager, {
    fullname: "Wolfeschlegelsteinhausenbergerdorff Senior",
    emails: [{ email: "wolfeschlegelsteinhausenbergerdorff@example.com" }],
  });
  const dates = { start_at: dayFrom(-1), end_at: dayFrom(1), client_id: guest.id };
  const stay = await aBooking(roost.manager, rental, dates);
  const page = await roost.open({ path: "/cleaning", viewport: { width: 320, height: 640 } });
  const name = page.getByText("Donaudampfschifffahrtsgesellschaftshaus").first();
  for (const path of [
    "/cleaning",
    `/bookings/${stay.id}`,
    "/today",
    "/rentals",
    `/rentals/${rental.id}`,
    "/money?tab=due",
  ]) {
    await page.evaluate(`globalThis.__TSR_ROUTER__.history.push("/console${path}")`);
    await page.waitForURL(`**/console${path}`);
    await name.waitFor();
    expect([path, await page.evaluate("document.documentElement.scrollWidth")]).toEqual([path, 320]);
  }
});
