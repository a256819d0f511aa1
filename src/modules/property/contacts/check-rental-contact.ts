import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import { rentalContact } from "./rental-contact.ts";

const { kind, roles } = rentalContact.attributes;
const contactId = rentalContact.relations.contact.written?.attribute;

/** Maximum contacts per rental (conventions.md, Bounds). */
const maxContacts = 50;

/** Values that only one of a rental's contacts may have. */
const uniqueValues = [
  { attribute: "kind", value: "owner" },
  { attribute: "roles", value: "general" },
  { attribute: "roles", value: "invoices" },
] as const;

/**
 * Checks a rental's contact against its others. The rental must be locked. Also locks the contact against deletion.
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
  if (id === undefined && others.length >= maxContacts)
    errors.add("base", `a rental has at most ${maxContacts} contacts`);
  for (const { attribute, value } of uniqueValues) {
    const requested = attribute === "kind" ? draft.value(kind) === value : (draft.value(roles) ?? []).includes(value);
    const taken = others.some((other) =>
      attribute === "kind" ? other.kind === value : Array.isArray(other.roles) && other.roles.includes(value),
    );
    if (requested && taken) errors.add(attribute, `${value} has already been taken by another contact of the rental`);
  }
  await lockContact(context, draft, errors);
}

async function lockContact(
  { transaction, account }: WriteContext,
  draft: Draft,
  errors: ValidationErrors,
): Promise<void> {
  const id = contactId && draft.input(contactId);
  if (typeof id !== "number" || errors.has("contact_id")) return;
  const found = await transaction.run(
    "select from contacts where account_id = $1 and id = $2 and canceled_at is null for share",
    [account.id, id],
  );
  if (found === 0) errors.add("contact_id", "must exist");
}
