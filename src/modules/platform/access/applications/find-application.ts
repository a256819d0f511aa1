import type { Transaction } from "../../../../database/sql/transaction.ts";
import { invalid, notFound } from "../../../../kernel/errors.ts";
import { isConsole, isOwn } from "./console-application.ts";

export interface FoundApplication {
  readonly id: number;
  readonly name: string;
  /** Whether it is part of Roost, with every scope and no usable secret. */
  readonly own: boolean;
  /** Whether it is an account's web console. */
  readonly console: boolean;
}

/**
 * Finds an application by its id, its client id, or its name, regardless of case.
 * @throws RequestError 404 if there is none, 422 if several have the name
 */
export async function findApplicationNamed(transaction: Transaction, named: string): Promise<FoundApplication> {
  const name = named.trim();
  const found = await transaction.rows<FoundApplication>(
    `select id, name, ${isOwn()} as own, ${isConsole()} as console from applications
     where id::text = $1 or client_id = $1 or (lower(name) = lower($1) and $1 !~ '^[0-9]+$' and not ${isConsole()}) order by id`,
    [name],
  );
  const [first, ...others] = found;
  if (!first) throw notFound(`There is no application ${name}.`);
  if (others.length > 0)
    throw invalid({
      application: [`several are called ${name}. Use an id: ${found.map(({ id }) => id).join(", ")}`],
    });
  return first;
}

/** Releases rely on Roost's own applications, so they cannot be changed. @throws RequestError 422 */
export function assertForeign({ name, own }: FoundApplication): void {
  if (own) throw invalid({ application: [`${name} is part of Roost and cannot be changed`] });
}
