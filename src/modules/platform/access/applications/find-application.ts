import type { Transaction } from "../../../../database/sql/transaction.ts";
import { invalid, notFound } from "../../../../kernel/errors.ts";
import { isConsole, isOwn } from "./console-application.ts";

/** An application that is named. */
export interface FoundApplication {
  readonly id: number;
  readonly name: string;
  /** It is Roost's own: nobody has its secret, and it knows every scope. */
  readonly own: boolean;
  /** It is the web console of an account. */
  readonly console: boolean;
}

/**
 * The application that an administrator names: by its id, its client id, or its name, however it is capitalised.
 * @throws RequestError 404 when there is none, 422 when several are called so
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
      application: [`several are called ${name}: say which by its id, ${found.map(({ id }) => id).join(", ")}`],
    });
  return first;
}

/** What is Roost's own is not changed: releases count on it. @throws RequestError 422 */
export function assertForeign({ name, own }: FoundApplication): void {
  if (own) throw invalid({ application: [`${name} is Roost's own, and stays as it is`] });
}
