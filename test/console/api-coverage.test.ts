import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { documentOf } from "../openapi/document.ts";

/** The console offers everything that the API has for people (console.md, The job decides). */

/** A write of the API, such as `POST /fees`. PATCH is PUT by another name. */
const writes = Object.entries(documentOf("https://roost.example").paths ?? {}).flatMap(([path, operations]) =>
  ["POST", "PUT", "DELETE"]
    .filter((method) => method.toLowerCase() in (operations ?? {}))
    .map((method) => `${method} ${path}`),
);

const sources = globSync("packages/console/src/**/*.{ts,tsx}").map((file) => readFileSync(file, "utf8"));

/** The console's writes. Its client is typed by the API, so that a path that does not exist cannot be written. */
const written = new Set(
  sources.flatMap((text) =>
    [...text.matchAll(/\.(POST|PUT|PATCH|DELETE)\(\s*["`]([^"`]+)["`]/g)].map(
      ([, method = "", path]) => `${method.replace("PATCH", "PUT")} ${path}`,
    ),
  ),
);

/** Writes that no screen has, each with its reason. */
const excepted: Readonly<Record<string, string>> = {
  "POST /rentals/search": "A search as a body. The console searches by address.",
  "POST /rentals/{ids}/search": "A search as a body. The console searches by address.",
  "POST /strict_bookings":
    "A booking that the rules must allow. The console shows the quote first, and records an override.",
  "PUT /rate_overrides/{rate_override_id}": "New prices lie on the older ones, so that one step undoes them.",
  "DELETE /booking_sites/{booking_site_id}": "The console switches the site off, so that its address stays.",
  "PUT /inbox/attachments/{attachment_id}": "An attachment is chosen again before its message is sent.",
  "PUT /inbox/messages/{message_id}": "A sent message stays as the guest received it.",
  "POST /inbox/messages/{message_id}/add_attachment": "Attachments go with their message.",
  "POST /bookings/{booking_id}/reviews": "Guests write their reviews, on the site or a channel.",
  "POST /bookings/{booking_id}/host_reviews": "The console writes a draft, and submits it.",
  "POST /host_reviews/{host_review_id}/reply": "Guests write their replies.",
};

test("every write of the API has a screen, or a reason to have none", () => {
  expect(writes.length).toBeGreaterThan(150);
  expect(writes.filter((write) => !written.has(write) && !(write in excepted))).toEqual([]);
});

test("no reason outlives its write, or the screen that makes it needless", () => {
  const known = new Set(writes);
  expect(Object.keys(excepted).filter((write) => !known.has(write) || written.has(write))).toEqual([]);
});
