import { stat } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { type PictureRequest, picturesOf } from "./picture.ts";
import type { Screen } from "./screens.ts";
import type { Look } from "./states.ts";

const docs = join(import.meta.dirname, "..", "..", "..", "docs");

/** The README's pictures, as wide as it shows them. Everybody who clones the repository downloads them. */
const pictures: readonly { readonly look: Look; readonly screen: Screen }[] = [
  { look: { size: "desktop", colorScheme: "light" }, screen: { name: "console-calendar", path: () => "/calendar" } },
  {
    look: { size: "desktop", colorScheme: "light" },
    screen: {
      name: "console-booking",
      path: ({ booking }) => `/calendar?panel=${booking}`,
      record: "booking",
    },
  },
  { look: { size: "desktop", colorScheme: "light" }, screen: { name: "console-rates", path: () => "/rates" } },
  { look: { size: "phone", colorScheme: "dark" }, screen: { name: "console-phone", path: () => "/today" } },
];

const maxBytes = 150 * 1024;

/** Retakes the README's pictures. */
export async function readmePictures(shared: Pick<PictureRequest, "browser" | "service" | "folder">): Promise<void> {
  for (const { look, screen } of pictures) {
    const [taken = ""] = await picturesOf({ ...shared, state: "full", look, screens: [screen] });
    const file = join(docs, `${screen.name}.png`);
    await sharp(taken).png({ palette: true, effort: 10 }).toFile(file);
    const { size } = await stat(file);
    if (size > maxBytes) throw new Error(`${file} has ${size} bytes; ${maxBytes} are allowed.`);
    process.stdout.write(`${file}: ${size} bytes\n`);
  }
}
