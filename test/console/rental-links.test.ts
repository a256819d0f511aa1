import { beforeAll, expect, test } from "vitest";
import { type Json, recordsOf } from "../harness/client.ts";
import { aBooking, aRental } from "../harness/factories.ts";
import { aMember } from "../harness/people.ts";
import { useSharedService } from "../harness/service.ts";
import { accessibilityFaults, openConsole, sizes } from "./open-console.ts";
import { aWindow, type Window } from "./windows.ts";

/** New rentals, and rentals that block each other (console.md, Rental editor). */
const service = useSharedService();
let at: Window;

beforeAll(async () => {
  at = await aWindow(service);
});

const anOwner = async () => aMember(service, await service.anAccount(), "owner");

test("the empty state leads to a new rental, whose name is validated and which then opens", async () => {
  const owner = await anOwner();
  const page = await openConsole(at, owner);
  await page.getByText("No rentals yet. Add one to see its calendar.").waitFor();
  await page.getByRole("main").getByRole("link", { name: "New rental" }).click();
  await page.getByLabel("Name").fill("   a");
  await page.getByRole("button", { name: "Create and continue" }).click();
  await page.getByText("too short").waitFor();
  await page.getByLabel("Name").fill("Cliff Cottage");
  await page.getByRole("button", { name: "Create and continue" }).click();
  await page.getByRole("heading", { level: 1, name: "Cliff Cottage" }).waitFor();
  expect(recordsOf(await owner.get("/rentals"), "rentals").map(({ name }) => name)).toEqual(["Cliff Cottage"]);
});

test("linked rentals block each other's nights until unlinked, and a link of two booked rentals is refused", async () => {
  const owner = await anOwner();
  const [villa, flat, barn] = await Promise.all(["Villa", "Flat", "Barn"].map((name) => aRental(owner, { name })));
  if (!villa || !flat || !barn) throw new Error("There are three rentals.");
  const stay = await aBooking(owner, villa);
  await aBooking(owner, barn, { start_at: stay.start_at, end_at: stay.end_at });
  const page = await openConsole(at, owner, {
    path: `/rentals/${villa.id}?part=links`,
    viewport: sizes.phone,
    colorScheme: "dark",
  });
  await page.getByText("No linked rentals").waitFor();
  await page.getByRole("button", { name: "Link rentals" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Barn").check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("have bookings on the same nights").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByLabel("Barn").uncheck();
  await dialog.getByLabel("Find a rental").fill("fla");
  await dialog.getByLabel("Flat").check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("Rentals linked.").waitFor();
  const inFlat = async (): Promise<Json[]> =>
    recordsOf(await owner.get(`/bookings?rental_id=${flat.id}&status=unavailable`), "bookings");
  expect(await inFlat()).toMatchObject([{ start_at: stay.start_at, end_at: stay.end_at }]);
  await page.getByRole("button", { name: "Unlink: Flat" }).click();
  await page.getByText("become free in this rental and in Flat").waitFor();
  await page.getByRole("button", { name: "Unlink rentals" }).click();
  await page.getByText("No linked rentals").waitFor();
  expect(await inFlat()).toEqual([]);
  expect(recordsOf(await owner.get("/rental_link_groups"), "rental_link_groups")).toEqual([]);
});

test("a role that cannot write rentals gets no button for a new one", async () => {
  const viewer = await aMember(service, await service.anAccount(), "viewer");
  const page = await openConsole(at, viewer);
  await page.getByText("No rentals yet. Add one to see its calendar.").waitFor();
  expect(await page.getByRole("link", { name: "New rental" }).count()).toBe(0);
});
