import { useQuery } from "@tanstack/react-query";
import { callConsole } from "../../app/console-calls.ts";
import { useSession } from "../../app/session.tsx";

/** The scopes of one subject: bookings, guests, rentals, prices, money or account. */
export interface SubjectScopes {
  readonly subject: string;
  readonly scopes: readonly string[];
}

/** An installed application. */
export interface Program {
  readonly id: number;
  /** Whether it is Roost's own. */
  readonly own: boolean;
  readonly name: string;
  readonly scopes: readonly SubjectScopes[];
  readonly installed_at: string;
  readonly last_used_at: string | null;
  /** The newest consent of a person. */
  readonly authorized: { readonly by: string; readonly at: string } | null;
  readonly webhook_endpoints: readonly number[];
}

/** Not part of the API, so the change feed does not cover it: refetched whenever the screen opens. */
export function usePrograms() {
  const { account } = useSession();
  return useQuery({
    queryKey: [account.id, "programs"],
    queryFn: () =>
      callConsole<{ applications: readonly Program[]; requestable_scopes: readonly SubjectScopes[] }>(
        "GET",
        `/accounts/${account.id}/applications`,
      ),
    staleTime: 0,
  });
}
