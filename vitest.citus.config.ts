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

/** Files that are about one server, and why. */
const ofOneServer: Readonly<Record<string, string>> = {
  "access/account-tables": "what a migration makes of a table before it is distributed",
  "events/prepared": "a transaction that the client prepares itself, which a coordinator refuses",
  "kept-answers/declarations":
    "plans for whatever values, which name the tables that an answer is made of: a cluster's name shards",
};

/** The tests of the API on a Citus cluster (docs/operations.md, "Distributed"): `CITUS_URL` is its coordinator's, as a superuser. */
export default {
  ...plain,
  test: {
    ...plain.test,
    include: folders.map((folder) => `test/${folder}/**/*.test.ts`),
    exclude: Object.keys(ofOneServer).map((file) => `test/${file}.test.ts`),
    globalSetup: ["test/harness/cluster.ts"],
  },
};
