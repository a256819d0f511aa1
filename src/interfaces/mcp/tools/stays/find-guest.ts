import { parameterOf } from "../../../../kernel/read/filter/filter.ts";
import { readPage } from "../../../../kernel/read/read.ts";
import { linkOf } from "../../../../kernel/read/view.ts";
import { inSnapshot, type ReadScope } from "../../../../kernel/read/visible/read-scope.ts";
import { objectIn } from "../../../../kernel/values/built-json.ts";
import { rental } from "../../../../modules/property/rentals/rental.ts";
import { source } from "../../../../modules/reference/sources/source.ts";
import { booking } from "../../../../modules/stays/bookings/booking.ts";
import { client } from "../../../../modules/stays/clients/client.ts";
import { clientSearch } from "../../../../modules/stays/clients/client-search.ts";
import { invalidParams } from "../../rpc/rpc-error.ts";
import type { Arguments } from "../arguments.ts";
import { cursorIn, cursorOf, cursorProperty } from "../cursor.ts";
import { answerOf } from "../output-schema.ts";
import { textIn } from "../plain-arguments.ts";
import { objectsIn, readContextOf, recordsById, type Shown } from "../records/records.ts";
import type { Tool } from "../tool.ts";

/** Guests and stays per result. */
const maxGuests = 10;
const maxStays = 14;

/** Notes are cut after this many characters. */
const maxNotesLength = 120;

const nobody =
  "Every word must be part of a guest's data. Try one word, the first letters of the surname, or another spelling. To find a booking's guest by its reference, list bookings with filter reference";

const ofClient = ["fullname", "company", "emails", "phones", "preferred_locale", "notes"];
const ofStay = ["id", "reference", "status", "start_at", "end_at", "adults", "children"];
const ofMoney = ["currency", "final_price", "payment_left_to_collect"];

/** `find_guest`: clients with all their bookings, past and canceled ones included. */
export const findGuestTool: Tool = {
  name: "find_guest",
  title: "Find a guest",
  description:
    "Finds guests by part of their name, e-mail address or phone number, each with all their stays, newest first: past, future and canceled. Use it for 'has Ada been here before' and 'who is calling'.",
  properties: {
    query: { type: "string", description: "Any of the three below." },
    name: { type: "string", description: "Words of the name or company, in any order." },
    email: { type: "string", description: "Part of the e-mail address." },
    phone: { type: "string", description: "The number or its last four or more digits." },
    ...cursorProperty,
  },
  required: [],
  answer: answerOf({ guests: "list", meta: "object" }),
  isQuestion: true,
  async run(call) {
    const { args } = call;
    const context = readContextOf(call);
    const values = searchValues(args);
    if (values.size === 0) throw invalidParams("Invalid params: query, name, email or phone is required.");
    const [guest = 0, stay = 0] = cursorIn(args, 2) ?? [];
    const { guests, total, next } = await inSnapshot(context, async (snapshot) => {
      const found = await readPage(snapshot, client, {
        fields: new Set(["id"]),
        includes: {},
        searchNames: [...values.keys()],
        values: new Map<string, unknown>([...values, ["limit", maxGuests], ["offset", guest]]),
      });
      const ids = found.records.map((record) => Number(objectIn(record).id));
      const read = await guestsWithStays(snapshot, ids, stay);
      const unread = guest + read.guests.length < found.total ? [guest + read.guests.length, 0] : undefined;
      return {
        ...read,
        total: found.total,
        next: read.rest === undefined ? unread : [guest + read.guests.length - 1, read.rest],
      };
    });
    const meta = {
      total_count: total,
      ...(next ? { cursor: cursorOf(args, next) } : {}),
      ...(total === 0 ? { hint: nobody } : {}),
    };
    return { json: JSON.stringify({ guests, meta }), rows: guests.length };
  },
};

/** Converts the arguments to values of the API's client search. @throws RpcError -32602 */
function searchValues(args: Arguments): Map<string, unknown> {
  const values = new Map<string, unknown>();
  for (const [name, { type }] of Object.entries(clientSearch)) {
    const text = textIn(args, name);
    if (text === undefined) continue;
    const accepted = type.accept(text);
    if ("problem" in accepted) throw invalidParams(`Invalid params: ${name} ${accepted.problem}.`);
    values.set(name, type.toDatabase(accepted.value));
  }
  return values;
}

/** Reads guests with as many stays as fit. @returns them, and in `rest` the offset of the last guest's remaining stays */
async function guestsWithStays(
  scope: ReadScope,
  ids: readonly number[],
  firstStay: number,
): Promise<{ readonly guests: readonly Shown[]; readonly rest: number | undefined }> {
  const clients = await recordsById(scope, client, { ids, fields: ofClient });
  const guests: Shown[] = [];
  let room = maxStays;
  for (const [index, id] of ids.entries()) {
    const offset = index === 0 ? firstStay : 0;
    if (room === 0) break;
    const { stays, total } = await staysOf(scope, { client: id, offset, limit: room });
    guests.push({ ...guestOf(id, clients.get(id)), stays_count: total, stays });
    room -= stays.length;
    if (offset + stays.length < total) return { guests, rest: offset + stays.length };
  }
  return { guests, rest: undefined };
}

async function staysOf(
  scope: ReadScope,
  query: { readonly client: number; readonly offset: number; readonly limit: number },
): Promise<{ readonly stays: readonly Shown[]; readonly total: number }> {
  const { records, total } = await readPage(scope, booking, {
    fields: new Set([...ofStay, ...ofMoney, linkOf("rental"), linkOf("source")]),
    includes: {},
    searchNames: [],
    // A filter by client turns the list's defaults off, so past and canceled stays are included.
    filters: [{ key: "client_id", test: "eq" }],
    sort: [{ key: "start_at", isDescending: true }],
    values: new Map<string, unknown>([
      [parameterOf(0), query.client],
      ["limit", query.limit],
      ["offset", query.offset],
    ]),
  });
  const shown = records.map(objectIn);
  const linked = (name: string): number[] =>
    shown.map((record) => Number(Object(record.links)[name])).filter((id) => id > 0);
  const rentals = await recordsById(scope, rental, {
    ids: linked("rental"),
    fields: ["name"],
  });
  const sources = await recordsById(scope, source, {
    ids: linked("source"),
    fields: ["name"],
  });
  const stays = shown.map(({ links, ...record }) => {
    const { rental: rentalId, source: sourceId }: Record<string, unknown> = Object(links);
    const rentalName = rentals.get(Number(rentalId))?.name ?? null;
    const channel = sourceId === null ? null : (sources.get(Number(sourceId))?.name ?? null);
    return { ...record, rental: { id: rentalId, name: rentalName }, channel };
  });
  return { stays, total };
}

function guestOf(id: number, record: Shown = {}): Shown {
  const notes = typeof record.notes === "string" ? record.notes : "";
  return {
    id,
    name: record.fullname ?? null,
    company: record.company ?? null,
    emails: objectsIn(record.emails).map(({ email }) => email),
    phones: objectsIn(record.phones).map(({ number }) => number),
    preferred_locale: record.preferred_locale ?? null,
    ...(notes === "" ? {} : { notes: notes.length > maxNotesLength ? `${notes.slice(0, maxNotesLength)}…` : notes }),
  };
}
