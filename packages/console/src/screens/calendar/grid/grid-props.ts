import type { Ref } from "react";
import type { MoveTo } from "../../../components/bookings/move/move-target.ts";
import type { Stay } from "../../../components/bookings/stay.ts";
import type { Formats } from "../../../components/formats.ts";
import type { Read } from "../../../components/pending.tsx";
import type { CalendarRental, Market } from "../rentals.ts";
import type { ChannelMark } from "./channel.ts";
import type { Gap } from "./gaps.ts";
import type { RowHeight } from "./sizes.ts";

export interface GridHandle {
  /** Scrolls to a day. */
  show(day: number): void;
  focus(): void;
  /** Ends the selection. */
  clear(): void;
}

/** Selected nights of one or several rentals. */
export interface Chosen {
  readonly rentals: readonly CalendarRental[];
  /** Epoch days, both included. */
  readonly first: number;
  readonly last: number;
  readonly gap: Gap | undefined;
}

export interface GridProps {
  readonly ref: Ref<GridHandle>;
  readonly all: readonly CalendarRental[];
  readonly rentals: readonly CalendarRental[];
  readonly markets: ReadonlyMap<number, Market> | undefined;
  readonly channels: ReadonlyMap<number, ChannelMark>;
  readonly offers: ReadonlyMap<number, string>;
  readonly formats: Formats;
  readonly today: number;
  readonly start: number;
  readonly onFirstDay: (day: number) => void;
  readonly rowHeight: RowHeight;
  readonly isTapping: boolean;
  readonly choose: (chosen: Chosen) => void;
  readonly open: (stay: Stay) => void;
  readonly move: (to: MoveTo) => void;
  readonly onFailure: (failure: Read | undefined) => void;
}
