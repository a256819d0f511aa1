import { useWindowEvent } from "@mantine/hooks";
import { ApiError, Gone } from "@roost/client";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { noteRefusal } from "./refusals.ts";
import { useSession } from "./session.tsx";

/** The query keys that an event makes stale. Rate and availability events name a rental, but are read as maps. */
function changedReads({ type, resource }: { readonly type: string; readonly resource: string }): string[] {
  // Turnovers include booking comments.
  if (resource === "booking_comments") return [resource, "bookings/cleaning"];
  // A rental lists its photos, and cannot be booked without one.
  if (resource === "photos") return [resource, "rentals"];
  if (type === "rates.changed") return ["nightly_rate_maps", "mid_term_rate_maps"];
  return type === "availability.changed" ? ["bookings", "nightly_rate_maps"] : [resource];
}

/** Milliseconds until the feed is followed again after an unexpected failure. The client itself waits for an unavailable service. */
const pauseMs = 10_000;

/** Whether the feed would refuse the next attempt, too. A cursor that has expired is replaced. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status < 500 && !(error instanceof Gone);

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
        if (isRefusal(error)) return noteRefusal(error);
        if (!(error instanceof Gone)) await new Promise((resolve) => setTimeout(resolve, pauseMs));
        // The cursor is lost, so anything on screen may be stale.
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
