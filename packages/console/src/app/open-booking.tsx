import { useSearch } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { isOpenTo } from "./navigation.ts";
import { useSession } from "./session.tsx";

const BookingDrawer = lazy(async () => {
  const { BookingDrawer: Drawer } = await import("../screens/booking/booking-drawer.tsx");
  return { default: Drawer };
});

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
