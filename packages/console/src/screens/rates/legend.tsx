import type { Formats } from "../../components/formats.ts";
import styles from "./rates.module.css";
import { type Range, shadeOf } from "./shades.ts";

interface LegendProps {
  readonly range: Range | undefined;
  readonly currency: string;
  readonly formats: Formats;
}

/** The color scale from the lowest to the highest price. */
export function Legend({ range, currency, formats }: LegendProps) {
  if (!range) return null;
  const { low, high } = range;
  const shades = [0, 0.25, 0.5, 0.75, 1].map((part) => shadeOf(low + (high - low) * part, range));
  return (
    <p className={styles.legend}>
      {formats.money(low, currency)}
      <span className={styles.shades} aria-hidden>
        {(low === high ? shades.slice(0, 1) : shades).map((shade) => (
          <i key={shade} style={{ background: shade }} />
        ))}
      </span>
      {low !== high && formats.money(high, currency)}
    </p>
  );
}
