import { formatDay } from "../../../../core/day.ts";
import { isObject } from "../../../../kernel/values/structure.ts";
import { formatInstant } from "../../../../kernel/values/time.ts";
import { type ProposedAction, proposedActions } from "../../../../modules/records/proposals/proposal.ts";
import { invalidParams } from "../../rpc/rpc-error.ts";
import type { Arguments } from "../arguments.ts";
import { dayIn, needStayDay, textIn } from "../plain-arguments.ts";

/** The arguments of each action beside `action` and `account_id`. Required ones end with `!`. */
const argumentsByAction: Readonly<Record<ProposedAction, string>> = {
  hold: "rental_id! arrival! departure! adults children client_id guest price hold_hours",
  book: "rental_id! arrival! departure! adults children client_id guest price",
  move: "booking_id! arrival departure rental_id adults children price reprice",
  cancel: "booking_id! reason text",
  block: "rental_id! arrival! departure! reason",
  set_prices: "rental_id! arrival! departure! rate percentage minimum_stay",
  answer: "conversation_id! text!",
};

/** A proposed request to the API. */
export interface RequestOfAgent {
  readonly action: ProposedAction;
  readonly path: string;
  readonly body: unknown;
}

const msOfHour = 3_600_000;
const [defaultHoldHours, maxHoldHours] = [24, 24 * 30];

/** Converts a proposal's arguments into a request of the REST API. @param now epoch milliseconds @throws RpcError -32602 */
export function requestIn(args: Arguments, now: number): RequestOfAgent {
  const action = actionIn(args);
  checkNames(args, action);
  if (action !== "book") checkNotOver(args);
  switch (action) {
    case "hold":
      return ofRental(args, action, { ...stayOf(args), ...partyOf(args), tentative_expires_at: holdEnd(args, now) });
    case "book":
      return ofRental(args, action, { ...stayOf(args), ...partyOf(args), booked: true });
    case "block":
      return ofRental(args, action, {
        ...stayOf(args),
        unavailable: true,
        ...withValues({ notes: textIn(args, "reason") }),
      });
    case "move":
      return ofBooking(args, action, "move", {
        ...withValues({ start_at: dayText(args, "arrival"), end_at: dayText(args, "departure"), ...party(args) }),
        ...withValues({
          rental_id: args.get("rental_id"),
          final_price: args.get("price"),
          reprice: args.get("reprice"),
        }),
      });
    case "cancel":
      return ofBooking(
        args,
        action,
        "cancel",
        withValues({ reason: textIn(args, "reason"), message_to_guest: longText(args) }),
      );
    case "set_prices": {
      const end = formatDay(needStayDay(args, "departure") - 1);
      const rates = {
        rate: args.get("rate"),
        percentage: args.get("percentage"),
        minimum_stay: args.get("minimum_stay"),
      };
      const body = { start_date: formatDay(needStayDay(args, "arrival")), end_date: end, ...withValues(rates) };
      return { action, path: `/rentals/${idIn(args, "rental_id")}/rate_overrides`, body: { rate_overrides: [body] } };
    }
    case "answer": {
      const message = {
        conversation_id: idIn(args, "conversation_id"),
        content: longText(args),
        visibility: "external",
      };
      return { action, path: "/inbox/messages", body: { messages: [{ ...message, origin: "service_inbox" }] } };
    }
  }
}

function actionIn(args: Arguments): ProposedAction {
  const action = proposedActions.find((one) => one === args.get("action"));
  if (action) return action;
  throw invalidParams(`Invalid params: action must be one of: ${proposedActions.join(", ")}.`);
}

/** Refuses another action's arguments: ignoring one would silently change the proposal. */
function checkNames(args: Arguments, action: ProposedAction): void {
  const words = argumentsByAction[action].split(" ");
  const names = words.map((word) => word.replace("!", ""));
  const others = args.names().filter((name) => !["action", "account_id", ...names].includes(name));
  const list = `Arguments of ${action}: ${names.join(", ")}.`;
  if (others.length > 0) throw invalidParams(`Invalid params: ${action} takes no ${others.join(", ")}. ${list}`);
  const missing = words.filter((word) => word.endsWith("!")).map((word) => word.slice(0, -1));
  const absent = missing.filter((name) => args.get(name) === undefined);
  if (absent.length > 0) throw invalidParams(`Invalid params: ${action} needs ${absent.join(", ")}. ${list}`);
}

/** Refuses days that are over: most likely their year is wrong. A stay that is over may still be booked, for the records. */
function checkNotOver(args: Arguments): void {
  const last = dayText(args, "departure");
  if (last !== undefined && last < args.today)
    throw invalidParams(`Invalid params: departure ${last} is in the past. Today is ${args.today} (UTC).`);
}

const ofRental = (args: Arguments, action: ProposedAction, booking: object): RequestOfAgent => ({
  action,
  path: `/rentals/${idIn(args, "rental_id")}/bookings`,
  body: { bookings: [booking] },
});

const ofBooking = (args: Arguments, action: ProposedAction, verb: string, booking: object): RequestOfAgent => ({
  action,
  path: `/bookings/${idIn(args, "booking_id")}/${verb}`,
  body: { bookings: [booking] },
});

const idIn = (args: Arguments, name: string): number => args.integer(name, 0, 1);

const stayOf = (args: Arguments) => ({
  start_at: formatDay(needStayDay(args, "arrival")),
  end_at: formatDay(needStayDay(args, "departure")),
});

function dayText(args: Arguments, name: string): string | undefined {
  const day = dayIn(args, name);
  return day === undefined ? undefined : formatDay(day);
}

const party = (args: Arguments) => ({ adults: args.get("adults"), children: args.get("children") });

function partyOf(args: Arguments): Readonly<Record<string, unknown>> {
  const guest = args.get("guest");
  if (guest !== undefined && !isObject(guest)) throw invalidParams("Invalid params: guest must be an object.");
  return withValues({
    ...party(args),
    client_id: args.get("client_id"),
    final_price: args.get("price"),
    client: guest && { fullname: guest.fullname, ...contactOf(guest) },
  });
}

/** A guest's e-mail address and phone number, in the API's lists. */
function contactOf({ email, phone, fullname, ...others }: Readonly<Record<string, unknown>>) {
  const unknown = Object.keys(others);
  if (unknown.length > 0 || fullname === undefined)
    throw invalidParams("Invalid params: guest takes fullname (required), email and phone.");
  return withValues({
    emails: email === undefined ? undefined : [{ email, label: "default" }],
    phones: phone === undefined ? undefined : [{ number: phone, label: "default" }],
  });
}

function holdEnd(args: Arguments, now: number): string {
  const hours = args.integer("hold_hours", defaultHoldHours, 1);
  if (hours > maxHoldHours) throw invalidParams(`Invalid params: hold_hours must be at most ${maxHoldHours}.`);
  return formatInstant(Math.floor(now / 1000) * 1000 + hours * msOfHour);
}

const maxTextLength = 10_000;

/** A message to a guest. */
function longText(args: Arguments): string | undefined {
  const value = args.get("text");
  if (value === undefined) return undefined;
  const isText = typeof value === "string" && value.trim() !== "" && value.length <= maxTextLength;
  if (isText && value.isWellFormed() && !value.includes("\0")) return value;
  throw invalidParams(`Invalid params: text must be a string of 1 to ${maxTextLength} characters.`);
}

/** Omits undefined members. */
const withValues = (members: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
