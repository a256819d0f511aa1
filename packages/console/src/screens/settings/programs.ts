import { useQuery } from "@tanstack/react-query";
import { callConsole } from "../../app/console-calls.ts";
import { useSession } from "../../app/session.tsx";

/** A program that the account has let in. */
export interface Program {
  readonly id: number;
  /** It is Roost's own. */
  readonly own: boolean;
  readonly name: string;
  /** By what they are about: bookings, guests, rentals, prices, money or account. */
  readonly scopes: readonly { readonly subject: string; readonly scopes: readonly string[] }[];
  readonly installed_at: string;
  readonly last_used_at: string | null;
  readonly webhook_endpoints: readonly number[];
}

/** No part of the API, and so of no change feed: it is read whenever the screen opens. */
export function usePrograms() {
  const { account } = useSession();
  return useQuery({
    queryKey: [account.id, "programs"],
    queryFn: async () =>
      (await callConsole<{ applications: readonly Program[] }>("GET", `/accounts/${account.id}/applications`))
        .applications,
    staleTime: 0,
  });
}
