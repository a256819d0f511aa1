/**
 * The scopes of the API (service.md, Authentication; the registry), each in the plain words that a consent page shows.
 */
export const scopes = {
  public: "See what is public: rentals, photos, fees, availability",
  applications_read: "See the applications that work with the account and their price increases",
  applications_write: "Change the price increases of applications",
  audit_read: "See who changed what in all records of the account, data of guests included",
  bookings_read: "See all bookings with their prices, guests and comments",
  bookings_write: "Create, change and cancel all bookings",
  bookings_write_owned: "Create bookings, and change and cancel those it created",
  clients_read: "See guests and how to reach them",
  clients_write: "Create and change guests",
  discount_code_read: "See discount codes",
  discount_code_usage_read: "See which bookings used which discount code",
  discount_code_write: "Create and change discount codes",
  inbox_read: "Read conversations with guests",
  inbox_write: "Write to guests and manage conversations",
  inquiries_read: "See inquiries",
  inquiries_write: "Create and change all inquiries",
  inquiries_write_owned: "Create inquiries, and change those it created",
  payments_read: "See payments",
  payments_write: "Record, change and cancel all payments",
  payments_write_owned: "Record payments, and change and cancel those it recorded",
  payouts_read: "See payouts",
  preferences_payments_read: "See which payment gateways are set up",
  preferences_payments_write: "Set up payment gateways",
  preferences_read: "See the account's general settings",
  preferences_write: "Change the account's general settings",
  rates_read: "See rates tables, seasons and price rules",
  rates_write: "Change fees, taxes, rates tables, seasons and price rules",
  rentals_read: "See rentals with their private details",
  rentals_write: "Create and change rentals, rooms, photos and amenities",
  reviews_write: "Create and dismiss reviews",
  webhooks_write: "Have changes of what it may see sent to it, wherever it asks",
} as const;

/** The name of one scope. */
export type Scope = keyof typeof scopes;

/** The names of all scopes. */
export const scopeNames: readonly Scope[] = Object.keys(scopes).filter(isScope);

/** Whether a text names a scope of the API. */
export function isScope(name: string): name is Scope {
  return Object.hasOwn(scopes, name);
}

/**
 * The scopes that may read what `readers` may read: a write scope reads what its read scope reads (conventions.md, Reading).
 */
export function withWriters(readers: readonly Scope[]): ReadonlySet<Scope> {
  const widened = new Set<Scope>(readers);
  for (const reader of readers) {
    const writer = reader.endsWith("_read") ? `${reader.slice(0, -"_read".length)}_write` : undefined;
    if (writer !== undefined && isScope(writer)) widened.add(writer);
  }
  return widened;
}

/** Whether any of the token's scopes is among `allowed`. */
export function mayAny(held: ReadonlySet<Scope>, allowed: Iterable<Scope>): boolean {
  for (const scope of allowed) if (held.has(scope)) return true;
  return false;
}
