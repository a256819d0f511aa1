import { useSearch } from "@tanstack/react-router";
import { Suspense } from "react";
import { lazyPart } from "../components/lazy-part.ts";
import { isOpenTo } from "./navigation.ts";
import { useSession } from "./session.tsx";

const BookingDrawer = lazyPart(() => import("../screens/booking/booking-drawer.tsx"), "BookingDrawer");

/** The panel of the booking that the address names, over any screen. */
export function OpenBooking() {
  const { account } = useSession();
  const { panel } = useSearch({ strict: false });
  if (panel === undefined || !isOpenTo(account, "/bookings/$booking")) return null;
  return (
    <Suspense>
      <BookingDrawer id={panel} />
    </Suspense>
  );
}
