// @ts-check
// What may import what (docs/design/structure.md). `npm run check:layers` prints it and checks it.
import { fileURLToPath } from "node:url";

/** The layers of `src`, from the bottom up: each may import itself and those below. */
export const layers = ["core", "database", "kernel", "modules", "interfaces", "app"];

/**
 * The domains of `modules` from the bottom up: which other domains each one uses, and which other modules of its own domain a module
 * imports. Both name only what stands above them, so there is no cycle. A module that is not listed here imports none.
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
      preferences: ["accounts"],
      files: ["outgoing"],
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
      inquiries: ["bookings", "clients"],
      feeds: ["bookings"],
      search: ["bookings"],
      "cleaning-links": [],
    },
  },
  guests: {
    uses: ["platform", "reference", "property", "stays"],
    modules: {
      reviews: [],
      inbox: [],
    },
  },
  money: {
    uses: ["platform", "reference", "property", "stays"],
    modules: {
      gateways: [],
      payments: ["gateways"],
      payouts: ["gateways", "payments"],
      statements: [],
      reports: [],
    },
  },
  records: {
    uses: ["platform", "reference", "property", "pricing", "stays", "guests", "money"],
    modules: {
      imports: [],
      webhooks: [],
      events: ["webhooks"],
      audit: ["events"],
      privacy: ["audit", "events", "imports", "webhooks"],
      merging: ["imports", "privacy"],
    },
  },
};

/**
 * Which other interfaces an interface may import, in the same way.
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
    if (wrong) throw new Error(`layers.mjs: ${name} may not name ${wrong}, which is not above it in the list.`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  /** @param list {Readonly<Record<string, readonly string[]>>} */
  const print = (list) => {
    for (const [name, used] of Object.entries(list)) console.log(`  ${name.padEnd(14)}${used.join(", ") || "-"}`);
  };
  console.log(`Layers, from the bottom up: ${layers.join(", ")}.`);
  for (const [name, { uses, modules }] of Object.entries(domains)) {
    console.log(`\nmodules/${name} uses ${uses.join(", ") || "no other domain"}:`);
    print(modules);
  }
  console.log("\ninterfaces:");
  print(interfaces);
}
