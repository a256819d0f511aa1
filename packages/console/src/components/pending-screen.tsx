import { Failure } from "./failure.tsx";
import classes from "./states.module.css";
import { Waiting } from "./waiting.tsx";

interface PendingScreenProps {
  readonly title: string;
  /** Why loading failed; undefined while it is loading. */
  readonly error: unknown;
  readonly reset: () => void;
}

/** A screen that is loading or failed to load. It shows its title in either case. */
export function PendingScreen({ title, error, reset }: PendingScreenProps) {
  return (
    <div className={classes.pending}>
      <h1>{title}</h1>
      {error ? <Failure error={error} reset={reset} /> : <Waiting />}
    </div>
  );
}
