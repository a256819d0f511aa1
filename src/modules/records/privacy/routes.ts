import Type, { type TSchema } from "typebox";
import { type Attribute, structure } from "../../../kernel/attribute.ts";
import { badRequest, notFound } from "../../../kernel/errors.ts";
import { inSnapshot } from "../../../kernel/read/visible/read-scope.ts";
import type { ReadAnswer, ReadContext, ReadRequest, Route } from "../../../kernel/route.ts";
import { problem } from "../../../kernel/values/value-type.ts";
import { action } from "../../../kernel/write/actions.ts";
import { payment } from "../../money/payments/payment.ts";
import { lockBookingBefore } from "../../money/payments/routes.ts";
import { contact } from "../../property/contacts/contact.ts";
import { lockRentalsOfContact } from "../../property/contacts/save-contact.ts";
import { client } from "../../stays/clients/client.ts";
import { exportClient, prepareExport } from "./export-client.ts";
import { exportedParts } from "./exported-parts.ts";
import { forgetClient, lockWithBookings } from "./forget-client.ts";
import { eraseContact, liftContactRestriction, restrictContact } from "./forget-contact.ts";
import { forgetPayment } from "./forget-payment.ts";
import { remainsMeta } from "./remaining.ts";
import { liftClientRestriction, liftPaymentRestriction, restrictClient, restrictPayment } from "./restrict.ts";

const paymentScopes = ["payments_write_owned", "payments_write"] as const;

/** The most records beside the clients that one answer exports. */
const mostRecords = 2000;

/** What an export has beside the client, as it is documented. */
const exported = (schema: TSchema): Attribute<unknown> =>
  structure<unknown>({
    title: "Array",
    schema,
    accept: () => problem("is only read"),
    isValue: (candidate): candidate is unknown => candidate !== undefined,
  }).readOnly();

const exportMembers: Readonly<Record<string, Attribute<unknown>>> = {
  ...Object.fromEntries(
    exportedParts.map(({ resource: { name }, includes }) => [
      name,
      exported(Type.Array(Type.Object({}, { additionalProperties: true }))).description(
        `The client's ${name}, as they are read everywhere${Object.keys(includes).length > 0 ? `, with their ${Object.keys(includes).join(", ")}` : ""}.`,
      ),
    ]),
  ),
  history: exported(Type.Array(Type.Object({}, { additionalProperties: true }))).description(
    "Who changed what in these records, as audit_entries are read.",
  ),
  stored_answers: exported(
    Type.Array(
      Type.Object({
        application_id: Type.Integer({ description: "Whose request it was." }),
        method: Type.String(),
        path: Type.String(),
        status: Type.Integer(),
        created_at: Type.String({ format: "date-time" }),
      }),
    ),
  ).description(
    "Requests about these records whose answers are kept, for a week, because they had an Idempotency-Key.",
  ),
  left_out: exported(
    Type.Array(
      Type.Object({
        part: Type.String({ description: "A member that is missing." }),
        scopes: Type.Array(Type.String(), { description: "One of these scopes is needed to export it." }),
      }),
    ),
  ).description("What the token may not read as a whole, and so is not in this export."),
};

async function runExport(context: ReadContext, { ids = [], parameters }: ReadRequest): Promise<ReadAnswer> {
  const [unknown] = parameters.keys();
  if (unknown !== undefined) throw badRequest(`The parameter ${unknown} is not known here; there are none.`);
  await prepareExport(context);
  const records = await inSnapshot(context, async (snapshot) => {
    const exports: string[] = [];
    let room = mostRecords;
    for (const id of ids) {
      const found = typeof id === "number" ? await exportClient(snapshot, id, room) : undefined;
      if (!found) continue;
      exports.push(found.json);
      room -= found.records;
    }
    return exports;
  });
  if (ids.length === 1 && records.length === 0) throw notFound();
  return { form: "all", records };
}

export const privacyRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/clients/:client_id/export",
    scopes: client.readScopes,
    resource: client,
    operation: { kind: "read", parameters: {}, additional: exportMembers, run: runExport },
    summary: "Export everything that is held about a client.",
    description: `The client with its ${exportedParts.map(({ resource }) => resource.name).join(", ")}, of one moment. What the token may not read is named in left_out. One answer has at most ${mostRecords} records beside the client.`,
  },
  action(client, {
    on: "one",
    method: "POST",
    path: "forget",
    scopes: ["clients_write"],
    summary: "Erase everything personal that is held about a client, for good.",
    description:
      "At once, and in everything that copies it. Ids and amounts stay. What was erased cannot be written again; doing it twice changes nothing.",
    meta: remainsMeta,
    prepare: lockWithBookings,
    run: forgetClient,
  }),
  action(client, {
    on: "one",
    method: "POST",
    path: "restrict_processing",
    scopes: ["clients_write"],
    summary: "Show a client's personal data to the account's own people only.",
    description:
      "To applications that are not the account's own its personal attributes are then blank, everywhere, and cannot be changed.",
    run: restrictClient,
  }),
  action(client, {
    on: "one",
    method: "POST",
    path: "lift_restriction",
    scopes: ["clients_write"],
    summary: "Show a client's personal data to everyone again who may see clients.",
    description: "Only the account's own people may.",
    run: liftClientRestriction,
  }),
  action(contact, {
    on: "one",
    method: "POST",
    path: "forget",
    scopes: ["rentals_write"],
    summary: "Erase everything personal that is held about a contact, for good.",
    description:
      "The id, the country and the rentals stay; rentals show its name no more. What was erased cannot be written again.",
    meta: remainsMeta,
    prepare: lockRentalsOfContact,
    run: eraseContact,
  }),
  action(contact, {
    on: "one",
    method: "POST",
    path: "restrict_processing",
    scopes: ["rentals_write"],
    summary: "Show a contact's personal data to the account's own people only.",
    description:
      "To applications that are not the account's own its personal attributes are then blank, and cannot be changed; rentals show its name no more.",
    prepare: lockRentalsOfContact,
    run: restrictContact,
  }),
  action(contact, {
    on: "one",
    method: "POST",
    path: "lift_restriction",
    scopes: ["rentals_write"],
    summary: "Show a contact's personal data to everyone again who may see contacts.",
    description: "Only the account's own people may.",
    prepare: lockRentalsOfContact,
    run: liftContactRestriction,
  }),
  action(payment, {
    on: "one",
    method: "POST",
    path: "forget",
    scopes: paymentScopes,
    summary: "Erase who paid, for good.",
    description:
      "Ids, amounts and the gateway's number stay. What was erased cannot be written again; doing it twice changes nothing.",
    meta: remainsMeta,
    prepare: lockBookingBefore,
    run: forgetPayment,
  }),
  action(payment, {
    on: "one",
    method: "POST",
    path: "restrict_processing",
    scopes: paymentScopes,
    summary: "Show who paid to the account's own people only.",
    description:
      "To applications that are not the account's own the personal attributes are then blank, everywhere, and cannot be changed. So they are while the processing of the guest is restricted.",
    prepare: lockBookingBefore,
    run: restrictPayment,
  }),
  action(payment, {
    on: "one",
    method: "POST",
    path: "lift_restriction",
    scopes: paymentScopes,
    summary: "Show who paid to everyone again who may see payments.",
    description: "Only the account's own people may.",
    prepare: lockBookingBefore,
    run: liftPaymentRestriction,
  }),
];
