import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { demoAccounts } from "@roost/demo/content/accounts.ts";
import { type DemoLocale, inLocales } from "@roost/demo/content/texts.ts";
import { type PlannedPhoto, planPhotos } from "@roost/demo/pictures/plan-photos.ts";
import { wayMap } from "@roost/demo/pictures/way-map.ts";
import type { JobContext } from "../../../kernel/write/jobs/job.ts";
import { drawPictures } from "./draw-pictures.ts";
import { uploadPicture, withApi } from "./upload-picture.ts";

/** A demo account's records that get pictures. */
interface PictureTargets {
  readonly seed: number;
  readonly place: number;
  readonly rentals: readonly number[];
  readonly messages: readonly number[];
}

/** Draws and uploads missing pictures, one rental at a time. */
export async function attachPhotos(
  context: JobContext,
  { seed, place, rentals, messages }: PictureTargets,
): Promise<void> {
  const account = demoAccounts[place];
  if (!account) throw new Error(`The demo has no account ${place}.`);
  for (const [index, rental] of rentals.entries()) {
    context.signal.throwIfAborted();
    const data = account.rentals[index];
    const existing = await countPhotos(context, rental);
    const missing = data && existing !== undefined ? planPhotos(data, seed).slice(existing) : [];
    if (missing.length > 0) await addPhotos(context, rental, missing, account.locales);
  }
  for (const message of messages) if (await hasNoAttachment(context, message)) await attachMap(context, message);
}

/** Counts a rental's photos, including deleted ones; undefined when the rental is deleted. */
async function countPhotos({ scope, account }: JobContext, rental: number): Promise<number | undefined> {
  const row = await scope.transaction((transaction) =>
    transaction.row<{ photos: number }>(
      `select (select count(*) from photos where photos.account_id = $1 and photos.rental_id = $2) as photos
       from rentals where rentals.account_id = $1 and rentals.id = $2 and rentals.deleted_at is null`,
      [account, rental],
    ),
  );
  return row?.photos;
}

/** Whether a message exists and has no attachment. */
async function hasNoAttachment({ scope, account }: JobContext, message: number): Promise<boolean> {
  const row = await scope.transaction((transaction) =>
    transaction.row<{ id: number }>(
      `select messages.id from messages where messages.account_id = $1 and messages.id = $2 and messages.forgotten_at is null
         and not exists (select from messages_attachments
           where messages_attachments.account_id = $1 and messages_attachments.message_id = $2)`,
      [account, message],
    ),
  );
  return row !== undefined;
}

async function addPhotos(
  context: JobContext,
  rental: number,
  photos: readonly PlannedPhoto[],
  locales: readonly DemoLocale[],
): Promise<void> {
  const svgs = photos.map(({ svg }) => svg);
  await withDrawn(context, svgs, async (pictures) => {
    for (const [index, { kind, description }] of photos.entries()) {
      context.signal.throwIfAborted();
      const element = { kind, description: inLocales(description, locales) };
      const upload = { path: `/rentals/${rental}/photos`, root: "photos", attribute: "photo", element };
      await uploadPicture(context, { ...upload, picture: pictures[index] ?? "" });
    }
  });
}

async function attachMap(context: JobContext, message: number): Promise<void> {
  await withDrawn(context, [wayMap()], async ([picture = ""]) => {
    const upload = { path: "/inbox/attachments", root: "attachments", attribute: "file", element: { name: "map.jpg" } };
    const id = await uploadPicture(context, { ...upload, picture });
    const body = { attachments: [{ id }] };
    await withApi(context, (api) => api.write("POST", `/inbox/messages/${message}/add_attachment`, body));
  });
}

/** Draws pictures into a temporary directory and deletes it after `work`. */
async function withDrawn(
  { signal }: JobContext,
  svgs: readonly string[],
  work: (pictures: readonly string[]) => Promise<void>,
): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), "roost-demo-"));
  try {
    const drawings = svgs.map((svg, index) => ({ svg, path: join(directory, `${index}.jpg`) }));
    await drawPictures(drawings, signal);
    await work(drawings.map(({ path }) => path));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
