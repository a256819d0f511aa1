import type { PropsWithChildren } from "react";
import { Pending, type Read } from "../../components/pending.tsx";

interface TermSectionProps {
  readonly id: string;
  readonly title: string;
  readonly hint: string;
  /** The section's queries. It shows its content when all have loaded. */
  readonly reads: readonly (Read & { readonly data: unknown })[];
}

/** A section of a rental's terms (console.md, Rental editor). */
export function TermSection({ id, title, hint, reads, children }: PropsWithChildren<TermSectionProps>) {
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      <p className="hint">{hint}</p>
      {reads.every(({ data }) => data !== undefined) ? children : <Pending reads={reads} />}
    </section>
  );
}
