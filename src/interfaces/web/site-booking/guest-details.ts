import type { SiteGuest } from "../../../modules/stays/site-bookings/hold-site-stay.ts";
import type { Form } from "../pages/form.ts";

/** The fields that a guest fills in, as typed. */
export interface GuestDetails extends SiteGuest {
  readonly message: string;
  readonly agrees: boolean;
}

/** The fields that can have a problem. */
export type DetailName = keyof SiteGuest | "message" | "agrees";

/** Problems by field: missing, or refused by the booking. */
export type DetailProblems = ReadonlyMap<DetailName, "required" | "wrong" | "agree">;

/** The maximum lengths of texts. */
export const maxLengths: Readonly<Record<keyof SiteGuest | "message", number>> = {
  firstname: 100,
  lastname: 100,
  email: 250,
  phone_number: 50,
  country_code: 2,
  message: 2000,
};

/** Reads the guest's details. Nothing is cut off: a text that is too long is a problem. */
export function detailsIn(form: Form): GuestDetails {
  const text = (name: string): string => form.text(name).trim();
  return {
    firstname: text("firstname"),
    lastname: text("lastname"),
    email: text("email"),
    phone_number: text("phone_number"),
    country_code: text("country_code").toUpperCase(),
    message: text("message").replaceAll("\r\n", "\n"),
    agrees: form.text("agrees") === "yes",
  };
}

/** An empty form. */
export const noDetails: GuestDetails = {
  firstname: "",
  lastname: "",
  email: "",
  phone_number: "",
  country_code: "",
  message: "",
  agrees: false,
};

/** The problems that the details have before a booking checks them. */
export function problemsOf(details: GuestDetails): DetailProblems {
  const problems = new Map<DetailName, "required" | "wrong" | "agree">();
  for (const name of ["firstname", "lastname", "email"] as const)
    if (details[name] === "") problems.set(name, "required");
  for (const name of ["firstname", "lastname", "email", "phone_number", "country_code", "message"] as const)
    if (details[name].length > maxLengths[name]) problems.set(name, "wrong");
  if (!details.agrees) problems.set("agrees", "agree");
  return problems;
}

/** The fields that a strict booking's messages name (`client`: `["email must be …"]`). */
export function problemsIn(messages: Readonly<Record<string, readonly string[]>>): DetailProblems {
  const problems = new Map<DetailName, "wrong">();
  for (const message of messages.client ?? []) {
    const name = guestFields.find((field) => message.startsWith(`${field} `));
    if (name) problems.set(name, "wrong");
  }
  if (messages.comments) problems.set("message", "wrong");
  return problems;
}

const guestFields = ["firstname", "lastname", "email", "phone_number", "country_code"] as const;
