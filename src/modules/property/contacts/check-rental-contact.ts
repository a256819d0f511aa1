import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import { rentalContact } from "./rental-contact.ts";

const { kind, roles } = rentalContact.attributes;
const contactId = rentalContact.relations.contact.written?.attribute;

/** Contacts of a rental (conventions.md, Bounds). */
const mostOfRental = 50;

/** Of what a rental has one only. */
const onlyOnce = [
  { attribute: "kind", value: "owner" },
  { attribute: "roles", value: "general" },
  { attribute: "roles", value: "invoices" },
] as const;

/**
 * Checks a contact of a rental against the rental's others; the rental is locked by now. The contact is locked, too, so that it is not
 * deleted before this one is there.
 */
export async function checkRentalContact(
  context: WriteContext,
  rentalId: number,
  id: number | undefined,
  draft: Draft,
  errors: ValidationErrors,
): Promise<void> {
  const { transaction, account } = context;
  const others = await transaction.rows<{ kind: string; roles: unknown }>(
    `select kind, roles from rental_contacts
     where account_id = $1 and rental_id = $2 and canceled_at is null and id is distinct from $3`,
    [account.id, rentalId, id ?? null],
  );
  if (id === undefined && others.length >= mostOfRental)
    errors.add("base", `a rental has at most ${mostOfRental} contacts`);
  for (const { attribute, value } of onlyOnce) {
    const wanted = attribute === "kind" ? draft.value(kind) === value : (draft.value(roles) ?? []).includes(value);
    const taken = others.some((other) =>
      attribute === "kind" ? other.kind === value : Array.isArray(other.roles) && other.roles.includes(value),
    );
    if (wanted && taken) errors.add(attribute, `${value} has already been taken by another contact of the rental`);
  }
  await holdContact(context, draft, errors);
}

async function holdContact(
  { transaction, account }: WriteContext,
  draft: Draft,
  errors: ValidationErrors,
): Promise<void> {
  const named = contactId && draft.given(contactId);
  if (typeof named !== "number" || errors.has("contact_id")) return;
  const held = await transaction.run(
    "select from contacts where account_id = $1 and id = $2 and canceled_at is null for share",
    [account.id, named],
  );
  if (held === 0) errors.add("contact_id", "must exist");
}
