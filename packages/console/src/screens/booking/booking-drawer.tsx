import { Drawer, Group } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import { Maximize2 } from "lucide-react";
import { useEffect, useRef } from "react";
import { useBookingRecord } from "../../components/bookings/booking-record.ts";
import { useClosePanel } from "../../components/bookings/panel/booking-link.tsx";
import { Pending } from "../../components/pending.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import styles from "./booking-drawer.module.css";
import { BookingPanel, BookingTitle } from "./booking-panel.tsx";

/** A booking in a drawer over the screen from which it was opened; full-screen on a phone. */
export function BookingDrawer({ id }: { readonly id: number }) {
  const { t } = useI18n();
  const close = useClosePanel();
  const read = useBookingRecord(id);
  const booking = read.data;
  const content = useRef<HTMLDivElement>(null);
  useFocusReturn();
  useWindowEvent(
    "keydown",
    (event) => {
      if (event.key === "Escape" && !event.isComposing && isForPanel(event.target, content.current)) close();
    },
    { capture: true },
  );
  return (
    <Drawer.Root
      opened
      onClose={close}
      closeOnEscape={false}
      lockScroll={false}
      position="right"
      size="xl"
      classNames={styles}
    >
      <Drawer.Overlay />
      <Drawer.Content ref={content}>
        <Drawer.Header>
          <Drawer.Title>{booking ? <BookingTitle booking={booking} /> : t("screens.booking")}</Drawer.Title>
          <Group gap="xs" wrap="nowrap">
            <Link
              to="/bookings/$booking"
              params={{ booking: String(id) }}
              className={styles.page}
              aria-label={t("booking.asPage")}
            >
              <Maximize2 size={18} aria-hidden />
            </Link>
            <Drawer.CloseButton aria-label={t("notices.close")} data-autofocus />
          </Group>
        </Drawer.Header>
        <Drawer.Body>
          {booking === undefined && <Pending reads={[read]} />}
          {booking === null && <p className="empty">{t("booking.unknown")}</p>}
          {booking && <BookingPanel key={booking.id} booking={booking} />}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}

/** Gives the focus back to the link that opened the panel. */
function useFocusReturn(): void {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
}

/** Whether Escape closes the panel: a dialog above it, an open list and a form edited in place take the key for themselves. */
function isForPanel(target: EventTarget | null, panel: HTMLElement | null): boolean {
  if ([...document.querySelectorAll("[aria-modal=true]")].at(-1) !== panel) return false;
  return !(target instanceof Element && target.closest("[data-takes-escape], [data-mantine-stop-propagation=true]"));
}
