import { readFile } from "node:fs/promises";
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/**
 * Lets the browser paint the frame of the page before it has read anything else: its styles stand in the page itself, which the service
 * puts the tokens into, and all others behind the frame, where they hold up scripts but not what is before them.
 */
const frameFirst: Plugin = {
  name: "frame-first",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    async handler(html) {
      const frame = await readFile(join(import.meta.dirname, "src/app/frame.css"), "utf8");
      const [styles] = /<link rel="stylesheet" crossorigin[^>]*>/.exec(html) ?? [];
      if (!styles) throw new Error("The built page names no styles that could be put behind its frame.");
      return html.replace(styles, `<style>\n${frame}</style>`).replace("<noscript>", `${styles}\n    <noscript>`);
    },
  },
};

/** A file of a language's messages: all files of a language make one chunk. */
const catalogue = /\/messages\/catalogues\/(\w+)\//;

/** Files with hashed names under /console/assets, which the service keeps in memory and browsers for ever (docs/design/console.md). */
export default defineConfig({
  root: import.meta.dirname,
  base: "/console/",
  plugins: [react(), frameFirst],
  logLevel: "warn",
  // A parsed string starts faster than a literal object.
  json: { stringify: true },
  build: {
    target: "es2023",
    // A data URL in a stylesheet or a script is nothing that the content security policy lets in.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              debugName: "messages",
              test: catalogue,
              name: (id) => `messages-${catalogue.exec(id)?.[1] ?? "all"}`,
            },
          ],
        },
      },
    },
  },
});
