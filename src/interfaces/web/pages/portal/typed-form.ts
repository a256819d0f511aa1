import { countryCodes } from "../../../../core/countries.ts";
import { parseDay } from "../../../../core/day.ts";
import { typedText } from "../../../../kernel/values/text.ts";
import type { SubmittedForm } from "../../../../modules/stays/portal/form/save-guest-form.ts";
import { documentKinds, type GuestDocument } from "../../../../modules/stays/portal/form/sealed-documents.ts";
import type { SettingsOfStay } from "../../../../modules/stays/portal/settings/settings-of-stay.ts";
import type { Form } from "../form.ts";

/** One guest's row as it was typed. */
export interface TypedGuest {
  readonly name: string;
  readonly birthDate: string;
  readonly nationality: string;
  readonly kind: string;
  readonly number: string;
}

/** The form as it was typed. */
export interface TypedForm {
  readonly guests: readonly TypedGuest[];
  readonly arrival: string;
}

/** A form's problems. */
export type FormProblem = "nameMissing" | "documentMissing" | "arrivalWrong";

const maxLength = 100;

/** Reads the typed rows. @param rows how many the page showed */
export function typedForm(form: Form, rows: number): TypedForm {
  const text = (name: string): string => typedText(form.text(name), maxLength);
  const guests = Array.from({ length: rows }, (_, row) => ({
    name: text(`name-${row}`),
    birthDate: text(`birth-${row}`),
    nationality: text(`nationality-${row}`),
    kind: text(`kind-${row}`),
    number: text(`number-${row}`),
  }));
  return { guests, arrival: text("arrival") };
}

/**
 * Checks a typed form. Documents are for every named guest, but those of an excepted nationality, or, where all of them showed theirs, for
 * none: then those stay.
 * @param documented the guests whose documents are stored
 * @param today YYYY-MM-DD
 */
export function checkedForm(
  { guests, arrival }: TypedForm,
  { asksGuests, asksArrival, asksDocuments, documentsExcept }: SettingsOfStay,
  { documented, today }: { readonly documented: readonly string[]; readonly today: string },
): SubmittedForm | FormProblem {
  const named = guests.filter(({ name }) => name !== "");
  if ((asksGuests || asksDocuments) && named.length === 0) return "nameMissing";
  if (asksArrival && arrival !== "" && !/^([01]\d|2[0-3]):[0-5]\d$/.test(arrival)) return "arrivalWrong";
  const keepsDocuments = named.every(
    ({ name, number, birthDate }) => documented.includes(name) && number === "" && birthDate === "",
  );
  const shown = named.filter(({ nationality }) => documentsExcept === null || nationality !== documentsExcept);
  const documents =
    asksDocuments && !keepsDocuments && shown.length > 0 ? shown.map((guest) => documentOf(guest, today)) : undefined;
  if (documents?.includes(undefined)) return "documentMissing";
  return {
    names: named.map(({ name }) => name),
    documents: documents?.filter((document) => document !== undefined),
    arrival: asksArrival && arrival !== "" ? arrival : undefined,
  };
}

function documentOf(guest: TypedGuest, today: string): GuestDocument | undefined {
  const { name, birthDate, nationality, number } = guest;
  const kind = documentKinds.find((one) => one === guest.kind);
  const isDate = parseDay(birthDate) !== undefined && birthDate <= today;
  if (!isDate || !countryCodes.has(nationality) || kind === undefined || number === "") return undefined;
  return { name, birth_date: birthDate, nationality, kind, number };
}
