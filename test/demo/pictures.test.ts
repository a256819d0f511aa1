import { demoAccounts } from "@roost/demo/content/accounts.ts";
import { planPhotos } from "@roost/demo/pictures/plan-photos.ts";
import { expect, test } from "vitest";
import { drawDemoPictures } from "../../src/app/demo/pictures/picture-job.ts";
import { photoKinds } from "../../src/modules/property/photos/photo.ts";
import { type ApiClient, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { noMailer } from "../harness/mailers.ts";
import { noQueries } from "../harness/queries.ts";
import { testSecrets } from "../harness/secrets.ts";
import { useSharedService } from "../harness/service.ts";

const service = useSharedService();
const [first] = demoAccounts;
const [rental] = first?.rentals ?? [];

/** Draws the requested pictures of the demo's first account, as the job does after a start. */
function draw(account: number, wanted: { rentals: number[]; messages: number[] }): Promise<void> {
  const context = {
    ...{ scope: service.database.within([account]), account, secrets: testSecrets, files: service.files },
    ...{
      localWebhooks: false,
      queries: noQueries,
      endpoints: {},
      privateFetch: [],
      mailer: noMailer,
      baseUrl: "https://roost.test",
    },
    ...{ attempt: 1, last: false, now: Date.now(), signal: AbortSignal.timeout(60_000) },
  };
  return drawDemoPictures.perform(context, { seed: 1, place: 0, ...wanted });
}

async function made(client: ApiClient, path: string, root: string, element: Json): Promise<number> {
  return Number(recordOf(await client.post(path, { [root]: [element] }), root).id);
}

test("photos depend only on the seed, and every rental has its house, rooms and surroundings", () => {
  const rentals = demoAccounts.flatMap((account) => account.rentals);
  for (const one of rentals) {
    const photos = planPhotos(one, 1);
    expect(planPhotos(one, 1)).toEqual(photos);
    expect(photos[0]?.svg).not.toEqual(planPhotos(one, 2)[0]?.svg);
    expect(photos.length).toBeGreaterThanOrEqual(6);
    expect(photos.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["outside", "livingroom", "surroundings"]));
    for (const { kind, svg } of photos) {
      expect(photoKinds).toContain(kind);
      expect(svg).not.toMatch(/NaN|undefined|Infinity/);
    }
  }
  expect(new Set(rentals.map((one) => planPhotos(one, 1)[0]?.svg)).size).toBe(rentals.length);
});

test("drawing photos again changes nothing, and keeps their order and descriptions", async () => {
  if (!rental) throw new Error("The demo has no rental.");
  const account = await service.anAccount({ selected_locales: "{en,fr,de,it}" });
  const client = await service.aClient(account);
  const id = await made(client, "/rentals", "rentals", { name: "Mas" });
  const conversation = await made(client, "/inbox/conversations", "conversations", { subject: "Cot" });
  const host = await made(client, "/hosts", "hosts", { firstname: "Claire", lastname: "Aubanel" });
  const participant = { conversation_id: conversation, member_type: "Host", member_id: host };
  const sender = await made(client, "/inbox/participants", "participants", participant);
  const message = await made(client, "/inbox/messages", "messages", {
    ...{ conversation_id: conversation, sender_id: sender, content: "Here is a map." },
    ...{ origin: "service_inbox", visibility: "external", sent_at: "2026-01-02T10:00:00Z" },
  });
  const wanted = { rentals: [id], messages: [message] };
  await draw(account, wanted);
  await draw(account, wanted);
  const photos = recordsOf(await client.get("/photos"), "photos");
  const planned = planPhotos(rental, 1);
  expect(photos.toSorted((one, other) => Number(one.position) - Number(other.position))).toMatchObject(
    planned.map(({ kind, description }, index) => ({
      ...{ kind, description: { en: description.en, de: description.de }, position: index + 1 },
      ...{ width: 1020, height: 680, photo_error: null },
    })),
  );
  const attachments = recordsOf(await client.get("/inbox/attachments"), "attachments");
  expect(attachments).toMatchObject([{ name: "map.jpg", file_content_type: "image/jpeg", image_width: 1020 }]);
  expect(attachments[0]?.links).toMatchObject({ messages: [message] });
});

test("no photo is drawn for a deleted rental or message", async () => {
  const account = await service.anAccount();
  await draw(account, { rentals: [987_654], messages: [987_654] });
  const client = await service.aClient(account);
  expect(recordsOf(await client.get("/photos"), "photos")).toEqual([]);
});
