/** The API's scopes (service.md, Authentication), each with the text of the consent page. */
export const scopes = {
  public: "See public data: rentals, photos, fees, availability",
  applications_read: "See installed applications and their price increases",
  applications_write: "Change the price increases of applications",
  audit_read: "See the account's change history, including guest data",
  automations_write: "See and change rules that write to guests, and what they will do",
  bookings_read: "See all bookings with their prices, guests and comments",
  bookings_write: "Create, change and cancel all bookings",
  bookings_write_owned: "Create bookings, and change and cancel its own",
  clients_read: "See guests and their contact details",
  clients_write: "Create and change guests",
  discount_code_read: "See discount codes",
  discount_code_usage_read: "See which bookings used which discount code",
  discount_code_write: "Create and change discount codes",
  exports_write: "Export the rentals, guests, bookings, payments, rates and invoices that it can see",
  imports_write: "Import rentals, guests, bookings, payments and rates from files",
  inbox_read: "Read conversations with guests",
  inbox_write: "Write to guests and manage conversations",
  inquiries_read: "See inquiries",
  inquiries_write: "Create and change all inquiries",
  inquiries_write_owned: "Create inquiries, and change its own",
  payments_read: "See payments",
  payments_write: "Record, change and cancel all payments",
  payments_write_owned: "Record payments, and change and cancel its own",
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
  tasks_read: "See tasks such as cleaning, with their photos and problems",
  tasks_write: "Create, change, report and cancel tasks",
  webhooks_write: "Receive webhooks about the data that it can see",
} as const;

/** A scope's name. */
export type Scope = keyof typeof scopes;

/** All scope names. */
export const scopeNames: readonly Scope[] = Object.keys(scopes).filter(isScope);

/** Whether a text is the name of a scope. */
export function isScope(name: string): name is Scope {
  return Object.hasOwn(scopes, name);
}

/** The scopes that satisfy `readers`: a write scope reads what its read scope reads (conventions.md, Reading). */
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
