import { useEffect, useState } from "react";
import { useI18n } from "../../../i18n/i18n.ts";
import styles from "./bar.module.css";

const minute = 60_000;

/** A hold's remaining time, updated every minute. */
export function HoldLeft({ expires }: { readonly expires: string }) {
  const { language } = useI18n();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minute);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className={styles.left} data-left>
      {leftOf(Date.parse(expires) - now, language)}
    </span>
  );
}

/** In the largest whole unit, such as `5h`. */
function leftOf(milliseconds: number, language: string): string {
  const minutes = Math.max(Math.floor(milliseconds / minute), 0);
  const [count, unit] =
    minutes < 60
      ? ([minutes, "minute"] as const)
      : minutes < 48 * 60
        ? ([Math.floor(minutes / 60), "hour"] as const)
        : ([Math.floor(minutes / 1440), "day"] as const);
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "narrow" }).format(count);
}
