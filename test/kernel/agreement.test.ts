import { Compile } from "typebox/compile";
import { beforeAll, describe, expect, test } from "vitest";
import { resources, routes } from "../../src/app/registry.ts";
import type { Attribute } from "../../src/kernel/attribute.ts";
import { recordSchema } from "../../src/kernel/openapi/record-schema.ts";
import { ResourceRegistry } from "../../src/kernel/registry.ts";
import { one } from "../../src/kernel/relation.ts";
import { defineResource, type Resource, writtenRelations } from "../../src/kernel/resource.ts";
import type { Operation } from "../../src/kernel/route.ts";
import { recordOf, recordsOf } from "../harness/client.ts";
import { linksOf } from "../harness/factories.ts";
import { filledFixture, useFilledService } from "../harness/filled.ts";
import { type Fixture, idIn, isCreation, listPath, readQuery } from "../harness/fixture.ts";

/** Declarations, database and documentation agree. */
const service = useFilledService();
const each = resources.map((resource) => [resource.name, resource] as const);
/** Computed resources have no table. */
const stored = each.filter(([, { computed }]) => !computed);

/** The column types that can store a kind of value, by its name in the registry. */
const fitting: Readonly<Record<string, readonly string[]>> = {
  Integer: ["bigint", "integer"],
  String: ["text", "bigint[]"],
  Text: ["text"],
  Boolean: ["boolean"],
  Decimal: ["numeric(12,2)", "numeric(7,2)", "numeric(5,2)", "numeric(4,2)"],
  UUID: ["uuid"],
  Float: ["double precision"],
  Time: ["timestamp with time zone", "timestamp(0) with time zone"],
  Date: ["date"],
  Array: ["bigint[]", "text[]", "json", "jsonb"],
  Object: ["jsonb"],
};

/** Required columns without a default or an attribute, with the operation that sets them. */
const setByOperations: Readonly<Record<string, readonly string[]>> = {
  // create-booking.ts: state, creator and the rental's currency.
  bookings: ["booked", "unavailable", "created_by_id", "created_by_type", "currency"],
  strict_bookings: ["booked", "unavailable", "created_by_id", "created_by_type"],
  // store-lines.ts: a line's booking; a fee's price may come from its rentals fee.
  bookings_fees: ["booking_id", "price"],
  bookings_taxes: ["booking_id", "taxable_id", "taxable_type", "amount", "tax_included_in_price"],
  // save-payment-gateway.ts: the encrypted credentials.
  payment_gateways: ["sealed_credentials"],
  // author.ts: the creator.
  conversations: ["created_by_id", "created_by_type"],
  messages: ["created_by_id", "created_by_type"],
  // save-calendar-feed.ts: the application that an import books for.
  calendar_feeds: ["created_by_application_id"],
  // create-export.ts: the kinds that the caller reads, and whether the account's own people asked.
  exports: ["kinds", "of_account"],
  // save-cleaning-link.ts: the digest of its secret.
  cleaning_links: ["secret_digest"],
  // save-task.ts: the booking's rental and the times of its stay.
  tasks: ["rental_id", "due_from", "due_until"],
  // save-endpoint.ts: its application with scopes, and the signing secret.
  webhook_endpoints: ["application_id", "scopes", "sealed_secret"],
  // issue-invoice.ts: the number and the document with its files.
  invoices: [
    "kind",
    "year",
    "position",
    "number",
    "issued_on",
    "locale",
    "currency",
    "net_amount",
    "tax_amount",
    "total_amount",
    "document",
    "pdf",
  ],
  // sign-agreement.ts: the signature of a guest.
  agreement_signatures: ["booking_id", "rental_agreement_id", "name", "locale", "digest", "signed_at"],
  // save-fee.ts: the account's default currency.
  fees: ["currency"],
  // save-photo.ts: after the existing photos.
  photos: ["position"],
  // create-review.ts and save-host-review.ts: the stay's rental, and optional times.
  reviews: ["rental_id", "submitted_at"],
  host_reviews: ["expires_at", "rental_id"],
  // save-period.ts: the season's table.
  periods: ["rates_table_id"],
};

interface Column {
  readonly type: string;
  readonly required: boolean;
  readonly filled: boolean;
}

let columns: Map<string, Map<string, Column>>;
let fixture: Fixture;

beforeAll(async () => {
  const rows = await service.sql(
    `select relname::text as relation, attname::text as name, format_type(atttypid, atttypmod) as type, attnotnull as required,
       atthasdef or attidentity <> '' as filled
     from pg_attribute join pg_class on pg_class.oid = attrelid
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') and attnum > 0 and not attisdropped`,
  );
  columns = new Map();
  for (const { relation, name, type, required, filled } of rows) {
    const table = columns.get(String(relation)) ?? new Map<string, Column>();
    columns.set(
      String(relation),
      table.set(String(name), { type: String(type), required: required === true, filled: filled === true }),
    );
  }
  fixture = await filledFixture(service);
});

function columnsOf(resource: Resource): Map<string, Column> {
  const table = columns.get(resource.table);
  if (!table) throw new Error(`${resource.name} has no table ${resource.table}.`);
  return table;
}

/** Whether a column of the same name stores the attribute. */
const isColumn = ({ traits }: Attribute<unknown>) =>
  traits.persisted ? traits.expression === undefined || traits.writable : traits.readers !== "nobody";

describe("columns", () => {
  test.each(stored)("%s: each attribute has a column of a matching type", (_, resource) => {
    const table = columnsOf(resource);
    const held = Object.entries(resource.attributes).filter(([, attribute]) => isColumn(attribute));
    for (const [name, attribute] of held) {
      const column = table.get(name);
      expect(column, `${resource.name}.${name} has a column`).toBeDefined();
      // A translated text is stored by locale, even if reads show one locale.
      const storedType = attribute.translated ? "Object" : attribute.type.title;
      expect(fitting[storedType], `${resource.name}.${name} is a ${attribute.type.title}`).toContain(column?.type);
    }
  });

  test.each(stored)("%s: a column is nullable exactly when its attribute is", (_, resource) => {
    const table = columnsOf(resource);
    for (const [name, attribute] of Object.entries(resource.attributes)) {
      const column = table.get(name);
      if (!isColumn(attribute) || !attribute.traits.writable || !column) continue;
      if (attribute.traits.never === "null") expect(column.required, `${resource.name}.${name} is not null`).toBe(true);
      else if (attribute.traits.persisted) expect(column.required, `${resource.name}.${name} may be null`).toBe(false);
    }
  });

  test.each(stored)("%s: each relation to one record has its column", (_, resource) => {
    const table = columnsOf(resource);
    for (const [name, relation] of Object.entries(resource.relations)) {
      if (relation.kind === "oneOf")
        expect([table.get(`${name}_id`)?.type, table.get(`${name}_type`)?.type]).toEqual(["bigint", "text"]);
      if (relation.kind === "one" && relation.expression === undefined)
        expect(["bigint", "uuid"], name).toContain(table.get(`${name}_id`)?.type);
    }
  });
});

const answersOf = (operation: Operation) => ("answers" in operation ? operation.answers : undefined);

test("a computed resource has no table, only computing reads, and no relation to it", () => {
  const computed = resources.filter((resource) => resource.computed);
  expect(computed.map(({ name }) => name)).toEqual([
    "rentals_meta",
    "los_records",
    "owner_statements",
    "reports",
    "pick_up_reports",
    "tourist_tax_reports",
    "event_types",
    "events",
  ]);
  for (const resource of computed) {
    expect(columns.has(resource.table), resource.name).toBe(false);
    const kinds = routes
      .filter(({ operation, ...route }) => (answersOf(operation) ?? route.resource) === resource)
      .map(({ operation }) => operation.kind);
    expect(new Set(kinds), resource.name).toEqual(new Set(["read"]));
    const pointing = defineResource("pointers", {
      singular: "pointer",
      description: "Points at what has no rows.",
      readScopes: ["public"],
      attributes: {},
      relations: { target: one(resource.name) },
    });
    expect(() => new ResourceRegistry([...resources, pointing])).toThrow("is computed and has no rows");
  }
});

describe("each column that must not be null is set", () => {
  const created = routes.filter(isCreation);
  test.each(each.filter(([name]) => created.some(({ resource }) => resource.name === name) || name in setByOperations))(
    "%s",
    (_, resource) => {
      const route = created.find((candidate) => candidate.resource === resource);
      const parent = route?.path.match(/:([a-z_]+)/)?.[1];
      const required = new Set(["account_id", "id", ...(parent === undefined ? [] : [parent])]);
      for (const [name, { traits }] of Object.entries(resource.attributes)) if (traits.required) required.add(name);
      for (const { key, relation } of writtenRelations(resource)) {
        if (relation.written?.attribute.traits.required) required.add(`${key}_id`);
      }
      const left = [...columnsOf(resource)].filter(
        ([name, column]) => column.required && !column.filled && !required.has(name),
      );
      expect(left.map(([name]) => name).sort()).toEqual([...(setByOperations[resource.name] ?? [])].sort());
    },
  );
});

describe("schemas", () => {
  // A strict booking is only written. Responses and reads show a booking.
  test.each(each.filter(([name]) => name !== "strict_bookings"))(
    "%s: each real record matches its schema",
    async (_, resource) => {
      const schema = recordSchema(resource, new ResourceRegistry(resources));
      const validator = Compile(schema);
      const records = await realRecords(resource);
      expect(records.length).toBeGreaterThan(0);
      for (const record of records) {
        expect([...validator.Errors(record)]).toEqual([]);
        const declared = Object.keys(Object(schema).properties);
        expect(declared).toEqual(expect.arrayContaining(Object.keys(record)));
        if (Object.keys(resource.relations).length > 0 && !flat.has(resource.name)) {
          expect(Object.keys(linksOf(record)).sort()).toEqual(Object.keys(resource.relations).sort());
        }
      }
    },
  );

  test("a schema refuses a wrong record", () => {
    for (const resource of resources) {
      const validator = Compile(recordSchema(resource, new ResourceRegistry(resources)));
      for (const [name, { type, traits }] of Object.entries(resource.attributes)) {
        if (traits.readers === "nobody" || type.title === "Object" || type.title === "Array") continue;
        expect(validator.Check({ [name]: { no: "such thing" } }), `${resource.name}.${name}`).toBe(false);
      }
    }
  });
});

/** Shapes without links, only in responses of fee operations. */
const flat = new Set(["bookings_with_fees", "fees_in_bookings"]);

async function realRecords(resource: Resource): Promise<Record<string, unknown>[]> {
  const { client, ids } = fixture;
  if (flat.has(resource.name)) {
    const answer = await client.patch(`/bookings/${idIn(ids, "bookings")}/add_bookings_fee`, {
      bookings_fees: [{ price: "1", name: "Dog", kind: "other" }],
    });
    const [{ bookings_fees: fees, ...booking } = {}] = recordsOf(answer, "bookings");
    return resource.root === "bookings" ? [booking] : recordsOf({ ...answer, json: { fees } }, "fees");
  }
  const computing = routes.find(({ path, operation }) => path === `/${resource.path}` && operation.kind === "read");
  if (computing) {
    const answer = await client.get(computing.path + readQuery(computing, ids));
    return recordsOf(answer, resource.root).slice(0, 100);
  }
  const listing = routes.find((route) => route.resource === resource && route.operation.kind === "list");
  const path = listing ? listPath(listing, ids) : `/${resource.path}`;
  const list = recordsOf(await client.get(path), resource.root);
  return resource.attributes.id
    ? [...list, recordOf(await client.get(`/${resource.path}/${idIn(ids, resource.name)}`), resource.root)]
    : list;
}
