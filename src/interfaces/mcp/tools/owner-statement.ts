import type { ReadContext } from "../../../kernel/route.ts";
import { objectIn } from "../../../kernel/values/built-json.ts";
import { isObject } from "../../../kernel/values/structure.ts";
import { readOwnerStatements } from "../../../modules/money/statements/read-owner-statements.ts";
import type { ToolDependencies } from "../dependencies.ts";
import { invalidParams } from "../rpc/rpc-error.ts";
import { rentalsIn, textIn } from "./plain-arguments.ts";
import { listRecords } from "./records/listed-records.ts";
import { needRentals, objectsIn, readContextOf, type Shown } from "./records/records.ts";
import type { Tool } from "./tool.ts";

/** Limit on the rentals of one owner. */
const maxRentals = 100;

/** `owner_statement`: the API's owner statements for a month. */
export const ownerStatementTool: Tool = {
  name: "owner_statement",
  title: "Owner statement",
  description:
    "An owner's statement for a month: stays, revenue, fees, taxes, commissions and the owner's share, with totals. Use it for 'what do I owe the owner for October'. Pass either rental_ids or owner.",
  properties: () => ({
    month: {
      type: "string",
      pattern: "^\\d{4}-\\d{2}$",
      description: "The month, such as 2027-07. Defaults to last month.",
    },
    rental_ids: { type: "array", items: { type: "integer" }, description: "The rentals to include." },
    owner: { type: "string", description: "Part of the owner's name or e-mail address, to include all their rentals." },
  }),
  required: [],
  isQuestion: true,
  async run(call) {
    const { args, dependencies } = call;
    const context = readContextOf(call);
    const [month, rentals, owner] = [textIn(args, "month"), rentalsIn(args), textIn(args, "owner")];
    if ((rentals === undefined) === (owner === undefined))
      throw invalidParams("Invalid params: either rental_ids or owner is required.");
    if (rentals) await needRentals(context, rentals);
    const ids = rentals ?? (await rentalsOf(context, dependencies, owner ?? ""));
    const parameters = new Map([
      ["rental_id", ids.join()],
      ...(month === undefined ? [] : [["month", month] as const]),
    ]);
    const answer = await readOwnerStatements(context, { ids: undefined, parameters });
    if (answer.form !== "all") throw new Error("The statements read did not return records.");
    const statements = answer.records.map(objectIn).map(withoutNights);
    return { json: JSON.stringify({ statements, meta: { total_count: statements.length } }), rows: statements.length };
  },
};

/** The rentals of an owner. @throws RpcError -32602 when no owner matches */
async function rentalsOf(context: ReadContext, dependencies: ToolDependencies, owner: string): Promise<number[]> {
  for (const attribute of ["owner_fullname", "owner_email"]) {
    const filter = { [attribute]: { op: "matches", value: owner } };
    const query = { resource: "rentals", filter, fields: ["id"], sort: "id", limit: maxRentals };
    const { records } = await listRecords(context, dependencies, query);
    if (records.length > 0) return records.map(({ id }) => Number(id));
  }
  throw invalidParams("Invalid params: owner matches no rental's owner_fullname or owner_email.");
}

/** Revenue by night is left out: questions are about the month's total. */
function withoutNights({ links, stays, ...statement }: Shown): Shown {
  const lines = objectsIn(stays).map(({ revenue_by_night: _, ...line }) => line);
  return { rental_id: isObject(links) ? links.rental : null, ...statement, stays: lines };
}
