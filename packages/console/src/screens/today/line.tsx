import type { ReactNode } from "react";
import classes from "./today.module.css";

interface LineProps {
  /** A link to the record. */
  readonly title: ReactNode;
  readonly about: ReactNode;
  readonly detail?: ReactNode;
  readonly children?: ReactNode;
}

/** An entry of a list: its record, the list's detail and its next steps. */
export function Line({ title, about, detail, children }: LineProps) {
  return (
    <li className={classes.line}>
      <div className={classes.what}>
        {title}
        <span className={classes.about}>{about}</span>
      </div>
      {detail && <em>{detail}</em>}
      {children && <div className={classes.steps}>{children}</div>}
    </li>
  );
}
