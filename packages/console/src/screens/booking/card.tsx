import { type PropsWithChildren, type ReactNode, useId } from "react";
import classes from "./booking.module.css";

interface CardProps {
  readonly title: string;
  /** A button beside the title. */
  readonly step?: ReactNode;
}

/** A section of the booking screen with its heading. */
export function Card({ title, step, children }: PropsWithChildren<CardProps>) {
  const id = useId();
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.cardHead}>
        <h2 id={id}>{title}</h2>
        {step}
      </div>
      {children}
    </section>
  );
}
