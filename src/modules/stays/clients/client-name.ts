import { type PersonName, splitName } from "../../../core/names/split-name.ts";
import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import type { ServerSetColumns } from "../../../kernel/write/store.ts";
import { client } from "./client.ts";

const { fullname, firstname, lastname } = client.attributes;

/** Maximum characters of a full name (the registry, clients). */
const maxLength = 150;

/**
 * Checks a name, which is written whole or in two parts; all three are stored. Of an echoed record, only changed names count.
 * If a write changes the whole and a part, they must agree.
 */
export function checkName(draft: Draft, errors: ValidationErrors): void {
  const joined = joinedName(draft);
  if (!draft.changes(firstname) && !draft.changes(lastname)) return;
  if (!draft.changes(fullname)) {
    if (joined !== null && [...joined].length > maxLength) {
      errors.add("fullname", `is too long (maximum is ${maxLength} characters): first and last name together`);
    }
  } else if (trimmed(draft.input(fullname)) !== joined && !hasParts(draft)) {
    errors.add("fullname", "contradicts firstname and lastname: send either fullname, or firstname and lastname");
  }
}

/** Returns the name columns to write; none if the write changes no name. */
export function nameColumns(draft: Draft): ServerSetColumns {
  return { ...writtenName(draft) };
}

/** The name that a write sets; undefined if it changes none. */
export function writtenName(draft: Draft): PersonName | undefined {
  const whole = draft.changes(fullname) ? splitName(draft.input(fullname)) : undefined;
  if (!draft.changes(firstname) && !draft.changes(lastname)) return whole;
  const parts = { firstname: trimmed(draft.value(firstname)), lastname: trimmed(draft.value(lastname)) };
  return { fullname: whole ? whole.fullname : joinedName(draft), ...parts };
}

/** Whether the full name consists of the written parts, and perhaps a title. */
function hasParts(draft: Draft): boolean {
  const whole = splitName(draft.input(fullname));
  return whole.firstname === trimmed(draft.value(firstname)) && whole.lastname === trimmed(draft.value(lastname));
}

function joinedName(draft: Draft): string | null {
  const parts = [trimmed(draft.value(firstname)), trimmed(draft.value(lastname))];
  return parts.filter((part) => part !== null).join(" ") || null;
}

function trimmed(name: string | null | undefined): string | null {
  return name?.trim() || null;
}
