import type { Resource } from "@roost/client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";

export type Import = Resource<"imports">;
export type Mapping = NonNullable<Import["mapping"]>;
export type Column = NonNullable<Import["columns"]>[number];

/** The body of an import's change. */
export interface ImportChange {
  readonly mapping?: Mapping;
  readonly profile?: Import["profile"];
  readonly kind?: Import["kind"];
}

/** An import's mapping, and how to change it. */
export interface MappingProps {
  readonly record: Import;
  readonly mapping: Mapping;
  readonly change: (mapping: Mapping) => void;
}

/** The same, for one of the file's columns. */
export interface ColumnProps extends MappingProps {
  readonly column: Column;
}

/** The states of bookings that an import reads. */
export const statuses = ["booked", "tentative", "unavailable", "canceled"] as const;

export const kinds = ["bookings", "rentals", "clients", "payments", "rates"] as const satisfies Import["kind"][];

/** Polling interval during a run: the change feed does not report its progress. */
const pollMs = 1000;

export const isRunning = ({ state }: Import): boolean => state === "checking" || state === "applying";

/** The account's imports. */
export function useImports() {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "imports"],
    queryFn: async ({ signal }) => {
      const imports: Import[] = [];
      for await (const one of client.records("/imports", { signal })) imports.push(one);
      return imports;
    },
    staleTime: 0,
  });
}

/** An import, read again each second while it runs. */
export function useImport(id: number) {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "imports", id],
    queryFn: async ({ signal }) => {
      const params = { path: { import_id: id } };
      const { data } = await client.GET("/imports/{import_id}", { params, signal });
      return data.imports[0];
    },
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? pollMs : false),
  });
}

/** Sends a request about an import, then reads the imports again. Requests go out one after the other: a mapping replaces the former. */
export function useImportWrite<Input, Answer>(
  write: (client: ReturnType<typeof useSession>["client"], input: Input) => Promise<Answer>,
  onSuccess?: (answer: Answer) => void,
) {
  const { client, account } = useSession();
  const queries = useQueryClient();
  return useMutation({
    scope: { id: "imports" },
    mutationFn: (input: Input) => write(client, input),
    onSuccess: async (answer) => {
      await queries.invalidateQueries({ queryKey: [account.id, "imports"] });
      onSuccess?.(answer);
    },
  });
}
