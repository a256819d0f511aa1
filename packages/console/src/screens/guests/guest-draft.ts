import type { Resource } from "@roost/client";
import { changedFields } from "../../components/conflict/use-conditional-form.ts";
import type { Guest } from "./guests.ts";

/** An email, phone number or address. `value` is the email, the number or the street. */
export interface Line {
  readonly key: string;
  /** Undefined for a new line. An update keeps existing lines that it names by id (docs/start/first-requests.md). */
  readonly id: number | undefined;
  readonly label: string | null;
  readonly value: string;
  readonly zip: string;
  readonly city: string;
  readonly country: string;
  readonly address2: string | null;
  readonly state: string | null;
  readonly primary: boolean | undefined;
}

export interface GuestDraft {
  readonly fullname: string;
  readonly company: string;
  readonly passport: string;
  readonly notes: string;
  readonly preferred_locale: string;
  readonly emails: readonly Line[];
  readonly phones: readonly Line[];
  readonly addresses: readonly Line[];
}

const blank = { value: "", zip: "", city: "", country: "", address2: null, state: null } as const;

export const blankLine = (): Line => ({
  ...blank,
  key: crypto.randomUUID(),
  id: undefined,
  label: null,
  primary: undefined,
});

export const draftOf = (guest: Guest): GuestDraft => ({
  fullname: guest.fullname ?? "",
  company: guest.company ?? "",
  passport: guest.passport ?? "",
  notes: guest.notes ?? "",
  preferred_locale: guest.preferred_locale ?? "",
  emails: guest.emails.map(({ email, ...one }) => ({ ...lineOf(one), value: email ?? "" })),
  phones: guest.phones.map(({ number, country_code, ...one }) => ({
    ...lineOf(one),
    value: number ?? "",
    country: country_code ?? "",
  })),
  addresses: guest.addresses.map(({ address1, zip, city, country_code, address2, state, ...one }) => ({
    ...lineOf(one),
    ...{ value: address1 ?? "", zip: zip ?? "", city: city ?? "", country: country_code ?? "", address2, state },
  })),
});

const lineOf = ({ id, label, primary }: { id: number; label: string | null; primary: boolean }) => ({
  ...blank,
  ...{ key: String(id), id, label, primary },
});

/** A field's value for people: lists have a line for each element. */
export const textOf = (value: string | readonly Line[]): string =>
  typeof value === "string"
    ? value
    : value
        .map(({ value: first, zip, city, country }) => [first, zip, city, country].filter(Boolean).join(", "))
        .join("\n");

/** Only the person's changes: another person may have changed the rest. */
export function changesOf(seen: GuestDraft, draft: GuestDraft): Resource<"clients_update"> {
  const changed: readonly string[] = changedFields(seen, draft);
  return Object.fromEntries(Object.entries(writtenOf(draft)).filter(([name]) => changed.includes(name)));
}

/** The update's body: empty fields become null, blank lines are left out. */
function writtenOf(draft: GuestDraft): Resource<"clients_update"> {
  const named = ({ id, label, primary }: Line) => ({
    ...(id === undefined ? {} : { id }),
    label: label ?? "default",
    ...(primary === undefined ? {} : { primary }),
  });
  const filled = (lines: readonly Line[]) =>
    lines.filter(({ value, zip, city, country }) => [value, zip, city, country].some((text) => text.trim() !== ""));
  return {
    fullname: orNull(draft.fullname),
    company: orNull(draft.company),
    passport: orNull(draft.passport),
    notes: orNull(draft.notes),
    preferred_locale: orNull(draft.preferred_locale),
    emails: filled(draft.emails).map((line) => ({ ...named(line), email: line.value.trim() })),
    phones: filled(draft.phones).map((line) => ({
      ...named(line),
      number: line.value.trim(),
      country_code: orNull(line.country),
    })),
    addresses: filled(draft.addresses).map((line) => ({
      ...named(line),
      ...{ address1: orNull(line.value), zip: orNull(line.zip), city: orNull(line.city) },
      ...{ country_code: orNull(line.country.toUpperCase()), address2: line.address2, state: line.state },
    })),
  };
}

const orNull = (text: string): string | null => text.trim() || null;
