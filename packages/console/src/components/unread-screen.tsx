import { Failure } from "./failure.tsx";
import { Waiting } from "./waiting.tsx";

interface UnreadScreenProps {
  readonly title: string;
  /** Why it could not be read; none while it is being read. */
  readonly error: unknown;
  readonly reset: () => void;
}

/** A screen that has not been read, or could not be: its name stands there all the same, and says where one is. */
export function UnreadScreen({ title, error, reset }: UnreadScreenProps) {
  return (
    <div className="unread">
      <h1>{title}</h1>
      {error ? <Failure error={error} reset={reset} /> : <Waiting />}
    </div>
  );
}
