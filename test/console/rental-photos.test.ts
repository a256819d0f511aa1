import { randomBytes } from "node:crypto";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { photoProblem } from "../../packages/console/src/screens/rental-editor/photos/photo-problem.ts";
import { recordsOf } from "../harness/client.ts";
import { aRental, created } from "../harness/factories.ts";
import { aMember, type ConsoleClient } from "../harness/people.ts";
import { useService } from "../harness/service.ts";
import { smallPicture } from "../photos/pictures.ts";
import { messagesOfConsole } from "./console-messages.ts";
import { accessibilityFaults, openConsole, sizes } from "./open-console.ts";
import { aWindow, type Window } from "./windows.ts";

/** A rental's photos, with the real job queue that resizes them (console.md, Rental editor). */
const service = useService({ endpoints: {} });
let at: Window;
let person: ConsoleClient;

beforeAll(async () => {
  at = await aWindow(service);
  person = await aMember(service, await service.anAccount(), "owner");
});

const picture = Buffer.from(smallPicture, "base64");
const png = (name: string, buffer = picture) => ({ name, mimeType: "image/png", buffer });

/** The descriptions of a rental's photos, in order. */
async function order(rental: unknown): Promise<unknown[]> {
  const [one] = recordsOf(await person.get(`/rentals/${rental}?include=photos`), "rentals");
  const photos: unknown = one?.photos;
  if (!Array.isArray(photos)) throw new Error("The rental came without its photos.");
  return photos.toSorted((a, b) => a.position - b.position).map(({ description }) => description.en ?? null);
}

async function openPhotos(rental: unknown, options?: Parameters<typeof openConsole>[2]): Promise<Page> {
  const page = await openConsole(at, person, { path: `/rentals/${rental}?part=photos`, ...options });
  await page.getByRole("heading", { level: 2, name: "Photos" }).waitFor();
  return page;
}

test("photos can be added, described, reordered by keyboard and pointer, and removed", async () => {
  const { id } = await aRental(person, { name: "House of pictures" });
  const page = await openPhotos(id);
  await page.getByText("No photos yet").waitFor();
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Add photos" }).click();
  const broken = png("broken.png", randomBytes(64));
  await (await choosing).setFiles([png("pool.png"), broken, png("kitchen.png"), png("view.png")]);
  await page.getByText("broken.png: ").waitFor();
  const cards = page.getByRole("region", { name: "Photos" }).locator("ol > li");
  await expect.poll(() => cards.count()).toBe(3);
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect.poll(() => cards.locator("img").count()).toBe(3);
  for (const [index, name] of ["Pool", "Kitchen", "View"].entries()) {
    await page.getByRole("button", { name: `Edit: Photo ${index + 1}` }).click();
    await page.getByLabel("Description (English)").fill(name);
    if (name === "Kitchen") await page.getByLabel("Subject").selectOption("Kitchen");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("img", { name }).waitFor();
  }
  expect(await order(id)).toEqual(["Pool", "Kitchen", "View"]);
  await page.getByRole("button", { name: "Move up: View" }).press("Enter");
  await page.getByText("Now at position 2.").waitFor();
  expect(await order(id)).toEqual(["Pool", "View", "Kitchen"]);
  await cards.filter({ hasText: "Kitchen" }).dragTo(cards.filter({ hasText: "Pool" }));
  await page.getByText("Now at position 1.").waitFor();
  expect(await order(id)).toEqual(["Kitchen", "Pool", "View"]);
  await page.getByRole("button", { name: "Remove: Pool" }).click();
  await page.getByRole("button", { name: "Remove photo" }).click();
  await page.getByText("Photo removed.").waitFor();
  expect(await order(id)).toEqual(["Kitchen", "View"]);
});

test("photos and their errors are accessible and fit the window on a phone in dark mode", async () => {
  const { id } = await aRental(person, { name: "House of one picture" });
  await created(person, `/rentals/${id}/photos`, "photos", { photo: smallPicture, description_en: "A".repeat(80) });
  await created(person, `/rentals/${id}/photos`, "photos", { remote_photo_url: "https://127.0.0.1/none.png" });
  const page = await openPhotos(id, { viewport: sizes.phone, colorScheme: "dark" });
  await page.getByText("This photo can’t be used.").waitFor();
  expect(await page.getByRole("region", { name: "Photos" }).locator("ol .bad").allInnerTexts()).toEqual([
    messagesOfConsole("en")("photos.reasons.notPublic"),
  ]);
  await page.getByRole("img", { name: "AAAA" }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
});

const german = messagesOfConsole("de");

test.each([
  ["is a broken picture", german("photos.reasons.broken")],
  ["answered with the status 404", "Der Server hat mit Status 404 geantwortet."],
  ["has too many pixels (maximum is 64 million)", expect.stringContaining("64 Millionen Pixel")],
  [
    "has too many pixels (maximum for 16-bit interlaced PNG is 8 million)",
    expect.stringContaining("8 Millionen Pixel"),
  ],
  ["took too long to open", german("photos.reasons.tookTooLong")],
  ["must be a file of one of the types image/jpeg, image/png", german("photos.reasons.otherType")],
  ["is of an unknown kind", undefined],
])("translates the photo error: %s", (error, sentence) => {
  expect(photoProblem(error, german)).toEqual(sentence);
});
