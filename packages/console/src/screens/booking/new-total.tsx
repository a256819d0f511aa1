import type { Formats } from "../../components/formats.ts";
import { priceChange } from "../../components/price-words.ts";
import { useI18n } from "../../i18n/i18n.ts";
import classes from "./booking.module.css";

interface NewTotalProps {
  readonly currency: string;
  readonly formats: Formats;
  readonly before: string | null;
  readonly after: string | null;
  /** Whether the current price was set manually. Any change of fees discards it. */
  readonly isByHand: boolean;
}

/** Shows the new price before anything changes. */
export function NewTotal({ currency, formats, before, after, isByHand }: NewTotalProps) {
  const { t } = useI18n();
  const money = (amount: string | null) => (amount === null ? "–" : formats.money(amount, currency));
  return (
    <output className={classes.newTotal}>
      <strong>{priceChange(money(before), money(after), t)}</strong>
      {isByHand && <small>{t("booking.byHandGoes")}</small>}
    </output>
  );
}
