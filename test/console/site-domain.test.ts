import { beforeAll, expect, test } from "vitest";
import { recordOf } from "../harness/client.ts";
import { created } from "../harness/factories.ts";
import { aMember } from "../harness/people.ts";
import { useService } from "../harness/service.ts";
import { aDnsServer } from "../sites/dns-server.ts";
import { faultsOf } from "./looks.ts";
import { openConsole } from "./open-console.ts";
import { aWindow, type Window } from "./windows.ts";

/** Settings, Booking site: the site's own host name (docs/guides/booking-site.md). */
const dns = await aDnsServer();
const service = useService({ endpoints: { dns: dns.address } });
let at: Window;

beforeAll(async () => {
  at = await aWindow(service);
});

test("a manager enters her own host name, sets the shown record and has it checked", async () => {
  const account = await service.anAccount();
  const owner = await aMember(service, account, "owner");
  const domain = `stay-${account}.house.example`;
  const site = await created(owner, "/booking_sites", "booking_sites", { address: `mill-${account}`, enabled: true });
  const page = await openConsole(at, owner, { path: "/settings/site" });
  const part = (name: string) => page.getByRole("region", { name, exact: true });
  await part("Address").getByLabel("Custom domain").fill(domain);
  await part("Address").getByRole("button", { name: "Save" }).click();
  const proof = part("Custom domain");
  await proof.getByText(`The record is missing. The site appears at ${domain} once the domain is verified.`).waitFor();
  const link = part("Link and widget").getByRole("link", { name: "Open the booking site" });
  expect(await link.getAttribute("href")).toMatch(new RegExp(`/stay/mill-${account}$`));
  const field = (label: string) => proof.getByLabel(label, { exact: true }).inputValue();
  expect(await field("Name of the TXT record")).toBe(`_roost.${domain}`);
  expect(await faultsOf(page, "host name")).toEqual([]);

  dns.records.set(`_roost.${domain}`, [await field("Value of the TXT record")]);
  await proof.getByRole("button", { name: "Check now" }).click();
  await proof.getByText(`${domain} is verified. Guests reach the site there.`).waitFor();
  await expect.poll(() => link.getAttribute("href")).toBe(`https://${domain}`);
  const stored = recordOf(await owner.get(`/booking_sites/${site.id}`), "booking_sites");
  expect(stored).toMatchObject({ domain, domain_state: "proven" });
});
