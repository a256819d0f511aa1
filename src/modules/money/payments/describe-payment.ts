import { lazy } from "../../../core/lazy.ts";
import type { BookingToPay } from "../../stays/bookings/change/paid-booking.ts";

const day = lazy(
  () =>
    new Intl.DateTimeFormat("en-GB", {
      weekday: "long",
      day: "2-digit",
      month: "short",
      year: "numeric",
      timeZone: "UTC",
    }),
);
const hour = lazy(() => new Intl.DateTimeFormat("en-US", { hour: "2-digit", minute: "2-digit", timeZone: "UTC" }));

interface DescribedStay extends Pick<BookingToPay, "startAt" | "endAt"> {
  readonly rental: { readonly name: string };
}

/** The text on the guest's bill: the rental and the stay, in UTC (service.md, Payment). */
export function describePayment({ rental, startAt, endAt }: DescribedStay): string {
  return `Payment for ${rental.name} from ${moment(startAt)} to ${moment(endAt)}`;
}

function moment(at: number): string {
  const parts = new Map(
    day()
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const date = `${parts.get("weekday")} ${parts.get("day")} ${parts.get("month")} ${parts.get("year")}`;
  return `${date}, ${hour().format(at).replace(/\s/g, " ")}`;
}
