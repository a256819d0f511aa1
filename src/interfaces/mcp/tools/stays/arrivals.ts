import { formatDay } from "../../../../core/day.ts";
import { inSnapshot, type ReadScope } from "../../../../kernel/read/visible/read-scope.ts";
import { isObject } from "../../../../kernel/values/structure.ts";
import type { ToolDependencies } from "../../dependencies.ts";
import { invalidParams } from "../../rpc/rpc-error.ts";
import { cursorIn, cursorOf, cursorProperty } from "../cursor.ts";
import { fitting } from "../fit.ts";
import { answerOf } from "../output-schema.ts";
import { dayIn } from "../plain-arguments.ts";
import { listRecords } from "../records/listed-records.ts";
import { objectsIn, readContextOf, type Shown } from "../records/records.ts";
import { todayIn } from "../records/today.ts";
import type { Tool } from "../tool.ts";

const maxDays = 31;
/** Stays per list of one result. */
const maxStays = 25;

const fields = [
  ...["id", "reference", "status", "start_at", "end_at", "adults", "children", "expected_checkin_time"],
  ...["currency", "payment_left_to_collect"],
];
const related = new Map([
  ["rental", ["name"]],
  ["client", ["fullname", "emails", "phones"]],
]);

/** `arrivals`: the front desk's view of the bookings. */
export const arrivalsTool: Tool = {
  name: "arrivals",
  title: "Arrivals and departures",
  description:
    "Arrivals, departures and guests in house on a day or in a period, with rental, guest, money due and what is missing. Use it for 'who arrives tomorrow', 'who is in the house', 'who has not paid'.",
  properties: {
    from: { type: "string", format: "date", description: "The first day. Defaults to today." },
    to: { type: "string", format: "date", description: `The last day, for at most ${maxDays} days. Defaults to from.` },
    ...cursorProperty,
  },
  required: [],
  answer: answerOf({ arrivals: "list", departures: "list", in_house: "list", meta: "object" }),
  aliases: { date: "from", day: "from" },
  isQuestion: true,
  async run(call) {
    const { args, dependencies } = call;
    const context = readContextOf(call);
    const from = dayIn(args, "from") ?? (await todayIn(context));
    const to = dayIn(args, "to") ?? from;
    if (to < from || to - from >= maxDays)
      throw invalidParams(`Invalid params: to must be 0 to ${maxDays - 1} days after from.`);
    const [offset = 0] = cursorIn(args, 1) ?? [];
    const [first, last] = [formatDay(from), formatDay(to)];
    const within = [
      { op: "gteq", value: first },
      { op: "lteq", value: last },
    ];
    const lists = await inSnapshot(context, async (snapshot) => ({
      arrivals: await staysOf(snapshot, dependencies, { start_at: within }, "start_at", offset),
      departures: await staysOf(snapshot, dependencies, { end_at: within }, "end_at", offset),
      in_house: await staysOf(
        snapshot,
        dependencies,
        { start_at: { op: "lt", value: first }, end_at: { op: "gt", value: last } },
        "end_at",
        offset,
      ),
    }));
    const counts = Object.fromEntries(Object.entries(lists).map(([name, { total }]) => [name, total]));
    const longest = Math.max(...Object.values(lists).map(({ stays }) => stays.length));
    // One page of all three lists: their first stays, then the second ones, until the answer is full.
    const ranks = Array.from({ length: longest }, (_, rank) => Object.values(lists).map(({ stays }) => stays[rank]));
    const next = offset + fitting(ranks);
    const shown = Object.entries(lists).map(([name, { stays }]) => [name, stays.slice(0, next - offset)] as const);
    const meta = {
      counts,
      in_house: "stays that start before the period and end after it",
      ...(Object.values(lists).some(({ total }) => total > next) ? { cursor: cursorOf(args, [next]) } : {}),
    };
    return {
      json: JSON.stringify({ from: first, to: last, ...Object.fromEntries(shown), meta }),
      rows: shown.reduce((sum, [, stays]) => sum + stays.length, 0),
    };
  },
};

async function staysOf(
  scope: ReadScope,
  dependencies: ToolDependencies,
  filter: Readonly<Record<string, unknown>>,
  sort: string,
  offset: number,
): Promise<{ readonly stays: readonly Shown[]; readonly total: number }> {
  const query = { resource: "bookings", filter: { status: ["Booked", "Tentative"], ...filter }, fields, related };
  const { records, total } = await listRecords(scope, dependencies, { ...query, sort, limit: maxStays, offset });
  return { stays: records.map(stayOf), total };
}

function stayOf({ client, payment_left_to_collect: due, ...stay }: Shown): Shown {
  const guest: Shown | undefined = isObject(client) ? client : undefined;
  const [phone] = objectsIn(guest?.phones);
  const missing = [
    ...(stay.status === "Tentative" ? ["confirmation"] : []),
    ...(guest ? [] : ["guest"]),
    ...(guest && objectsIn(guest.emails).length === 0 ? ["email"] : []),
    ...(guest && !phone ? ["phone"] : []),
    ...(stay.expected_checkin_time === null ? ["expected_checkin_time"] : []),
    ...(Number(due ?? 0) > 0 ? ["money"] : []),
  ];
  return {
    ...stay,
    guest: guest ? { id: guest.id, name: guest.fullname ?? null, phone: phone?.number ?? null } : null,
    money_due: due,
    missing,
  };
}
