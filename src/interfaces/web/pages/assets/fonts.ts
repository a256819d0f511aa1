import { readdirSync, readFileSync } from "node:fs";

const built = new URL("../../../../../packages/console/dist/assets/", import.meta.url);

/** The console's font faces, for the other pages; empty when the console is not built. Its build serves their files (vite.config.ts). */
export function fontFaces(from: URL = built): string {
  try {
    return readdirSync(from)
      .filter((name) => name.endsWith(".css"))
      .flatMap((name) => readFileSync(new URL(name, from), "utf8").match(/@font-face\s*\{[^}]*\}/g) ?? [])
      .join("\n");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  }
}
