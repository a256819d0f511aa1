import { useEffect, useRef, useState } from "react";
import styles from "./reports.module.css";

/** A measure now and last year. */
export interface Pair {
  readonly key: string;
  readonly name: string;
  readonly now: number | null;
  readonly before: number | null;
}

interface ChartProps {
  readonly pairs: readonly Pair[];
  readonly label: string;
  readonly format: (figure: number | null) => string;
  /** Months are columns; items with long names are rows. */
  readonly upright: boolean;
}

/** A bar chart of a measure, with last year's bars paler. The table below shows the same values. */
export function Chart({ pairs, label, format, upright }: ChartProps) {
  const [width, element] = useWidth();
  const max = Math.max(1, ...pairs.flatMap(({ now, before }) => [now ?? 0, before ?? 0]));
  const drawing = { pairs, width, max, format };
  return (
    <div className={styles.chart} ref={element}>
      {width > 0 && (upright ? <Columns label={label} {...drawing} /> : <Rows label={label} {...drawing} />)}
    </div>
  );
}

interface Drawing extends Pick<ChartProps, "pairs" | "label" | "format"> {
  readonly width: number;
  readonly max: number;
}

const height = 220;
const [top, foot] = [18, 24];

function Columns({ pairs, label, width, max, format }: Drawing) {
  const step = width / Math.max(1, pairs.length);
  const bar = Math.max(1, Math.min(26, step * 0.36));
  const tall = (figure: number | null): number => (Math.max(0, figure ?? 0) / max) * (height - top - foot);
  const every = Math.ceil(44 / step);
  return (
    <svg role="img" aria-label={label} width={width} height={height}>
      {[0.5, 1].map((part) => (
        <line
          key={part}
          className={styles.rule}
          x1={0}
          x2={width}
          y1={height - foot - tall(max * part)}
          y2={height - foot - tall(max * part)}
        />
      ))}
      <text className={styles.scale} x={0} y={top - 5}>
        {format(max)}
      </text>
      {pairs.map(({ key, name, now, before }, index) => {
        const middle = (index + 0.5) * step;
        return (
          <g key={key}>
            <title>{`${name}: ${format(now)}`}</title>
            <rect
              className={styles.before}
              x={middle - bar}
              y={height - foot - tall(before)}
              width={bar}
              height={tall(before)}
            />
            <rect className={styles.now} x={middle} y={height - foot - tall(now)} width={bar} height={tall(now)} />
            {index % every === 0 && (
              <text x={middle} y={height - 7} textAnchor="middle">
                {name}
              </text>
            )}
          </g>
        );
      })}
      <line className={styles.ground} x1={0} x2={width} y1={height - foot} y2={height - foot} />
    </svg>
  );
}

const line = 44;

function Rows({ pairs, label, width, max, format }: Drawing) {
  const room = Math.max(40, width - 110);
  const long = (figure: number | null): number => (Math.max(0, figure ?? 0) / max) * room;
  return (
    <svg role="img" aria-label={label} width={width} height={pairs.length * line}>
      {pairs.map(({ key, name, now, before }, index) => {
        const y = index * line;
        return (
          <g key={key}>
            <text x={0} y={y + 14}>
              {name}
            </text>
            <rect className={styles.before} x={0} y={y + 31} width={long(before)} height={5} />
            <rect className={styles.now} x={0} y={y + 19} width={long(now)} height={12} />
            <text className={styles.figure} x={long(now) + 6} y={y + 30}>
              {format(now)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

/** An element's current width. */
function useWidth(): readonly [number, React.RefObject<HTMLDivElement | null>] {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [width, element];
}
