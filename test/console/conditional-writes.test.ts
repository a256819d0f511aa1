import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = "packages/console/src/";
const sources = globSync(`${root}**/*.{ts,tsx}`).map((file) => ({
  file: file.slice(root.length),
  text: readFileSync(file, "utf8"),
}));

/** The text of a call from its opening parenthesis to the closing one. */
function callAt(text: string, opening: number): string {
  let depth = 0;
  for (let at = opening; at < text.length; at++) {
    depth += text[at] === "(" ? 1 : text[at] === ")" ? -1 : 0;
    if (depth === 0) return text.slice(opening, at + 1);
  }
  return text.slice(opening);
}

test("every update of a record names the version that the person saw", () => {
  const updates = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/\.PUT\(/g)].map(({ index }) => ({ file, call: callAt(text, index + ".PUT".length) })),
  );
  expect(updates.length).toBeGreaterThan(15);
  const unconditional = updates.filter(({ call }) => !call.includes("headers: ifMatch("));
  expect(unconditional).toEqual([]);
});

test("an update holds for any version only where a version would say nothing", () => {
  const excepted = sources.filter(({ text }) => text.includes("anyVersion")).map(({ file }) => file);
  expect(excepted.sort()).toEqual([
    // The price is the condition.
    "components/bookings/take-payment.ts",
    "components/conflict/version.ts",
    // A map that has just begun, and the return of the own nights.
    "components/prices/rate-map.ts",
    "components/prices/use-night-prices.ts",
    // A new conversation, and switches of one attribute.
    "screens/booking/send-message.ts",
    "screens/inbox/conversation-actions.tsx",
    "screens/inbox/mark-read.tsx",
    // The order of all photos.
    "screens/rental-editor/photos/photo-writing.ts",
  ]);
});
