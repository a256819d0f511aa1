import { KeyRound } from "lucide-react";
import type { PointerEvent } from "react";
import type { Stay } from "../../../components/bookings/stay.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import styles from "./bar.module.css";
import { type ChannelMark, channelColors } from "./channel.ts";
import type { Edge } from "./drag.ts";
import { HoldLeft } from "./hold-left.tsx";
import { dayWidth } from "./sizes.ts";

export interface BarHandlers {
  readonly open: (stay: Stay) => void;
  readonly take: (event: PointerEvent, stay: Stay, edge?: Edge) => void;
  readonly hover: (stay: Stay | undefined) => void;
}

interface BarProps extends BarHandlers {
  readonly stay: Stay;
  readonly begin: number;
  /** The stay's position while it is dragged. */
  readonly arrival?: number;
  readonly departure?: number;
  readonly isDragged?: boolean;
  readonly isArriving: boolean;
  /** The window's left edge, in pixels from the first day: a stay that began earlier shows its texts from there. */
  readonly windowLeft: number;
  readonly channel: ChannelMark | undefined;
  readonly isEditable: boolean;
}

/** Pixels, as in the style sheet. */
const endPadding = 8;

/** A stay's bar over its nights. Pointer only: the cells beneath provide the same to the keyboard and screen readers. */
export function Bar(props: BarProps) {
  const { stay, begin, arrival = stay.arrival, departure = stay.departure, isDragged, channel, isEditable } = props;
  const { open, take, hover } = props;
  const { t } = useI18n();
  const { state, guest, expires } = stay;
  const left = (arrival - begin + 0.5) * dayWidth;
  const width = (departure - arrival) * dayWidth - 3;
  const grip = (edge: Edge) =>
    isEditable && (
      <span
        className={`${styles.edge} ${styles[edge]}`}
        data-edge={edge}
        onPointerDown={(event) => {
          event.stopPropagation();
          take(event, stay, edge);
        }}
      />
    );
  return (
    <div
      className={[styles.bar, styles[state], isDragged && styles.dragged].filter(Boolean).join(" ")}
      aria-hidden="true"
      data-stay={stay.reference}
      data-dragged={isDragged || undefined}
      style={{
        left: `calc(var(--names) + ${left}px)`,
        width,
        // More padding than the bar has room for would make it wider.
        paddingInlineStart: Math.min(Math.max(0, props.windowLeft - left), width - endPadding),
      }}
      onPointerDown={(event) => take(event, stay)}
      onPointerEnter={({ pointerType }) => pointerType !== "touch" && hover(stay)}
      onPointerLeave={() => hover(undefined)}
      onClick={() => open(stay)}
    >
      {channel && (
        <span className={`${styles.channel} ${styles[`channel${channel.color % channelColors}`]}`}>
          {channel.initials}
        </span>
      )}
      <span className={styles.guest}>
        {state !== "unavailable" && Number(stay.open) > 0 && <span className={styles.open} data-open />}
        {props.isArriving && <KeyRound className={styles.key} size={13} data-arriving />}
        <span>{guest ?? t(`calendar.states.${state}`)}</span>
      </span>
      {state === "hold" && expires && <HoldLeft expires={expires} />}
      {grip("arrival")}
      {grip("departure")}
    </div>
  );
}
