import { beforeAll, expect, test } from "vitest";
import { recordsOf } from "../harness/client.ts";
import { aRental, linksOf } from "../harness/factories.ts";
import { aMember } from "../harness/people.ts";
import { useSharedService } from "../harness/service.ts";
import { pngOf } from "../sites/pictures.ts";
import { faultsOf } from "./looks.ts";
import { openConsole } from "./open-console.ts";
import { aWindow, type Window } from "./windows.ts";

/** Settings, Booking site (docs/guides/booking-site.md). */
const service = useSharedService();
let at: Window;

beforeAll(async () => {
  at = await aWindow(service);
});

test("a manager creates her booking site, gives it a look and texts, and switches it on", async () => {
  const account = await service.anAccount();
  const owner = await aMember(service, account, "owner");
  const mill = await aRental(owner, { name: "Mill House" });
  await aRental(owner, { name: "Far Barn" });
  const address = `mill-${account}`;
  const page = await openConsole(at, owner, { path: "/settings/site" });
  await page.getByLabel("Address").fill(address);
  expect(await faultsOf(page, "new site")).toEqual([]);
  await page.getByRole("button", { name: "Create booking site" }).click();

  const part = (name: string) => page.getByRole("region", { name, exact: true });
  await part("Link and widget").getByText("The site is switched off.").waitFor();
  await part("Name and color").getByLabel("Site name").fill("Mill Stays");
  await part("Name and color").getByLabel("Color").fill("#ffe14d");
  await part("Name and color").getByText("is hard to read as text").waitFor();
  expect(await faultsOf(page, "booking site")).toEqual([]);
  await part("Name and color").getByRole("button", { name: "Save" }).click();
  await page.getByText("Name and color: saved.").waitFor();

  const choosing = page.waitForEvent("filechooser");
  await part("Site logo").getByRole("button", { name: "Site logo" }).click();
  await (await choosing).setFiles({ name: "logo.png", mimeType: "image/png", buffer: await pngOf(60, 30) });
  await part("Site logo").getByRole("img", { name: "Site logo" }).waitFor();

  await part("Texts").getByLabel("Headline (English)").fill("Sleep by the mill");
  await part("Texts").getByRole("button", { name: "Save" }).click();
  await page.getByText("Texts: saved.").waitFor();

  await part("Content").getByLabel("Show every rental").uncheck();
  await part("Content").getByRole("button", { name: "Save" }).click();
  await part("Shown rentals").getByLabel("Mill House").check();
  await part("Shown rentals").getByRole("button", { name: "Save" }).click();
  await page.getByText("Shown rentals: saved.").waitFor();

  await part("Address").getByLabel("Switched on").check();
  await part("Address").getByRole("button", { name: "Save" }).click();
  const link = part("Link and widget").getByRole("link", { name: "Open the booking site" });
  expect(await link.getAttribute("href")).toMatch(new RegExp(`/stay/${address}$`));
  expect(await part("Link and widget").getByLabel("Widget for another site", { exact: true }).inputValue()).toContain(
    `data-account="${address}"`,
  );
  const [site] = recordsOf(await owner.get("/booking_sites"), "booking_sites");
  expect(site).toMatchObject({ enabled: true, name: "Mill Stays", color: "#ffe14d", all_rentals: false });
  expect(linksOf(Object(site)).rentals).toEqual([mill.id]);
  const shown = await (await fetch(`${service.url}/stay/${address}/en`)).text();
  expect(shown).toContain('<img class="site-logo"');
  expect([shown.includes("Sleep by the mill"), shown.includes("Mill House"), shown.includes("Far Barn")]).toEqual([
    true,
    true,
    false,
  ]);
});
