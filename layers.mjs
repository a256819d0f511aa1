// @ts-check
// What may import what (docs/decisions/0026-layers.md). `npm run check:layers` prints it and checks it.
import { fileURLToPath } from "node:url";

/** The layers of `src`, from the bottom up: each may import itself and those below. */
export const layers = ["core", "database", "kernel", "modules", "interfaces", "app"];

/**
 * Which other modules a module may import, from the bottom up: it names only modules above it in this list, so there is no cycle. One
 * that is not listed here may import none.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const modules = {
  access: [],
  accounts: ["access"],
  amenities: [],
  clients: [],
  destinations: [],
  discounts: [],
  exchange: [],
  mails: [],
  occupancy: [],
  outgoing: [],
  sources: [],
  tags: [],
  applications: ["access"],
  preferences: ["accounts"],
  files: ["outgoing"],
  attachments: ["files", "outgoing"],
  people: ["access", "mails"],
  rentals: ["amenities", "exchange", "occupancy"],
  contacts: ["rentals"],
  contents: ["applications", "rentals"],
  photos: ["files", "outgoing", "rentals"],
  rates: ["exchange", "occupancy", "rentals"],
  fees: ["exchange", "rates", "rentals"],
  taxes: ["fees", "rentals"],
  policies: ["occupancy", "rentals"],
  bookings: ["clients", "discounts", "fees", "mails", "occupancy", "policies", "rates", "rentals"],
  links: ["bookings", "rentals"],
  agreements: ["bookings", "clients", "occupancy", "rentals"],
  inquiries: ["bookings", "clients", "occupancy", "rentals", "sources"],
  reviews: ["bookings", "clients", "rentals", "sources"],
  inbox: [
    "attachments",
    "bookings",
    "clients",
    "files",
    "inquiries",
    "mails",
    "occupancy",
    "people",
    "rentals",
    "sources",
  ],
  feeds: ["bookings", "files", "occupancy", "outgoing", "rentals", "sources"],
  gateways: [],
  payments: ["bookings", "clients", "gateways", "mails", "occupancy"],
  payouts: ["bookings", "gateways", "payments", "sources"],
  statements: ["occupancy"],
  imports: ["bookings", "clients", "fees", "rates", "rentals", "sources"],
  webhooks: ["access", "mails", "outgoing"],
  events: ["webhooks"],
  audit: [
    "attachments",
    "bookings",
    "clients",
    "contacts",
    "events",
    "inbox",
    "inquiries",
    "payments",
    "rates",
    "rentals",
    "reviews",
  ],
  privacy: [
    "access",
    "accounts",
    "agreements",
    "attachments",
    "audit",
    "bookings",
    "clients",
    "contacts",
    "events",
    "files",
    "imports",
    "inbox",
    "inquiries",
    "mails",
    "payments",
    "rentals",
    "reviews",
    "webhooks",
  ],
  merging: ["bookings", "clients", "imports", "inbox", "mails", "privacy", "reviews"],
  calendar: ["occupancy", "rates"],
  reports: ["occupancy"],
  search: ["bookings", "exchange", "occupancy", "rates", "rentals"],
  "cleaning-links": ["access", "occupancy", "people"],
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

for (const list of [modules, interfaces]) {
  const names = Object.keys(list);
  for (const [index, name] of names.entries()) {
    const wrong = list[name]?.find((used) => !names.slice(0, index).includes(used));
    if (wrong) throw new Error(`layers.mjs: ${name} may not name ${wrong}, which is not above it in the list.`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(`Layers, from the bottom up: ${layers.join(", ")}.\n`);
  for (const [title, list] of Object.entries({ modules, interfaces })) {
    const lines = Object.entries(list).map(([name, used]) => `  ${name.padEnd(14)}${used.join(", ") || "-"}`);
    console.log(`${title} and what they may import:\n${lines.join("\n")}\n`);
  }
}
