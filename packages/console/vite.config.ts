import { readFile } from "node:fs/promises";
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { compressedForms } from "./compressed-forms.ts";
import { installable } from "./installable.ts";

/**
 * Lets the browser paint the page's frame first. The frame's styles are inlined, and the service adds the tokens. All other styles
 * follow the frame, where they delay scripts but not the frame.
 */
const frameFirst: Plugin = {
  name: "frame-first",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    async handler(html) {
      const frame = await readFile(join(import.meta.dirname, "src/app/frame.css"), "utf8");
      const sheets = html.match(/<link rel="stylesheet" crossorigin[^>]*>/g) ?? [];
      if (sheets.length === 0) throw new Error("The built page links no stylesheet to move behind its frame.");
      const head = sheets.reduce((rest, sheet) => rest.replace(sheet, ""), html);
      return head
        .replace("</head>", `<style>\n${frame}</style>\n  </head>`)
        .replace("<noscript>", `${sheets.join("\n    ")}\n    <noscript>`);
    },
  },
};

/** A catalogue file. A language's files are bundled into one chunk, and those that only some screens need into another. */
const catalogue = /\/messages\/catalogues\/(\w+)\/console\/(?:\w+\/(only)\/)?/;

/** Builds files with hashed names, which the service keeps in memory and browsers cache forever (docs/design/console.md). */
export default defineConfig({
  root: import.meta.dirname,
  base: "/console/",
  plugins: [react(), frameFirst, installable, compressedForms],
  logLevel: "warn",
  // A parsed string starts faster than a literal object.
  json: { stringify: true },
  build: {
    target: "es2023",
    // The content security policy blocks data URLs in styles and scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      input: {
        index: join(import.meta.dirname, "index.html"),
        worker: join(import.meta.dirname, "src/worker/worker.ts"),
      },
      output: {
        // The browser compares the worker by its address.
        entryFileNames: ({ name }) => (name === "worker" ? "worker.js" : "assets/[name]-[hash].js"),
        codeSplitting: {
          groups: [
            {
              debugName: "messages",
              test: catalogue,
              name: (id) => `messages-${catalogue.exec(id)?.slice(1).filter(Boolean).join("-") ?? "all"}`,
            },
          ],
        },
      },
    },
  },
});
