import { Pending, type Read } from "./pending.tsx";
import classes from "./states.module.css";

interface PendingScreenProps {
  readonly title: string;
  readonly reads: readonly Read[];
}

/** A screen that is loading or failed to load. It shows its title in either case. */
export function PendingScreen({ title, reads }: PendingScreenProps) {
  return (
    <div className={classes.pending}>
      <h1>{title}</h1>
      <Pending reads={reads} />
    </div>
  );
}
