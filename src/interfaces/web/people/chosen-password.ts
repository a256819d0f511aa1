import { passwordProblem } from "../../../modules/platform/people/passwords/password.ts";

/** Why a password that somebody has chosen, and typed twice, will not do; undefined when it will. */
export function chosenProblem(
  chosen: string,
  repeated: string,
  person: { readonly email: string },
): string | undefined {
  if (chosen !== repeated) return "The new password was typed in two different ways.";
  const problem = passwordProblem(chosen, person);
  return problem === undefined ? undefined : `The new password ${problem}.`;
}
