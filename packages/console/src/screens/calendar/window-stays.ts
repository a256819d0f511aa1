import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import { useSession } from "../../app/session.tsx";
import type { Stay } from "../../components/bookings/stay.ts";
import { monthOf, monthsIn, textOf } from "../../components/days.ts";
import type { CalendarRental } from "./rentals.ts";
import { byRental, readStays, useReadable } from "./stays.ts";

/** Rentals for each request: about a month of bookings on one page. */
const chunkSize = 10;

/** A month of some rentals, as far as it has been read. */
interface MonthRead {
  readonly stays: readonly Stay[];
  readonly isComplete: boolean;
}

/** A rental's stays, and the months that are not completely read yet. */
export interface RowStays {
  readonly stays: readonly Stay[];
  /** First days of months. */
  readonly unknown: readonly number[];
}

/** The visible rows and days. The last ones are included. */
export interface VisibleRange {
  readonly first: number;
  readonly last: number;
  readonly firstRow: number;
  readonly lastRow: number;
}

/**
 * The stays of the visible rentals and months. A month is read for ten rentals at once, and shown page by page.
 * @param all all rentals in a fixed order, so that a filter reads nothing twice
 */
export function useWindowStays(
  all: readonly CalendarRental[],
  shown: readonly CalendarRental[],
  { first, last, firstRow, lastRow }: VisibleRange,
) {
  const { client, account } = useSession();
  const queries = useQueryClient();
  const readable = useReadable();
  const chunkOf = useMemo(() => chunksOf(all), [all]);
  const requested = useMemo(() => {
    const chunks = new Set(shown.slice(firstRow, lastRow + 1).map(({ id }) => chunkOf.get(id) ?? []));
    return [...chunks].flatMap((ids) => monthsIn(first, last).map((month) => ({ ids, month })));
  }, [chunkOf, shown, firstRow, lastRow, first, last]);
  const reads = useQueries({
    queries: requested.map(({ ids, month }) => {
      const queryKey = [account.id, "bookings", "window", month, ids];
      return {
        queryKey,
        queryFn: async ({ signal }: { signal: AbortSignal }): Promise<MonthRead> => {
          const filter = { from: textOf(month), until: textOf(monthOf(month, 1)), rental_id: [...ids] };
          const before = queries.getQueryData<MonthRead>(queryKey);
          // A complete month stays on screen while it is read again.
          const show = (stays: readonly Stay[]) => queries.setQueryData(queryKey, { stays, isComplete: false });
          const stays = await readStays(client, filter, readable, signal, before?.isComplete ? undefined : show);
          return { stays, isComplete: true };
        },
      };
    }),
    combine: (results) => ({
      months: results.map(({ data }) => data),
      error: results.find(({ error }) => error)?.error ?? null,
      isReading: results.some(({ data, isFetching }) => isFetching && !data?.isComplete),
    }),
  });
  const { months, error, isReading } = reads;
  const rows = useStable(useMemo(() => rowsOf(requested, months), [requested, months]));
  return {
    rows,
    isReading,
    error,
    refetch: () => queries.invalidateQueries({ queryKey: [account.id, "bookings"] }),
  };
}

export const unread: RowStays = { stays: [], unknown: [] };

/** Neighbors in the calendar are read together. */
function chunksOf(rentals: readonly CalendarRental[]): ReadonlyMap<number, readonly number[]> {
  const ids = rentals.map(({ id }) => id);
  const chunks = new Map<number, readonly number[]>();
  for (let start = 0; start < ids.length; start += chunkSize) {
    const chunk = ids.slice(start, start + chunkSize);
    for (const id of chunk) chunks.set(id, chunk);
  }
  return chunks;
}

function rowsOf(
  requested: readonly { readonly ids: readonly number[]; readonly month: number }[],
  months: readonly (MonthRead | undefined)[],
): ReadonlyMap<number, RowStays> {
  const stays = byRental(months.map((month) => month?.stays));
  const unknown = new Map<number, number[]>();
  requested.forEach(({ ids, month }, index) => {
    for (const id of ids) {
      const open = unknown.get(id) ?? [];
      unknown.set(id, open);
      if (!months[index]?.isComplete) open.push(month);
    }
  });
  return new Map([...unknown].map(([id, open]) => [id, { stays: stays.get(id) ?? [], unknown: open }]));
}

/** Keeps a row's former object while its values are equal, so that the row does not render again. */
function useStable(rows: ReadonlyMap<number, RowStays>): ReadonlyMap<number, RowStays> {
  const before = useRef(new Map<number, RowStays>());
  return useMemo(() => {
    const kept = new Map([...rows].map(([id, row]) => [id, sameOf(before.current.get(id), row)]));
    before.current = kept;
    return kept;
  }, [rows]);
}

function sameOf(before: RowStays | undefined, now: RowStays): RowStays {
  const isSame = before !== undefined && isSameList(before.stays, now.stays) && isSameList(before.unknown, now.unknown);
  return isSame ? before : now;
}

const isSameList = <One>(some: readonly One[], others: readonly One[]): boolean =>
  some.length === others.length && some.every((one, index) => one === others[index]);
