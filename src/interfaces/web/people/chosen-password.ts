import { passwordProblem } from "../../../modules/platform/people/passwords/password.ts";

/** Why a new password is not accepted; undefined when it is. */
export function chosenProblem(
  chosen: string,
  repeated: string,
  person: { readonly email: string },
): string | undefined {
  if (chosen !== repeated) return "The passwords do not match.";
  const problem = passwordProblem(chosen, person);
  return problem === undefined ? undefined : `The new password ${problem}.`;
}
