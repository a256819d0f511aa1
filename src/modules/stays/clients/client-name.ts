import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import type { ServerSetColumns } from "../../../kernel/write/store.ts";
import { client } from "./client.ts";

const { fullname, firstname, lastname } = client.attributes;

/** The longest full name (the registry, clients). */
const longest = 150;

/**
 * A name is written either as a whole or in its two parts; all three are kept. A client that echoes a record with one of them
 * changed means the one that it changed. A write that changes both ways must not say two different things.
 */
export function checkName(draft: Draft, errors: ValidationErrors): void {
  const joined = joinedName(draft);
  if (!draft.changes(firstname) && !draft.changes(lastname)) return;
  if (!draft.changes(fullname)) {
    if (joined !== null && [...joined].length > longest) {
      errors.add("fullname", `is too long (maximum is ${longest} characters): first and last name together`);
    }
  } else if (trimmed(draft.given(fullname)) !== joined) {
    errors.add("fullname", "is not firstname and lastname: use either fullname, or firstname and lastname");
  }
}

/** The names that a write leaves the client with; nothing when it changes none. */
export function nameColumns(draft: Draft): ServerSetColumns {
  const inParts = draft.changes(firstname) || draft.changes(lastname);
  if (inParts) {
    const parts = { firstname: trimmed(draft.value(firstname)), lastname: trimmed(draft.value(lastname)) };
    return { fullname: joinedName(draft), ...parts };
  }
  if (!draft.changes(fullname)) return {};
  const whole = trimmed(draft.given(fullname));
  const space = whole?.indexOf(" ") ?? -1;
  if (whole === null || space < 0) return { fullname: whole, firstname: whole, lastname: null };
  return { fullname: whole, firstname: whole.slice(0, space), lastname: whole.slice(space + 1).trimStart() };
}

function joinedName(draft: Draft): string | null {
  const parts = [trimmed(draft.value(firstname)), trimmed(draft.value(lastname))];
  return parts.filter((part) => part !== null).join(" ") || null;
}

function trimmed(name: string | null | undefined): string | null {
  return name?.trim() || null;
}
