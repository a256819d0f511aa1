import type { ReactNode } from "react";
import bar from "../grid/bar.module.css";
import night from "../grid/night.module.css";
import styles from "./tools.module.css";

const looks = {
  booked: bar.booked,
  hold: bar.hold,
  unavailable: bar.unavailable,
  mirrored: bar.mirrored,
  closed: night.closed,
  shut: night.shut,
  gap: night.gap,
  unknown: night.unknown,
} as const;

interface SwatchProps {
  readonly look: keyof typeof looks;
  readonly children?: ReactNode;
}

/** A sample of how the calendar draws something. */
export function Swatch({ look, children }: SwatchProps) {
  return (
    <span className={`${styles.swatch} ${looks[look]}`} aria-hidden="true">
      {children}
    </span>
  );
}
