import { mayAny, type Scope, withWriters } from "../../../kernel/access/scopes.ts";
import { ApplicationCache } from "../../../kernel/application-cache.ts";
import { forbidden, invalid, type RequestError } from "../../../kernel/errors.ts";
import { mayDo } from "../../../kernel/limits.ts";
import type { Outcome } from "../../../kernel/route.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import { Precondition, PreconditionFailed } from "../../../kernel/write/precondition.ts";
import { booking } from "../../stays/bookings/booking.ts";
import { withSender } from "./answer-sender.ts";
import { outcomeOf } from "./outcome.ts";
import type { Preview } from "./proposal-values.ts";
import {
  assertProposable,
  idsIn,
  operationOf,
  type ProposedOperation,
  type ProposedRequest,
} from "./proposed-operations.ts";
import { previewOf, readDone, readGuest } from "./read-preview.ts";
import { type PriceNow, readNightsPrice, readPrice } from "./read-price.ts";
import { conversationIn, subjectVersion } from "./subject-version.ts";

/** The effects of a proposed request in the open transaction. */
export interface Run {
  readonly preview: Preview;
  /** See `outcomeOf`. */
  readonly outcome: Buffer;
  /** See `subjectVersion`. */
  readonly version: string | null;
  /** The booking that it changed or created. */
  readonly booking: number | null;
}

/**
 * Runs a proposed request in the context's transaction, which the caller commits or rolls back.
 * @param expected the version that its subject must have; undefined in a dry run
 * @throws RequestError 403 if the caller's role may not do it, 422 for another version, and the operation's errors
 */
export async function runProposed(
  context: WriteContext,
  request: ProposedRequest,
  expected?: string | null,
): Promise<Run> {
  const operation = operationOf(request.action);
  if (!mayRun(context.caller.scopes, operation)) throw forbidden("Your role in this account does not allow this.");
  const ids = idsIn(operation, request.path);
  assertProposable(operation, request.body);
  const named = ids.get("booking_id");
  const changed = named === undefined ? undefined : Number(named);
  const version = await subjectVersion(context, request, ids);
  if (expected !== undefined && expected !== version) throw stale();
  // Values that it computes from uncommitted rows must not leak, nor must a repeated request answer for it.
  const inner: WriteContext = {
    ...context,
    cache: new ApplicationCache(),
    repeat: undefined,
    precondition: changed === undefined || version === null ? undefined : new Precondition(new Set([version])),
    isShared: true,
  };
  const priceNow = (booking: number | null | undefined): Promise<PriceNow | undefined> => {
    if (request.action === "set_prices") return readNightsPrice(inner, Number(ids.get("rental_id")), request.body);
    return typeof booking === "number" ? readPrice(inner, booking) : Promise.resolve(undefined);
  };
  const before = await priceNow(changed);
  const body = request.action === "answer" ? await withSender(inner, request) : request.body;
  const outcome = await operation.operation.run(inner, { ids, body }).catch((error: unknown) => {
    throw error instanceof PreconditionFailed ? stale() : error;
  });
  const id = changed ?? createdBooking(outcome);
  const after = await priceNow(id);
  const price = after ? { currency: after.currency, before: before?.price ?? null, after: after.price } : null;
  const done = await readDone(context);
  const conversation = request.action === "answer" ? conversationIn(request.body) : null;
  const guest = await readGuest(context, { booking: id, conversation });
  return { preview: previewOf(done, price, guest), outcome: outcomeOf(context, done, price), version, booking: id };
}

/** 422: the proposal's subject has changed since. */
export const stale = (): RequestError =>
  invalid({ base: ["has changed since the agent proposed it. Ask the agent to propose it again"] });

/** Whether a role with these scopes may do it. */
export const mayRun = (scopes: ReadonlySet<Scope>, { route }: ProposedOperation): boolean =>
  mayAny(scopes, withWriters(route.scopes)) && mayDo(scopes, `${route.method} ${route.path}`);

function createdBooking(outcome: Outcome): number | null {
  return outcome !== "gone" && "shows" in outcome && outcome.shows.name === booking.name ? Number(outcome.id) : null;
}
