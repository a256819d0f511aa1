import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { routes } from "../../src/app/registry.ts";

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
    [...text.matchAll(/\.(PUT|PATCH)\(/g)].map(({ index }) => ({ file, call: callAt(text, text.indexOf("(", index)) })),
  );
  expect(updates.length).toBeGreaterThan(15);
  // Fees are added and removed by actions, whose preview the person confirms.
  const isUpdate = (call: string): boolean => !/_bookings_fee\b/.test(call);
  const unconditional = updates.filter(({ call }) => isUpdate(call) && !call.includes("headers: ifMatch("));
  expect(unconditional).toEqual([]);
});

/** The requests that create a record, as the client names their paths. */
const creations = new Set(
  routes
    .filter(({ method, operation }) => method === "POST" && operation.kind === "write" && !operation.onOne)
    .map(({ path }) => path.replace(/:(\w+)/g, "{$1}")),
);

test("no creation names a version: there is no record yet", () => {
  const calls = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/\.POST\(/g)].map(({ index }) => ({ file, call: callAt(text, index + ".POST".length) })),
  );
  const isCreation = (call: string): boolean => creations.has(/^\(\s*"([^"]+)"/.exec(call)?.[1] ?? "");
  const created = calls.filter(({ call }) => isCreation(call));
  expect(created.length).toBeGreaterThan(30);
  expect(created.filter(({ call }) => /ifMatch\(|If-Match/.test(call))).toEqual([]);
  // A path that is not written in the call could not be checked.
  expect(calls.filter(({ call }) => !/^\(\s*"/.test(call))).toEqual([]);
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
    // A new conversation, switches of one attribute, and a stay that is named.
    "screens/booking/send-message.ts",
    "screens/inbox/conversation-actions.tsx",
    "screens/inbox/disconnect-stay.tsx",
    "screens/inbox/mark-read.tsx",
    // An issued invoice never changes, and a preview shows its booking's bill of now.
    "screens/invoices/credit-dialog.tsx",
    "screens/invoices/invoices.ts",
    "screens/invoices/send-dialog.tsx",
    // A proposal never changes.
    "screens/proposals/decision.ts",
    // The order of all photos.
    "screens/rental-editor/photos/photo-writing.ts",
    // A calendar's new address and its switch. A mapping replaces the former one, while the check writes the import.
    "screens/settings/feeds/export-item.tsx",
    "screens/settings/feeds/import-item.tsx",
    "screens/settings/imports/check-step.tsx",
  ]);
});
