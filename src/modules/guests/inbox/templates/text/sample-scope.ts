import { lists, placeholders } from "../placeholders.ts";
import type { Scope } from "./render-text.ts";
import type { SubjectValues } from "./scope.ts";
import { Shown } from "./shown.ts";

/** A value that works as a text and as a number. */
const sample = new Shown(1, "1");

const valuesOf = (subject: string): SubjectValues =>
  Object.fromEntries([
    ...Object.keys(placeholders).flatMap((path) => (isOf(subject, path) ? [[nameOf(path), sample]] : [])),
    ...Object.entries(lists).flatMap(([path, members]) =>
      isOf(subject, path) ? [[nameOf(path), [Object.fromEntries(members.map((member) => [member, sample]))]]] : [],
    ),
  ]);

const isOf = (subject: string, path: string): boolean => path.startsWith(`${subject}.`);
const nameOf = (path: string): string => path.slice(path.indexOf(".") + 1);

/** Every name with a value, and every list with one element. */
export const sampleScope: Scope = {
  guest: valuesOf("guest"),
  host: valuesOf("host"),
  booking: valuesOf("booking"),
  rental: valuesOf("rental"),
  links: valuesOf("links"),
  account: valuesOf("account"),
};
