import { Failure } from "./failure.tsx";
import { Waiting } from "./waiting.tsx";

/** A query that a screen or a part of it needs. */
export interface Read {
  /** Set only while there is no data to show: queries.ts keeps what was read. */
  readonly error: unknown;
  readonly refetch: () => Promise<unknown>;
}

/** Shown in place of a part until all its queries have data: that it loads, or why it could not, with a button that tries again. */
export function Pending({ reads }: { readonly reads: readonly Read[] }) {
  const failed = reads.filter(({ error }) => error);
  const [first] = failed;
  if (!first) return <Waiting />;
  return <Failure error={first.error} reset={() => void Promise.all(failed.map(({ refetch }) => refetch()))} />;
}
