import plain from "./vitest.config.ts";

/** Folders with API tests, and the cluster's own tests. The other folders test the embedded server or a single database. */
const folders = [
  "access",
  "attachments",
  "audit",
  "automations",
  "bookings",
  "bulk",
  "calendar",
  "catalogue",
  "citus",
  "cleaning-links",
  "contents",
  "counts",
  "events",
  "exports",
  "feeds",
  "files",
  "gateways",
  "imports",
  "inbox",
  "inquiries",
  "invoices",
  "jobs",
  "response-cache",
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
  "portal",
  "privacy",
  "rates",
  "reports",
  "rest",
  "reviews",
  "search",
  "sites",
  "tasks",
  "tenancy",
  "webhooks",
];

/** Excluded files, which need a single server, with the reason. */
const singleServerTests: Readonly<Record<string, string>> = {
  "access/account-tables": "the state of a table that a migration creates, before it is distributed",
  "automations/failing-action": "a trigger that the test adds to a table of one server",
  "automations/large-account":
    "a plan from statistics of the statement's own transaction, which a cluster does not take",
  "events/prepared": "a coordinator refuses a transaction that the client prepares itself",
  "portal/browser": "a browser's view of pages, whatever the database",
  "sites/booking-browser": "a browser's view of pages, whatever the database",
  "sites/browser": "a browser's view of pages, whatever the database",
  "response-cache/declarations": "reads the tables of a response from query plans, where a cluster names shards",
};

const { projects: _, ...test } = plain.test ?? {};

/** Runs API tests on a Citus cluster (docs/operate/scale.md, Distribute). `CITUS_URL` names its coordinator, with a superuser. */
export default {
  ...plain,
  test: {
    ...test,
    include: folders.map((folder) => `test/${folder}/**/*.test.ts`),
    exclude: Object.keys(singleServerTests).map((file) => `test/${file}.test.ts`),
    globalSetup: ["test/harness/cluster.ts"],
  },
};
