import type { Random } from "../../concurrency/load.ts";
import type { Persona } from "../persona.ts";
import { book, hold } from "./book.ts";
import { cancel, change, confirm, move } from "./change.ts";
import { addFee, removeFee } from "./fees.ts";
import { makeGuest, renameGuest } from "./guests.ts";
import { link, unlink } from "./links.ts";
import type { Operation } from "./operation.ts";
import { order, payCash, refund } from "./payments.ts";
import { changePrice, changeSeason } from "./prices.ts";
import { history, list, readOwn, search } from "./reads.ts";

const operations: readonly Operation[] = [
  ...[book, hold, move, change, confirm, cancel, addFee, removeFee, payCash, refund, order],
  ...[changePrice, changeSeason, makeGuest, renameGuest, link, unlink, readOwn, list, history, search],
];

/** Draws a client's next operation among the possible ones. */
export function drawOperation(random: Random, persona: Persona): Operation {
  const possible = operations.filter((one) => one.may(persona));
  let drawn = random.below(possible.reduce((sum, { weight }) => sum + weight, 0));
  for (const one of possible) {
    drawn -= one.weight;
    if (drawn < 0) return one;
  }
  throw new Error("no operation is possible");
}
