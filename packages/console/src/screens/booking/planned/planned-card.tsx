import { Suspense } from "react";
import { useSession } from "../../../app/session.tsx";
import type { BookingRecord } from "../../../components/bookings/booking-record.ts";
import type { Formats } from "../../../components/formats.ts";
import { lazyPart } from "../../../components/lazy-part.ts";
import { Pending } from "../../../components/pending.tsx";
import { loadLaterMessages } from "../../../i18n/load-messages.ts";
import { useBookingActions } from "./actions.ts";

/** With the messages that have the words of rules: the first screen does without both. */
async function loadList() {
  const [list] = await Promise.all([import("./planned-list.tsx"), loadLaterMessages()]);
  return list;
}
const PlannedList = lazyPart(loadList, "PlannedList");

/** The planned and past actions of rules for a booking. Nothing for a booking without actions. */
export function PlannedCard({ booking, formats }: { readonly booking: BookingRecord; readonly formats: Formats }) {
  const { may } = useSession();
  const actions = useBookingActions(booking.id);
  if (!may("automations_write") || booking.unavailable) return null;
  if (actions.error) return <Pending reads={[actions]} />;
  if (!actions.data?.length) return null;
  return (
    <Suspense fallback={null}>
      <PlannedList actions={actions.data} formats={formats} />
    </Suspense>
  );
}
