import type { PointerEvent } from "react";
import type { Stay } from "../../components/bookings/stay.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { HoldLeft } from "./hold-left.tsx";
import { dayWidth } from "./sizes.ts";

interface BarProps {
  readonly stay: Stay;
  readonly begin: number;
  /** The arrival to draw while the stay is dragged. */
  readonly arrival?: number;
  readonly isDragged?: boolean;
  readonly open: (stay: Stay) => void;
  readonly take: (event: PointerEvent, stay: Stay) => void;
  readonly hover: (stay: Stay | undefined) => void;
}

/** A stay's bar over its nights. Pointer only: the cells beneath provide the same to the keyboard and screen readers. */
export function Bar({ stay, begin, arrival = stay.arrival, isDragged = false, open, take, hover }: BarProps) {
  const { t } = useI18n();
  const { state, guest, expires } = stay;
  return (
    <div
      className={`stay ${state}${isDragged ? " carried" : ""}`}
      aria-hidden="true"
      data-stay={stay.reference}
      style={{
        left: `calc(var(--names) + ${(arrival - begin + 0.5) * dayWidth}px)`,
        width: (stay.departure - stay.arrival) * dayWidth - 3,
      }}
      onPointerDown={(event) => take(event, stay)}
      onPointerEnter={({ pointerType }) => pointerType !== "touch" && hover(stay)}
      onPointerLeave={() => hover(undefined)}
      onClick={() => open(stay)}
    >
      <span className="guest-of-stay">{guest ?? t(`calendar.states.${state}`)}</span>
      {state === "hold" && expires && <HoldLeft expires={expires} />}
    </div>
  );
}
