import type { Resource } from "@roost/client";
import { useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";

type Block = Pick<Resource<"bookings_create">, "start_at" | "end_at" | "notes">;

/** Blocks nights of several rentals in one transaction, and undoes that in one. */
export function useBlockNights() {
  const { client, account } = useSession();
  const queries = useQueryClient();
  const send = async (operations: Operation[]) => {
    const { data } = await client.POST("/bulk", { body: { atomic: true, operations } });
    await queries.invalidateQueries({ queryKey: [account.id, "bookings"] });
    return data.results;
  };
  return {
    /** @returns the ids of the new bookings */
    async block(rentals: readonly number[], block: Block): Promise<number[]> {
      const body = { bookings: [{ ...block, unavailable: true }] };
      const results = await send(rentals.map((id) => ({ method: "POST", path: `/rentals/${id}/bookings`, body })));
      return results.map(({ body: made }) => madeId(made));
    },
    async unblock(blocks: readonly number[]): Promise<void> {
      await send(blocks.map((id) => ({ method: "DELETE", path: `/bookings/${id}` })));
    },
  };
}

/** The id of the booking in the answer to its creation. */
function madeId(answer: unknown): number {
  const bookings = answer instanceof Object && "bookings" in answer ? answer.bookings : undefined;
  const id = Array.isArray(bookings) ? Number(bookings[0]?.id) : Number.NaN;
  if (Number.isNaN(id)) throw new TypeError("The response contains no booking.");
  return id;
}

interface Operation {
  readonly method: "POST" | "DELETE";
  readonly path: string;
  readonly body?: unknown;
}
