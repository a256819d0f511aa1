import { useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";

/**
 * Wraps a section's writes, and refetches its resources and the rental after each. A failed one may have written a part, such as a new
 * fee that the rental then refused.
 */
export function useTermWriting(...resources: readonly string[]) {
  const { account } = useSession();
  const queries = useQueryClient();
  return async <T>(write: () => Promise<T>): Promise<T> => {
    try {
      return await write();
    } finally {
      const names = [...resources, "rentals"];
      await Promise.all(names.map((name) => queries.invalidateQueries({ queryKey: [account.id, name] })));
    }
  };
}
