// @ts-check
// Allowed imports (docs/design/kernel.md). `npm run check:layers` prints and checks them.
import { fileURLToPath } from "node:url";

/** The layers of `src`, bottom up. Each may import itself and those below. */
export const layers = ["core", "database", "kernel", "modules", "interfaces", "app"];

/**
 * The domains of `modules`, bottom up: the domains that each uses, and the imports between modules of one domain. An entry may name only
 * earlier entries, so there is no cycle. An unlisted module imports none.
 * @type {Readonly<Record<string, { readonly uses: readonly string[], readonly modules: Readonly<Record<string, readonly string[]>> }>>}
 */
export const domains = {
  platform: {
    uses: [],
    modules: {
      access: [],
      accounts: ["access"],
      mails: [],
      outgoing: [],
      applications: ["access"],
      files: ["outgoing"],
      preferences: ["accounts", "files"],
      attachments: ["files", "outgoing"],
      people: ["access", "mails"],
    },
  },
  reference: {
    uses: [],
    modules: {
      amenities: [],
      destinations: [],
      exchange: [],
      sources: [],
      tags: [],
    },
  },
  property: {
    uses: ["platform", "reference"],
    modules: {
      occupancy: [],
      rentals: ["occupancy"],
      contacts: ["rentals"],
      contents: ["rentals"],
      photos: ["rentals"],
    },
  },
  pricing: {
    uses: ["reference", "property"],
    modules: {
      discounts: [],
      rates: [],
      fees: ["rates"],
      taxes: ["fees"],
      policies: [],
      calendar: ["rates"],
    },
  },
  stays: {
    uses: ["platform", "reference", "property", "pricing"],
    modules: {
      clients: [],
      bookings: ["clients"],
      links: ["bookings"],
      agreements: ["bookings", "clients"],
      portal: ["bookings", "clients"],
      inquiries: ["bookings", "clients"],
      feeds: ["bookings"],
      search: ["bookings"],
      "site-bookings": ["bookings", "clients"],
      "cleaning-links": [],
      tasks: ["bookings", "clients", "cleaning-links"],
    },
  },
  guests: {
    uses: ["platform", "reference", "property", "pricing", "stays"],
    modules: {
      reviews: [],
      inbox: [],
      automations: ["inbox"],
      sites: ["reviews"],
    },
  },
  money: {
    uses: ["platform", "reference", "property", "pricing", "stays"],
    modules: {
      gateways: [],
      payments: ["gateways"],
      invoices: [],
      payouts: ["gateways", "payments"],
      statements: [],
      reports: [],
    },
  },
  records: {
    uses: ["platform", "reference", "property", "pricing", "stays", "guests", "money"],
    modules: {
      imports: [],
      exports: ["imports"],
      webhooks: [],
      notifications: [],
      events: ["notifications", "webhooks"],
      proposals: [],
      audit: ["events", "exports"],
      privacy: ["audit", "events", "exports", "imports", "proposals", "webhooks"],
      merging: ["imports", "privacy"],
    },
  },
};

/**
 * The imports between interfaces, by the same rules.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const interfaces = {
  http: [],
  cli: [],
  web: ["http"],
  webhooks: ["http"],
  rest: ["http", "web"],
  oauth: ["http", "web"],
  mcp: ["http", "web", "oauth"],
};

const usesOf = Object.fromEntries(Object.entries(domains).map(([name, { uses }]) => [name, uses]));
for (const list of [usesOf, interfaces, ...Object.values(domains).map(({ modules }) => modules)]) {
  const names = Object.keys(list);
  for (const [index, name] of names.entries()) {
    const wrong = list[name]?.find((used) => !names.slice(0, index).includes(used));
    if (wrong) throw new Error(`layers.mjs: ${name} may not name ${wrong}, which is not listed before it.`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  /** @param list {Readonly<Record<string, readonly string[]>>} */
  const print = (list) => {
    for (const [name, used] of Object.entries(list)) console.log(`  ${name.padEnd(14)}${used.join(", ") || "-"}`);
  };
  console.log(`Layers, bottom up: ${layers.join(", ")}.`);
  for (const [name, { uses, modules }] of Object.entries(domains)) {
    console.log(`\nmodules/${name} uses ${uses.join(", ") || "no other domain"}:`);
    print(modules);
  }
  console.log("\ninterfaces:");
  print(interfaces);
}
