import plain from "./vitest.config.ts";

/** Folders of tests that ask the API, and what is there for clusters alone. The others concern the embedded server, or one database. */
const folders = [
  "access",
  "attachments",
  "audit",
  "bookings",
  "bulk",
  "calendar",
  "catalogue",
  "citus",
  "cleaning-links",
  "contents",
  "counts",
  "events",
  "feeds",
  "files",
  "gateways",
  "imports",
  "inbox",
  "inquiries",
  "jobs",
  "kept-answers",
  "kernel",
  "lifecycle",
  "links",
  "mails",
  "mcp",
  "merging",
  "oauth",
  "openapi",
  "payments",
  "payouts",
  "photos",
  "policies",
  "privacy",
  "rates",
  "reports",
  "rest",
  "reviews",
  "search",
  "tenancy",
  "webhooks",
];

/** Files that look behind the API: at plans, locks, triggers and connections of one server, at functions alone, or at ids in examples. */
const ofOneServer = [
  "access/account-tables",
  "access/idempotency-races",
  "access/row-level-security",
  "audit/replay",
  "bookings/rows-read",
  "counts/counts",
  "events/publishing",
  "kept-answers/declarations",
  "openapi/examples",
  "tenancy/database",
];

/** The tests of the API on a Citus cluster (docs/operations.md, "Distributed"): `CITUS_URL` is its coordinator's, as a superuser. */
export default {
  ...plain,
  test: {
    ...plain.test,
    include: folders.map((folder) => `test/${folder}/**/*.test.ts`),
    exclude: ofOneServer.map((file) => `test/${file}.test.ts`),
    globalSetup: ["test/harness/cluster.ts"],
  },
};
