import { RequestError } from "../../../kernel/errors.ts";
import type { RecordId } from "../../../kernel/key.ts";
import type { Method, Operation, Route } from "../../../kernel/route.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import { quoteLive, type RequestedStay } from "../../../modules/pricing/rates/quote/live-quote.ts";

/**
 * Where the demo hands in what it wants written: at the API's own routes, without HTTP between. So the rules and the totals are the
 * product's, whatever they come to be.
 */
export class InProcessApi {
  private readonly context: WriteContext;
  private readonly routes: readonly Route[];

  constructor(context: WriteContext, routes: readonly Route[]) {
    this.context = context;
    this.routes = routes;
  }

  /** The same counter at another moment (epoch milliseconds): what is written then bears its time. */
  at(now: number): InProcessApi {
    return new InProcessApi({ ...this.context, now }, this.routes);
  }

  /**
   * Creates a record: `create("/rentals/12/bedrooms", "bedrooms", { … })`.
   * @returns its id
   * @throws Error with the path and every message when the product refuses it: the demo's data is wrong then
   */
  async create(path: string, root: string, element: object): Promise<number> {
    const id = await this.write("POST", path, { [root]: [element] });
    if (typeof id !== "number") throw new Error(`POST ${path} answered no number.`);
    return id;
  }

  /** Sends a whole body to any route that writes. @returns the id of the record that it answers @throws Error as `create` does */
  async write(method: Method, path: string, body: object): Promise<RecordId> {
    const { operation, ids } = writingRoute(this.routes, method, path);
    try {
      const outcome = await operation.run(this.context, { ids, body });
      if (outcome === "gone" || "computes" in outcome) throw new Error(`${method} ${path} answered no record.`);
      return outcome.id;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      const why = error.messages ? JSON.stringify(error.messages) : error.message;
      throw new Error(`The demo's ${method} ${path} was refused: ${why}`, { cause: error });
    }
  }

  /** What a stay in a rental costs at this moment, in hundredths: what a booking without a price would take. */
  async rentalPrice(rental: number, asked: RequestedStay): Promise<number> {
    const quoted = await quoteLive(this.context, rental, asked);
    if (!quoted?.price) throw new Error(`The demo's rental ${rental} has no price for ${JSON.stringify(asked)}.`);
    return quoted.price.rentalPrice;
  }
}

type Writing = Extract<Operation, { kind: "write" }>;

/** The route of the API that a path leads to, with the ids in the path. @throws Error when none writes there */
export function writingRoute(
  routes: readonly Route[],
  method: Method,
  path: string,
): { operation: Writing; ids: ReadonlyMap<string, string> } {
  const given = path.split("/");
  for (const { method: own, path: pattern, operation } of routes) {
    const parts = pattern.split("/");
    if (own !== method || parts.length !== given.length || operation.kind !== "write") continue;
    const ids = new Map<string, string>();
    const fits = parts.every((part, index) => {
      if (!part.startsWith(":")) return part === given[index];
      ids.set(part.slice(1), given[index] ?? "");
      return true;
    });
    if (fits) return { operation, ids };
  }
  throw new Error(`There is no route ${method} ${path} that writes.`);
}
