import type { TranslateServer } from "@roost/messages/server-messages.ts";
import {
  maxPasswordLength as max,
  minPasswordLength as min,
  passwordFault,
} from "../../../modules/platform/people/passwords/password.ts";

/** The reason for a password's refusal; undefined if it is accepted. */
export function chosenProblem(
  t: TranslateServer,
  { chosen, repeated, email }: { readonly chosen: string; readonly repeated: string; readonly email: string },
): string | undefined {
  if (chosen !== repeated) return t("pages.people.chosen.differ");
  const fault = passwordFault(chosen, { email });
  return fault && t(`pages.people.chosen.faults.${fault}`, { min, max });
}
