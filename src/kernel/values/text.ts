import Type from "typebox";
import { ClosedSet } from "../../core/closed-set.ts";
import { isTimeZone, timeZones } from "../../core/time-zone.ts";
import { problem, quoted, type ValueType } from "./value-type.ts";

interface TextFormat {
  /** Normalizes a text before it is checked and stored. */
  readonly complete?: (text: string) => string;
  readonly matches: (text: string) => boolean;
  readonly problem: string;
  /** All texts of the format, where the set is closed. */
  readonly among?: ClosedSet;
  /** The equivalent JSON Schema. */
  readonly schema?: { readonly format?: string; readonly pattern?: string };
}

interface TextLimits {
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Allows line breaks and tabs; single-line fields reject every non-printing character. */
  readonly multiline?: boolean;
  /** A format, with the message for a mismatch. */
  readonly format?: TextFormat;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to reject
const nonPrinting = /[\u0000-\u001f\u007f-\u009f\u200b\u2028\u2029\ufeff]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to reject
const nonPrintingButLineBreaks = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** Bidirectional controls: a name with one could be displayed as another name. */
const directionSigns = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Whether a value is a text of white space, which a write treats as null (conventions.md, Writing). Bidirectional controls show nothing either. */
export const isBlankText = (value: unknown): boolean =>
  typeof value === "string" && value.replaceAll(directionSigns, "").trim() === "";

/**
 * A text that a person typed on a page, without what a text attribute refuses: trimmed, at most `maxLength` characters. A single line also
 * loses its bidirectional controls, and every white space becomes one space.
 */
export function typedText(typed: string, maxLength: number, multiline = false): string {
  const shown = multiline
    ? typed.replaceAll(/\r\n?/g, "\n").replaceAll(everywhere(nonPrintingButLineBreaks), "")
    : typed.replaceAll(/\s+/g, " ").replaceAll(everywhere(nonPrinting), "").replaceAll(directionSigns, "");
  const characters = Array.from(shown.toWellFormed().trim());
  const text = characters.slice(0, maxLength).join("").trim();
  return isBlankText(text) ? "" : text;
}

const everywhere = (pattern: RegExp): RegExp => new RegExp(pattern, "g");

/** A text. A single-line text loses its bidirectional controls. Lengths count characters, not UTF-16 units. */
export function textValue(limits: TextLimits = {}): ValueType<string> {
  const maxLength = limits.maxLength ?? (limits.multiline ? 65_535 : 255);
  const minLength = limits.minLength ?? 0;
  const forbidden = limits.multiline ? nonPrintingButLineBreaks : nonPrinting;
  return {
    title: limits.multiline ? "Text" : "String",
    sqlType: "text",
    ...(limits.format?.among ? { among: limits.format.among } : {}),
    readSchema: Type.String(),
    writeSchema: Type.String({ ...(minLength > 0 ? { minLength } : {}), maxLength, ...limits.format?.schema }),
    toJson: quoted,
    accept(written) {
      if (typeof written !== "string") return problem("must be a string");
      const shown = limits.multiline ? written : written.replace(directionSigns, "");
      const input = limits.format?.complete && shown !== "" ? limits.format.complete(shown) : shown;
      if (forbidden.test(input)) return problem("cannot contain non-printing characters");
      // An unpaired surrogate is not Unicode: PostgreSQL rejects it in JSON.
      if (!input.isWellFormed()) return problem("must be valid Unicode: it contains an unpaired surrogate");
      const length = lengthOf(input, maxLength);
      if (length > maxLength) return problem(`is too long (maximum is ${maxLength} characters)`);
      if (length < minLength) return problem(`is too short (minimum is ${minLength} characters)`);
      if (limits.format && input !== "" && !limits.format.matches(input)) return problem(limits.format.problem);
      return { value: input };
    },
    toDatabase: (value) => value,
    fromDatabase: (text) => text,
    isValue: (candidate) => typeof candidate === "string",
  };
}

/** One text of an enumeration. */
export function oneOfValue<const V extends readonly string[]>(values: V, what = "one of"): ValueType<V[number]> {
  const allowed = new Set<string>(values);
  const isValue = (candidate: unknown): candidate is V[number] =>
    typeof candidate === "string" && allowed.has(candidate);
  return {
    values,
    among: new ClosedSet(values),
    title: "String",
    sqlType: "text",
    readSchema: Type.Enum([...values], { type: "string" }),
    writeSchema: Type.Enum([...values], { type: "string" }),
    toJson: quoted,
    accept: (input) => (isValue(input) ? { value: input } : problem(`must be ${what}: ${values.join(", ")}`)),
    toDatabase: (value) => value,
    fromDatabase(text) {
      if (!isValue(text)) throw new Error(`A column holds ${text}, which is not one of ${values.join(", ")}.`);
      return text;
    },
    isValue,
  };
}

/** Adds `https://` to a URL without a scheme, such as `example.com/house` (conventions.md, Resources beyond the catalogue). */
export function withScheme(text: string): string {
  return /^[^\s/:?#@]+\.[^\s/:?#@]+([:/?#]|$)/.test(text) ? `https://${text}` : text;
}

/** Formats that several resources share. */
export const formats = {
  email: {
    matches: (text: string) => /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+\.[^\s@.]+$/.test(text),
    problem: "must be an e-mail address",
    schema: { format: "email" },
  },
  phone: {
    matches: (text: string) => /^\+?[\d\s().\-/#*]+(\s?(x|ext\.?)\s?\d+)?$/i.test(text) && /\d/.test(text),
    problem: "must be a phone number",
    schema: { pattern: "^\\+?[\\d\\s().\\-/#*]*\\d[\\d\\s().\\-/#*]*$" },
  },
  timeZone: {
    matches: isTimeZone,
    among: timeZones,
    problem: "must be an IANA time zone, such as Europe/Lisbon",
  },
  url: {
    complete: withScheme,
    matches: (text: string) => URL.canParse(text) && /^https?:\/\//i.test(text),
    problem: "must be an http or https URL",
    schema: { format: "uri" },
  },
  color: {
    matches: (text: string) => /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(text),
    problem: "must be a hexadecimal color such as #008080",
    schema: { pattern: "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$" },
  },
  clock: {
    matches: (text: string) => /^([01]?\d|2[0-3])(:[0-5]\d)?$/.test(text),
    problem: "must be a time of the day such as 12 or 12:30",
    schema: { pattern: "^([01]?\\d|2[0-3])(:[0-5]\\d)?$" },
  },
} as const;

/** Counts characters, only where the fast UTF-16 length does not settle the limit. */
function lengthOf(text: string, limit: number): number {
  return text.length <= limit ? text.length : [...text].length;
}
