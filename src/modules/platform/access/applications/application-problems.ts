import type { ValidationErrors } from "../../../../kernel/errors.ts";
import { textValue } from "../../../../kernel/values/text.ts";
import { redirectUriProblem } from "./redirect-uri.ts";

const applicationName = textValue({ minLength: 1, maxLength: 100 });

/** The parts of an application that are checked on registration and on change. */
export interface CheckedApplication {
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly scopes: readonly string[];
}

/** Adds an error for each problem of an application. */
export function addApplicationProblems(errors: ValidationErrors, application: CheckedApplication): void {
  const checked = applicationName.accept(application.name);
  if ("problem" in checked) errors.add("name", checked.problem);
  if (application.redirectUris.length === 0) errors.add("redirect_uri", "can't be blank");
  for (const uri of application.redirectUris) {
    const problem = redirectUriProblem(uri);
    if (problem !== undefined) errors.add("redirect_uri", `${uri.slice(0, 100)} ${problem}`);
  }
  if (application.scopes.length === 0) errors.add("scopes", "can't be blank");
}
