/** A function's definition from PostgreSQL's catalog. */
export interface DefinedFunction {
  readonly name: string;
  readonly definition: string;
  readonly language: string;
  readonly result: string;
  readonly isSet: boolean;
  /** The transition table of a statement trigger. */
  readonly rows: string | null;
  /** The table of a trigger. */
  readonly table: string | null;
  /** Whether it is a reference table's trigger. */
  readonly ofCopies: boolean;
}

/** All tables that are not local to the coordinator, and among them the reference tables. */
export interface NamesOfTables {
  readonly all: readonly string[];
  readonly copies: readonly string[];
}

/** Marks a rewritten function. It stays unchanged until a migration replaces it. */
const marker = "-- In the form of a cluster (roost distribute).";

/** A function's definition for a cluster; unchanged if it works there as it is or is already rewritten. */
export function formOf(of: DefinedFunction, { all, copies }: NamesOfTables): string {
  if (of.definition.includes(marker)) return of.definition;
  const form =
    of.language === "sql" ? (names(all).test(of.definition) ? inPlpgsql(of) : of.definition) : ofPlpgsql(of, copies);
  return form === of.definition ? form : form.replace("AS $function$", () => `AS $function$\n${marker}`);
}

const names = (tables: readonly string[]): RegExp => new RegExp(`\\b(${tables.join("|")})\\b`);

function ofPlpgsql(of: DefinedFunction, copies: readonly string[]): string {
  let form = askingFirst(of.definition)
    // An update cannot call a volatile clock function: the coordinator evaluates the time.
    .replaceAll("clock_timestamp()", "statement_timestamp()")
    .replace(" SET plan_cache_mode TO 'force_generic_plan'\n", "");
  if (of.rows !== null && of.table !== null)
    form = form.includes("as present") ? ofJoin(form) : ofStatement(form, of.rows, of.table);
  if (of.ofCopies) form = onCoordinator(form, copies);
  if (ofAccounts.has(of.name)) form = asWriter(form);
  if (ofNewAccounts.has(of.name)) form = enteringNew(form);
  for (const [plain, there] of exchanged[of.name] ?? []) {
    if (!form.includes(plain)) throw new Error(`The function ${of.name} has an unexpected form: ${form}`);
    form = form.replace(plain, () => there);
  }
  return form;
}

/** Replacements in single functions, for expressions that a cluster refuses or evaluates wrongly. */
const exchanged: Readonly<Record<string, readonly (readonly [plain: string, there: string])[]>> = {
  // Identifies rows by primary key: a ctid is valid on one server only.
  erase_rows: [
    [
      "and child.ctid <> parent.ctid)', owned, child_columns, parent_columns",
      "and child.account_id = parent.account_id and (%s) <> (%s))', owned, child_columns, parent_columns, key_of(owned, 'child'), key_of(owned, 'parent')",
    ],
    [
      "'delete from %1$s where ctid = any (array(select ctid from %1$s as parent where account_id = $1%2$s limit $2))', owned, unreferenced",
      "'delete from %1$s as erased where account_id = $1 and (%3$s) in (select %4$s from %1$s as parent where account_id = $1%2$s limit $2)', owned, unreferenced, key_of(owned, 'erased'), key_of(owned, 'parent')",
    ],
  ],
  erase_user: [["begin\n", "begin\n  perform keep_if_authorizing(person);\n"]],
};

/** A query inside a condition is planned before its account is known, so it moves into a separate statement. */
const askingFirst = (definition: string): string =>
  definition.replaceAll(
    /if (not )?exists \(\s*select (from [^;]*?)\s*\) then/g,
    (_, not: string | undefined, question: string) => `perform ${question} limit 1;\n  if ${not ?? ""}found then`,
  );

/** Converts to PL/pgSQL, which plans statements with the values of their parameters. */
function inPlpgsql({ definition, result, isSet }: DefinedFunction): string {
  const [, head = "", atomic, expression, text] =
    /^([\s\S]*?)\n(?:BEGIN ATOMIC\n([\s\S]*);\nEND|RETURN ([\s\S]*)|AS \$function\$([\s\S]*)\$function\$)\s*$/.exec(
      definition,
    ) ?? [];
  const statement = (atomic ?? text ?? `select ${expression}`).trim().replace(/;$/, "");
  // Functions of several statements use only the coordinator's local tables.
  if (/;\s*\n/.test(statement)) return definition;
  const body =
    result === "void"
      ? `begin\n  ${statement};\nend`
      : isSet
        ? `begin\n  return query ${statement};\nend`
        : `declare\n  answer ${result};\nbegin\n  for answer in ${statement} loop\n  end loop;\n  return answer;\nend`;
  return `${head.replace(" LANGUAGE sql", " LANGUAGE plpgsql").replace(/ SET plan_cache_mode TO [^\n]*\n?/, "")}\nAS $function$\n#variable_conflict use_column\n${body}\n$function$`;
}

/** Copies a transition table into a variable: Citus cannot join a transition table with other tables. */
function ofStatement(definition: string, rows: string, table: string): string {
  const from = `from jsonb_populate_recordset(null::${table}, rows_of_statement)`;
  const body = definition
    .replaceAll(new RegExp(`\\bfrom ${rows}\\b`, "g"), from)
    .replace(/\bbegin\b/, `begin\n  select jsonb_agg(to_jsonb(${rows})) into rows_of_statement from ${rows};`);
  const declared = /\bdeclare\b/.test(body) ? body : body.replace(/\bbegin\b/, "declare\nbegin");
  return declared.replace(/\bdeclare\b/, "declare\n  rows_of_statement jsonb;");
}

/** Rewrites a join table's trigger (`make_recorded_join`) to work record by record. */
function ofJoin(definition: string): string {
  const take = (pattern: RegExp): string => {
    const found = pattern.exec(definition)?.[1];
    if (found === undefined) throw new Error(`A join table's function has an unexpected form: ${definition}`);
    return found;
  };
  const resource = take(/moved\.account_id, ('[a-z_]+')/);
  const key = take(/moved\.account_id, '[a-z_]+', moved\.([a-z_]+)/);
  const name = take(/jsonb_build_object\(('[a-z_]+')/);
  const id = take(/array_agg\(([a-z_]+)\) as ids/);
  const table = take(/from ([a-z_]+) as joined where/);
  const [head] = definition.split("AS $function$");
  return `${head}AS $function$
declare
  each record;
  present bigint[];
  before bigint[];
begin
  for each in select account_id, ${key} as record, array_agg(${id}) as ids from moved group by 1, 2 loop
    if tg_op = 'DELETE' then
      perform from accounts where accounts.id = each.account_id and closed_at is not null;
      continue when found;
    end if;
    select array_agg(${id} order by ${id}) into present from ${table} where account_id = each.account_id and ${key} = each.record;
    present := coalesce(present, '{}');
    before := case tg_op when 'INSERT' then array(select unnest(present) except select unnest(each.ids) order by 1)
      else array(select unnest(present) union select unnest(each.ids) order by 1) end;
    insert into change_outbox (account_id, resource, record_id, operation, changes)
    values (each.account_id, ${resource}, each.record, 'updated',
      jsonb_build_object(${name}, jsonb_build_array(to_jsonb(before), to_jsonb(present))));
  end loop;
  return null;
end
$function$`;
}

/** Every server has a copy of a reference row, but only the coordinator records its change. */
const onCoordinator = (definition: string, copies: readonly string[]): string =>
  definition.replace(
    /\bbegin\b/,
    () => `begin
  if tg_table_name ~ '^(${copies.join("|")})_[0-9]+$' and (select groupid from pg_dist_local_group) <> 0 then return null; end if;`,
  );

/** Triggers of accounts and installations. */
const ofAccounts = new Set([
  "note_content",
  "note_content_of_itself",
  "note_rates_of_accounts_applications",
  "record_changed_accounts",
  "record_changed_applications",
  "record_changed_preferences_general_settings",
  "record_new_accounts",
  "record_new_applications",
  "record_new_preferences_general_settings",
]);

/** Of these, the triggers that may run first for a new account. */
const ofNewAccounts = new Set([
  "note_content_of_itself",
  "record_new_accounts",
  "record_new_preferences_general_settings",
]);

/**
 * Runs a function as the writer instead of the owner: in a transaction, another login would not see the writer's rows on a worker.
 * `on conflict` prevents Citus from inserting selected rows by COPY, which policies forbid.
 */
const asWriter = (definition: string): string =>
  definition
    .replace(/ SECURITY DEFINER\n SET search_path TO [^\n]*\n/, "")
    .replaceAll(/\binsert into \w+ \([^)]*\)\s*select\b[^;]*/g, "$& on conflict do nothing");

/** Puts the creator of an account in its scope. */
const enteringNew = (definition: string): string =>
  definition.replace(
    "return null; end if;",
    () => `return null; end if;
  if tg_op = 'INSERT' and current_user = 'roost_app' then execute format('set local roost.accounts = %L', roost_accounts() || new.id); end if;`,
  );
