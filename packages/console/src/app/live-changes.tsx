import { useWindowEvent } from "@mantine/hooks";
import { Gone } from "@roost/client";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { noteRefusal } from "./refusals.ts";
import { useSession } from "./session.tsx";

/** The query keys that an event makes stale. Rate and availability events name a rental, but are read as maps. */
function changedReads({ type, resource }: { readonly type: string; readonly resource: string }): string[] {
  // Turnovers include booking comments.
  if (resource === "booking_comments") return [resource, "bookings/cleaning"];
  if (type === "rates.changed") return ["nightly_rate_maps"];
  return type === "availability.changed" ? ["bookings", "nightly_rate_maps"] : [resource];
}

/** Follows the account's change feed and refetches stale queries, so other people's changes appear (docs/reference/events.md). */
export function LiveChanges() {
  const { client, account } = useSession();
  const queries = useQueryClient();
  useEffect(() => {
    const ending = new AbortController();
    const follow = async () => {
      for await (const { events } of client.changes({ signal: ending.signal })) {
        for (const name of new Set(events.flatMap(changedReads)))
          await queries.invalidateQueries({ queryKey: [account.id, ...name.split("/")] });
      }
    };
    const keepFollowing = async (): Promise<void> => {
      try {
        await follow();
      } catch (error) {
        if (ending.signal.aborted) return;
        // The cursor has expired, so anything on screen may be stale.
        if (!(error instanceof Gone)) return noteRefusal(error);
        await queries.invalidateQueries({ queryKey: [account.id] });
        await keepFollowing();
      }
    };
    void keepFollowing();
    return () => ending.abort();
  }, [client, account.id, queries]);
  // The feed itself resumes up to half a minute later.
  useWindowEvent("online", () => void queries.invalidateQueries({ queryKey: [account.id] }));
  return null;
}
