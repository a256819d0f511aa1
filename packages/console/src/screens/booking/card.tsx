import { type PropsWithChildren, useId } from "react";

/** A section of the booking screen with its heading. */
export function Card({ title, children }: PropsWithChildren<{ readonly title: string }>) {
  const id = useId();
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
