import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin, Rolldown } from "vite";

/** The icons of the installed console, made from the mark (docs/design/console.md). */
const icons = ["icon-192.png", "icon-512.png", "icon-maskable-512.png"];

const shortcut = (name: string, path: string) => ({ name, url: `/console/${path}` });

/** The web app manifest. Its names are English: a browser reads it before it knows the person's language. */
const manifest = {
  ...{ name: "Roost", short_name: "Roost", id: "/console/", start_url: "/console/", scope: "/console/" },
  ...{ display: "standalone", background_color: "#f5f1e8", theme_color: "#1d4d43" },
  description: "Calendar, bookings and guests of your holiday rentals.",
  icons: [
    { src: "/console/icon-192.png", sizes: "192x192", type: "image/png" },
    { src: "/console/icon-512.png", sizes: "512x512", type: "image/png" },
    { src: "/console/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
  ],
  shortcuts: [shortcut("Calendar", "calendar"), shortcut("Today", "today"), shortcut("Inbox", "inbox")],
};

/** The files without which a page's script does not run: what it imports, directly or not, and their styles. */
function filesOf(entry: string, bundle: Rolldown.OutputBundle): Set<string> {
  const files = new Set([entry]);
  // A set also visits what is added meanwhile.
  for (const name of files) {
    const file = bundle[name];
    if (file?.type !== "chunk") continue;
    for (const needed of [...file.imports, ...(file.viteMetadata?.importedCss ?? [])]) files.add(needed);
  }
  return files;
}

/** Adds the manifest and the icons, and tells the service worker its release and the files of the first screen. */
export const installable: Plugin = {
  name: "installable",
  apply: "build",
  async generateBundle(_options, bundle) {
    const emit = (fileName: string, source: string | Buffer) => this.emitFile({ type: "asset", fileName, source });
    emit("manifest.webmanifest", JSON.stringify(manifest));
    for (const name of icons) emit(name, await readFile(join(import.meta.dirname, "src/icons", name)));
    const files = Object.values(bundle).filter(({ fileName }) => fileName.startsWith("assets/"));
    const entries = files.filter((file) => file.type === "chunk" && file.isEntry);
    const first = entries.flatMap(({ fileName }) => [...filesOf(fileName, bundle)]);
    const version = createHash("sha256");
    for (const { fileName } of files) version.update(fileName);
    const build = {
      version: version.digest("hex").slice(0, 16),
      files: [...new Set(first)].map((name) => `/console/${name}`),
    };
    const worker = bundle["worker.js"];
    if (worker?.type !== "chunk") throw new Error("The build has no service worker.");
    worker.code = worker.code.replace("__BUILD__", JSON.stringify(build).replaceAll('"', '\\"'));
  },
};
