import type { UseQueryResult } from "@tanstack/react-query";
import type { PropsWithChildren } from "react";
import { Failure } from "../../components/failure.tsx";
import { Waiting } from "../../components/waiting.tsx";

interface TermSectionProps {
  readonly id: string;
  readonly title: string;
  readonly hint: string;
  /** The section's queries. It shows its content when all have loaded. */
  readonly reads: readonly Pick<UseQueryResult, "error" | "data" | "refetch">[];
}

/** A section of a rental's terms (console.md, Rental editor). */
export function TermSection({ id, title, hint, reads, children }: PropsWithChildren<TermSectionProps>) {
  const error = reads.find((read) => read.error)?.error;
  const isWaiting = reads.some((read) => read.data === undefined);
  const again = () => void Promise.all(reads.map((read) => read.refetch()));
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      <p className="hint">{hint}</p>
      {error ? <Failure error={error} reset={again} /> : isWaiting ? <Waiting /> : children}
    </section>
  );
}
