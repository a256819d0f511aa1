import { Link, useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import type { MouseEvent, ReactNode } from "react";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Whether the panel was opened from the screen below it, so that going back closes it. */
    isPanel?: boolean;
  }
}

interface BookingLinkProps {
  readonly id: number | string;
  readonly children: ReactNode;
  readonly className?: string;
}

const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

/** A link to a booking. It opens the panel over the screen; a click with a modifier opens the page, such as in another tab. */
export function BookingLink({ id, children, className }: BookingLinkProps) {
  const open = useOpenBooking();
  return (
    <Link
      to="/bookings/$booking"
      params={{ booking: String(id) }}
      {...(className === undefined ? {} : { className })}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        open(id);
      }}
    >
      {children}
    </Link>
  );
}

/** Opens a booking's panel after a click, a tap or a key. A panel that is open already gives way. */
export function useOpenBooking(): (id: number | string) => void {
  const navigate = useNavigate();
  const { panel } = useSearch({ strict: false });
  const isOpen = panel !== undefined;
  return (id) =>
    void navigate({
      to: ".",
      search: (before) => ({ ...before, panel: Number(id) }),
      state: (before) => (isOpen ? before : { isPanel: true }),
      replace: isOpen,
      resetScroll: false,
    });
}

/** Closes the panel. The screen below keeps its address. */
export function useClosePanel(): () => void {
  const router = useRouter();
  const navigate = useNavigate();
  return () => {
    if (router.state.location.state.isPanel) router.history.back();
    else
      void navigate({
        to: ".",
        search: ({ panel: _, ...others }) => others,
        replace: true,
        resetScroll: false,
      });
  };
}
