/** A function, as PostgreSQL says it. */
export interface DefinedFunction {
  readonly name: string;
  readonly definition: string;
  readonly language: string;
  readonly result: string;
  readonly isSet: boolean;
  /** Of a trigger that sees the rows of a statement as a table: the name of that, and of the table whose rows they are. */
  readonly rows: string | null;
  readonly table: string | null;
  /** Of a trigger of a table that every server has a copy of. */
  readonly ofCopies: boolean;
}

/** Tables that are not the coordinator's alone, and those of them that every server has a copy of. */
export interface NamesOfTables {
  readonly all: readonly string[];
  readonly copies: readonly string[];
}

/** What a function of this form begins with: it stays as it is until a migration makes it anew. */
const marker = "-- In the form of a cluster (roost distribute).";

/** The form of a function on a cluster: the same text where it works there as it is, or has that form already. */
export function formOf(of: DefinedFunction, { all, copies }: NamesOfTables): string {
  if (of.definition.includes(marker)) return of.definition;
  const form =
    of.language === "sql" ? (names(all).test(of.definition) ? inPlpgsql(of) : of.definition) : ofPlpgsql(of, copies);
  return form === of.definition ? form : form.replace("AS $function$", () => `AS $function$\n${marker}`);
}

const names = (tables: readonly string[]): RegExp => new RegExp(`\\b(${tables.join("|")})\\b`);

function ofPlpgsql(of: DefinedFunction, copies: readonly string[]): string {
  let form = askingFirst(of.definition)
    // An update takes the time from the coordinator, which must know it beforehand.
    .replaceAll("clock_timestamp()", "statement_timestamp()")
    .replace(" SET plan_cache_mode TO 'force_generic_plan'\n", "");
  if (of.rows !== null && of.table !== null)
    form = form.includes("as present") ? ofJoin(form) : ofStatement(form, of.rows, of.table);
  if (of.ofCopies) form = onCoordinator(form, copies);
  if (ofAccounts.has(of.name)) form = asWriter(form);
  if (ofNewAccounts.has(of.name)) form = enteringNew(form);
  for (const [plain, there] of exchanged[of.name] ?? []) {
    if (!form.includes(plain)) throw new Error(`The function ${of.name} has another form than expected: ${form}`);
    form = form.replace(plain, () => there);
  }
  return form;
}

/** What single functions say that a cluster does not take or does not hold, and what they say there. */
const exchanged: Readonly<Record<string, readonly (readonly [plain: string, there: string])[]>> = {
  // Rows by their primary keys, which every server knows, and not by where they lie.
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

/** A question in a condition is planned before it is known whose rows it asks for. */
const askingFirst = (definition: string): string =>
  definition.replaceAll(
    /if (not )?exists \(\s*select (from [^;]*?)\s*\) then/g,
    (_, not: string | undefined, question: string) => `perform ${question} limit 1;\n  if ${not ?? ""}found then`,
  );

/** The same in the language whose statements are planned with the values of their parameters. */
function inPlpgsql({ definition, result, isSet }: DefinedFunction): string {
  const [, head = "", atomic, expression, text] =
    /^([\s\S]*?)\n(?:BEGIN ATOMIC\n([\s\S]*);\nEND|RETURN ([\s\S]*)|AS \$function\$([\s\S]*)\$function\$)\s*$/.exec(
      definition,
    ) ?? [];
  const statement = (atomic ?? text ?? `select ${expression}`).trim().replace(/;$/, "");
  // Of several statements: on the coordinator's own tables.
  if (/;\s*\n/.test(statement)) return definition;
  const body =
    result === "void"
      ? `begin\n  ${statement};\nend`
      : isSet
        ? `begin\n  return query ${statement};\nend`
        : `declare\n  answer ${result};\nbegin\n  for answer in ${statement} loop\n  end loop;\n  return answer;\nend`;
  return `${head.replace(" LANGUAGE sql", " LANGUAGE plpgsql").replace(/ SET plan_cache_mode TO [^\n]*\n?/, "")}\nAS $function$\n#variable_conflict use_column\n${body}\n$function$`;
}

/** A trigger's rows in a variable: what asks other tables along with them is run by an executor that is not handed the table of rows. */
function ofStatement(definition: string, rows: string, table: string): string {
  const from = `from jsonb_populate_recordset(null::${table}, rows_of_statement)`;
  const body = definition
    .replaceAll(new RegExp(`\\bfrom ${rows}\\b`, "g"), from)
    .replace(/\bbegin\b/, `begin\n  select jsonb_agg(to_jsonb(${rows})) into rows_of_statement from ${rows};`);
  const declared = /\bdeclare\b/.test(body) ? body : body.replace(/\bbegin\b/, "declare\nbegin");
  return declared.replace(/\bdeclare\b/, "declare\n  rows_of_statement jsonb;");
}

/** The trigger of a join table (`make_recorded_join`), record by record. */
function ofJoin(definition: string): string {
  const take = (pattern: RegExp): string => {
    const found = pattern.exec(definition)?.[1];
    if (found === undefined)
      throw new Error(`A function of a join table has another form than expected: ${definition}`);
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

/** Of the copies of a row, the coordinator's alone tells of its change. */
const onCoordinator = (definition: string, copies: readonly string[]): string =>
  definition.replace(
    /\bbegin\b/,
    () => `begin
  if tg_table_name ~ '^(${copies.join("|")})_[0-9]+$' and (select groupid from pg_dist_local_group) <> 0 then return null; end if;`,
  );

/** Of an account itself and of its installations, and what is noted along with them. */
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

/** Of those, the ones that a new account comes to, in whatever order. */
const ofNewAccounts = new Set([
  "note_content_of_itself",
  "record_new_accounts",
  "record_new_preferences_general_settings",
]);

/**
 * As whoever writes, and not as the owner: within a transaction, nobody else sees at a worker what one login has written there. Rows that it
 * selects would go by COPY, which policies forbid, if none could be in conflict.
 */
const asWriter = (definition: string): string =>
  definition
    .replace(/ SECURITY DEFINER\n SET search_path TO [^\n]*\n/, "")
    .replaceAll(/\binsert into \w+ \([^)]*\)\s*select\b[^;]*/g, "$& on conflict do nothing");

/** Whoever makes an account is in its scope from then on. */
const enteringNew = (definition: string): string =>
  definition.replace(
    "return null; end if;",
    () => `return null; end if;
  if tg_op = 'INSERT' and current_user = 'roost_app' then execute format('set local roost.accounts = %L', roost_accounts() || new.id); end if;`,
  );
