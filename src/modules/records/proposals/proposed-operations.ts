import { badRequest } from "../../../kernel/errors.ts";
import type { Method, Operation, Route } from "../../../kernel/route.ts";
import { isObject } from "../../../kernel/values/structure.ts";
import { inboxRoutes } from "../../guests/inbox/routes.ts";
import { paymentsRoutes } from "../../money/payments/routes.ts";
import { ratesRoutes } from "../../pricing/rates/routes.ts";
import { bookingsRoutes } from "../../stays/bookings/routes.ts";
import type { ProposedAction } from "./proposal.ts";

type Write = Extract<Operation, { kind: "write" }>;

/** A request that an agent proposes. */
export interface ProposedRequest {
  readonly action: ProposedAction;
  /** Below /api/v3, with its ids. */
  readonly path: string;
  readonly body: unknown;
  /** The user of the agent's token, in whose name it answers guests. */
  readonly proposer: number;
}

/** An API operation that an agent may propose, with the attributes that it may send. None of them moves money. */
export interface ProposedOperation {
  readonly method: Method;
  readonly path: string;
  readonly route: Route;
  readonly operation: Write;
  readonly attributes: ReadonlySet<string>;
}

const routes: readonly Route[] = [...bookingsRoutes, ...paymentsRoutes, ...ratesRoutes, ...inboxRoutes];

const stay = ["start_at", "end_at"];
const guests = ["adults", "children", "client_id", "client", "notes", "source_id"];
const prices = ["final_price", "expected_final_price"];

const operations: Readonly<Record<ProposedAction, ProposedOperation>> = {
  hold: at("POST", "/rentals/:rental_id/bookings", [...stay, ...guests, ...prices, "tentative_expires_at"]),
  book: at("POST", "/rentals/:rental_id/bookings", [...stay, ...guests, ...prices, "booked"]),
  block: at("POST", "/rentals/:rental_id/bookings", [...stay, "unavailable", "notes"]),
  move: at("POST", "/bookings/:booking_id/move", [...stay, ...prices, "rental_id", "adults", "children", "reprice"]),
  // Without refunds: a person orders those.
  cancel: at("POST", "/bookings/:booking_id/cancel", ["reason", "message_to_guest"]),
  set_prices: at("POST", "/rentals/:rental_id/rate_overrides", [
    ...["start_date", "end_date", "days", "rate", "percentage", "minimum_stay", "closed_to_arrival"],
    "closed_to_departure",
  ]),
  answer: at("POST", "/inbox/messages", ["conversation_id", "sender_id", "content", "visibility", "origin", "channel"]),
};

function at(method: Method, path: string, attributes: readonly string[]): ProposedOperation {
  const route = routes.find((one) => one.method === method && one.path === path);
  if (route?.operation.kind !== "write") throw new Error(`Missing operation ${method} ${path}.`);
  return { method, path, route, operation: route.operation, attributes: new Set(attributes) };
}

export const operationOf = (action: ProposedAction): ProposedOperation => operations[action];

/**
 * The ids in the path of a proposed request.
 * @throws RequestError 400 when the path is not the action's
 */
export function idsIn({ path }: ProposedOperation, requested: string): ReadonlyMap<string, string> {
  const names = path.split("/");
  const parts = requested.split("/");
  const ids = new Map<string, string>();
  const fits = names.every((name, index) => {
    const part = parts[index] ?? "";
    if (!name.startsWith(":")) return name === part;
    ids.set(name.slice(1), part);
    return /^[1-9]\d{0,14}$/.test(part);
  });
  if (!fits || names.length !== parts.length) throw badRequest("The proposed path does not belong to the action.");
  return ids;
}

/**
 * Refuses a body with anything that an agent may not send, such as refunds.
 * @throws RequestError 400
 */
export function assertProposable({ route, attributes }: ProposedOperation, body: unknown): void {
  const elements = isObject(body) && Object.keys(body).length === 1 ? body[route.resource.root] : undefined;
  const [element, ...others]: unknown[] = Array.isArray(elements) ? elements : [];
  if (!isObject(element) || others.length > 0) throw badRequest("The proposed body must hold one record.");
  const unknown = Object.keys(element).find((name) => !attributes.has(name));
  if (unknown !== undefined) throw badRequest(`An agent cannot propose ${unknown.slice(0, 60)}.`);
}
