import type { DemoAccount } from "@roost/demo/content/accounts.ts";
import { demoSites, type SiteExtra } from "@roost/demo/content/sites.ts";
import { type DemoLocale, inLocales } from "@roost/demo/content/texts.ts";
import { formatHundredths } from "../../../core/hundredths.ts";
import type { InProcessApi } from "./in-process-api.ts";
import type { SeededRental } from "./seed-rental.ts";

/** Creates an account's booking site, switched on, and what guests use on it: an agreement, a discount code, an extra. */
export async function seedSite(
  counter: InProcessApi,
  { name, locales }: DemoAccount,
  rentals: readonly SeededRental[],
): Promise<void> {
  const site = demoSites[name];
  if (!site) throw new Error(`The demo's data has no booking site of ${name}.`);
  const { address, color, hostName, headline, introduction, about, agreement, discountCode, extra } = site;
  await counter.create("/booking_sites", "booking_sites", {
    enabled: true,
    address,
    color,
    host_name: hostName,
    headline: inLocales(headline, locales),
    introduction: inLocales(introduction, locales),
    about: inLocales(about, locales),
  });
  await counter.create("/rental_agreements", "rental_agreements", { body: inLocales(agreement, locales) });
  const code = { discount_code: discountCode, discount_value_type: "percentage", percentage: 10 };
  await counter.write("POST", "/booking/discount_codes", { discount_codes: [code] });
  await seedExtra(counter, extra, locales, rentals);
}

async function seedExtra(
  counter: InProcessApi,
  { name, rate, currency, stock, cutoffHours }: SiteExtra,
  locales: readonly DemoLocale[],
  rentals: readonly SeededRental[],
): Promise<void> {
  const fee = await counter.create("/fees", "fees", {
    name: inLocales(name, locales),
    kind: "other",
    rate: formatHundredths(rate),
    ...{ rate_kind: "fixed", currency, stock, cutoff_hours: cutoffHours, downpayment_percentage: "0" },
  });
  for (const { id, data } of rentals)
    if (data.attributes.currency === currency)
      await counter.create(`/rentals/${id}/rentals_fees`, "rentals_fees", {
        ...{ fee_id: fee, status: "public", maximum_bookable: stock },
      });
}
