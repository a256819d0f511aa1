import type { ReadContext } from "../../../kernel/route.ts";
import { objectIn } from "../../../kernel/values/built-json.ts";
import { isObject } from "../../../kernel/values/structure.ts";
import { readOwnerStatements } from "../../../modules/money/statements/read-owner-statements.ts";
import type { ToolDependencies } from "../dependencies.ts";
import { invalidParams } from "../rpc/rpc-error.ts";
import { fitting, maxAnswerLength } from "./fit.ts";
import { answerOf } from "./output-schema.ts";
import { rentalsIn, textIn } from "./plain-arguments.ts";
import { listRecords } from "./records/listed-records.ts";
import { needRentals, objectsIn, readContextOf, type Shown } from "./records/records.ts";
import type { Tool } from "./tool.ts";

/** Limit on the rentals of one owner. */
const maxRentals = 100;

/** Characters of one statement's stays. */
const maxStaysLength = 5500;

/** `owner_statement`: the API's owner statements for a month. */
export const ownerStatementTool: Tool = {
  name: "owner_statement",
  title: "Owner statement",
  description:
    "An owner's statement for a month: stays, revenue, fees, taxes, commissions and the owner's share, with totals. Pass either rental_ids or owner.",
  properties: {
    month: {
      type: "string",
      pattern: "^\\d{4}-\\d{2}$",
      description: "Such as 2027-07. Defaults to last month.",
    },
    rental_ids: { type: "array", items: { type: "integer" } },
    owner: { type: "string", description: "Part of the owner's name or e-mail address." },
  },
  required: [],
  answer: answerOf({ statements: "list", meta: "object" }),
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
    const shown = statements.length === 1 ? statements.map(withFittingStays) : statements;
    const isLong = JSON.stringify(shown).length > maxAnswerLength;
    const meta = {
      total_count: statements.length,
      ...(isLong ? { left_out: "stays. Name one rental in rental_ids to see them" } : {}),
    };
    return {
      json: JSON.stringify({ statements: isLong ? shown.map(withoutStays) : shown, meta }),
      rows: statements.length,
    };
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

/** Cuts the stays of a rental's busy month. */
function withFittingStays(statement: Shown): Shown {
  const stays = objectsIn(statement.stays);
  const shown = stays.slice(0, fitting(stays, maxStaysLength));
  return shown.length === stays.length ? statement : { ...statement, stays: shown, stays_count: stays.length };
}

function withoutStays({ stays, ...statement }: Shown): Shown {
  return { ...statement, stays_count: objectsIn(stays).length };
}

/** Revenue by night is left out: questions are about the month's total. */
function withoutNights({ links, stays, ...statement }: Shown): Shown {
  const lines = objectsIn(stays).map(({ revenue_by_night: _, ...line }) => line);
  return { rental_id: isObject(links) ? links.rental : null, ...statement, stays: lines };
}
