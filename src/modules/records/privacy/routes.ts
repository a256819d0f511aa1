import Type, { type TSchema } from "typebox";
import { type Attribute, structure } from "../../../kernel/attribute.ts";
import { notFound } from "../../../kernel/errors.ts";
import { assertKnown } from "../../../kernel/read/query.ts";
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

/** Maximum related records per response. */
const maxRecords = 2000;

/** Documents a member of the export. */
const exported = (schema: TSchema): Attribute<unknown> =>
  structure<unknown>({
    title: "Array",
    schema,
    accept: () => problem("is read-only"),
    isValue: (candidate): candidate is unknown => candidate !== undefined,
  }).readOnly();

const exportMembers: Readonly<Record<string, Attribute<unknown>>> = {
  ...Object.fromEntries(
    exportedParts.map(({ resource: { name }, includes }) => [
      name,
      exported(Type.Array(Type.Object({}, { additionalProperties: true }))).description(
        `The client's ${name}${Object.keys(includes).length > 0 ? `, with their ${Object.keys(includes).join(", ")}` : ""}.`,
      ),
    ]),
  ),
  history: exported(Type.Array(Type.Object({}, { additionalProperties: true }))).description(
    "The changes of these records, as audit_entries.",
  ),
  stored_answers: exported(
    Type.Array(
      Type.Object({
        application_id: Type.Integer({ description: "The application that sent the request." }),
        method: Type.String(),
        path: Type.String(),
        status: Type.Integer(),
        created_at: Type.String({ format: "date-time" }),
      }),
    ),
  ).description("Stored responses about these records. Requests with an Idempotency-Key keep theirs for a week."),
  left_out: exported(
    Type.Array(
      Type.Object({
        part: Type.String({ description: "The missing member." }),
        scopes: Type.Array(Type.String(), { description: "A token needs one of these scopes to export it." }),
      }),
    ),
  ).description("Parts missing from this export because the token can't read them in full."),
};

async function runExport(context: ReadContext, { ids = [], parameters }: ReadRequest): Promise<ReadAnswer> {
  assertKnown(parameters, []);
  await prepareExport(context);
  const records = await inSnapshot(context, async (snapshot) => {
    const exports: string[] = [];
    let room = maxRecords;
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
    summary: "Export a client's data.",
    description: `The client with its ${exportedParts.map(({ resource }) => resource.name).join(", ")}, from one snapshot. left_out lists the parts that the token can't read. A response has at most ${maxRecords} related records.`,
  },
  action(client, {
    on: "one",
    method: "POST",
    path: "forget",
    scopes: ["clients_write"],
    summary: "Erase a client's personal data.",
    description:
      "Erases it immediately and permanently, including all copies. Ids and amounts stay. Erased attributes can't be written again. Repeating the request changes nothing.",
    meta: remainsMeta,
    prepare: lockWithBookings,
    run: forgetClient,
  }),
  action(client, {
    on: "one",
    method: "POST",
    path: "restrict_processing",
    scopes: ["clients_write"],
    summary: "Restrict the processing of a client's personal data.",
    description:
      "Applications other than the account's own then see blank personal attributes everywhere, and can't change them.",
    run: restrictClient,
  }),
  action(client, {
    on: "one",
    method: "POST",
    path: "lift_restriction",
    scopes: ["clients_write"],
    summary: "Lift the restriction on a client's personal data.",
    description: "Only the account's own people can do this.",
    run: liftClientRestriction,
  }),
  action(contact, {
    on: "one",
    method: "POST",
    path: "forget",
    scopes: ["rentals_write"],
    summary: "Erase a contact's personal data.",
    description:
      "Erases it permanently. The id, country and rentals stay, but rentals no longer show the name. Erased attributes can't be written again.",
    meta: remainsMeta,
    prepare: lockRentalsOfContact,
    run: eraseContact,
  }),
  action(contact, {
    on: "one",
    method: "POST",
    path: "restrict_processing",
    scopes: ["rentals_write"],
    summary: "Restrict the processing of a contact's personal data.",
    description:
      "Applications other than the account's own then see blank personal attributes and can't change them. Rentals no longer show the name.",
    prepare: lockRentalsOfContact,
    run: restrictContact,
  }),
  action(contact, {
    on: "one",
    method: "POST",
    path: "lift_restriction",
    scopes: ["rentals_write"],
    summary: "Lift the restriction on a contact's personal data.",
    description: "Only the account's own people can do this.",
    prepare: lockRentalsOfContact,
    run: liftContactRestriction,
  }),
  action(payment, {
    on: "one",
    method: "POST",
    path: "forget",
    scopes: paymentScopes,
    summary: "Erase a payer's personal data.",
    description:
      "Erases it permanently. Ids, amounts and the gateway's reference stay. Erased attributes can't be written again. Repeating the request changes nothing.",
    meta: remainsMeta,
    prepare: lockBookingBefore,
    run: forgetPayment,
  }),
  action(payment, {
    on: "one",
    method: "POST",
    path: "restrict_processing",
    scopes: paymentScopes,
    summary: "Restrict the processing of a payer's personal data.",
    description:
      "Applications other than the account's own then see blank personal attributes everywhere, and can't change them. Restricting the guest has the same effect on the guest's payments.",
    prepare: lockBookingBefore,
    run: restrictPayment,
  }),
  action(payment, {
    on: "one",
    method: "POST",
    path: "lift_restriction",
    scopes: paymentScopes,
    summary: "Lift the restriction on a payer's personal data.",
    description: "Only the account's own people can do this.",
    prepare: lockBookingBefore,
    run: liftPaymentRestriction,
  }),
];
