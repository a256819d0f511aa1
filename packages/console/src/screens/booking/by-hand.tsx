import type { Formats } from "../../parts/formats.ts";
import { useWords } from "../../words/words.tsx";
import type { BookingRecord } from "./booking-record.ts";
import { ownChange, useHistory } from "./history.ts";

interface ByHandProps {
  readonly booking: BookingRecord;
  readonly attribute: "initial_price" | "discount" | "final_price";
  readonly formats: Formats;
}

/** Marks a price that somebody has changed: who and when, as the history tells. */
export function ByHand({ booking, attribute, formats }: ByHandProps) {
  const { words } = useWords();
  const change = ownChange(useHistory(booking.id).data, attribute);
  if (!change) return null;
  const who = change.actor.name ?? words.booking.actors(change.actor.type, change.actor.id);
  return <small className="by-hand">{words.booking.changedBy(who, formats.moment(change.occurred_at))}</small>;
}
