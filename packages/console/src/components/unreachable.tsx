import { useWindowEvent } from "@mantine/hooks";
import classes from "./states.module.css";

/** Shown before the messages are loaded, so in English. Tries again by itself once the network is back. */
export function Unreachable({ again }: { readonly again: () => void }) {
  useWindowEvent("online", again);
  return (
    <div className={classes.failure} role="alert">
      <strong>Could not reach Roost</strong>
      <p>Check your connection and try again.</p>
      <button type="button" className="quiet" onClick={again}>
        Try again
      </button>
    </div>
  );
}
