import { RequestError } from "../../../kernel/errors.ts";
import type { RecordId } from "../../../kernel/key.ts";
import type { Method, Operation, Route } from "../../../kernel/route.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import { quoteLive, type RequestedStay } from "../../../modules/pricing/rates/quote/live-quote.ts";

/**
 * Calls the API's routes without HTTP, so that the product's own rules and totals apply to the demo.
 */
export class InProcessApi {
  private readonly context: WriteContext;
  private readonly routes: readonly Route[];

  constructor(context: WriteContext, routes: readonly Route[]) {
    this.context = context;
    this.routes = routes;
  }

  /** Returns the same API at another time (epoch milliseconds), which its records carry. */
  at(now: number): InProcessApi {
    return new InProcessApi({ ...this.context, now }, this.routes);
  }

  /**
   * Creates a record: `create("/rentals/12/bedrooms", "bedrooms", { … })`.
   * @returns its id
   * @throws Error with the path and every message when the API rejects it: the demo's data is then wrong
   */
  async create(path: string, root: string, element: object): Promise<number> {
    const id = await this.write("POST", path, { [root]: [element] });
    if (typeof id !== "number") throw new Error(`POST ${path} returned no numeric id.`);
    return id;
  }

  /** Sends a whole body to any writing route. @returns the id of the returned record @throws Error as `create` does */
  async write(method: Method, path: string, body: object): Promise<RecordId> {
    const { operation, ids } = writingRoute(this.routes, method, path);
    try {
      const outcome = await operation.run(this.context, { ids, body });
      if (outcome === "gone" || "computes" in outcome) throw new Error(`${method} ${path} returned no record.`);
      return outcome.id;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      const reason = error.messages ? JSON.stringify(error.messages) : error.message;
      throw new Error(`The demo's ${method} ${path} was rejected: ${reason}`, { cause: error });
    }
  }

  /** Quotes a stay at this time, in hundredths: the price of a booking that names none. */
  async rentalPrice(rental: number, stay: RequestedStay): Promise<number> {
    const quoted = await quoteLive(this.context, rental, stay);
    if (!quoted?.price) throw new Error(`The demo's rental ${rental} has no price for ${JSON.stringify(stay)}.`);
    return quoted.price.rentalPrice;
  }
}

type Writing = Extract<Operation, { kind: "write" }>;

/** Finds the writing route for a path, and the path's ids. @throws Error when there is none */
export function writingRoute(
  routes: readonly Route[],
  method: Method,
  path: string,
): { operation: Writing; ids: ReadonlyMap<string, string> } {
  const segments = path.split("/");
  for (const { method: own, path: pattern, operation } of routes) {
    const parts = pattern.split("/");
    if (own !== method || parts.length !== segments.length || operation.kind !== "write") continue;
    const ids = new Map<string, string>();
    const fits = parts.every((part, index) => {
      if (!part.startsWith(":")) return part === segments[index];
      ids.set(part.slice(1), segments[index] ?? "");
      return true;
    });
    if (fits) return { operation, ids };
  }
  throw new Error(`No writing route for ${method} ${path}.`);
}
