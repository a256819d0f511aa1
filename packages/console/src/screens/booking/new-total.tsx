import type { Formats } from "../../components/formats.ts";
import { priceChange } from "../../components/price-words.ts";
import { useI18n } from "../../i18n/i18n.ts";

interface NewTotalProps {
  readonly currency: string;
  readonly formats: Formats;
  readonly before: string | null;
  readonly after: string | null;
  /** Whether the price now is one that somebody has set, which goes with any change of fees. */
  readonly isByHand: boolean;
}

/** What the price becomes, before anything changes. */
export function NewTotal({ currency, formats, before, after, isByHand }: NewTotalProps) {
  const { t } = useI18n();
  const money = (amount: string | null) => (amount === null ? "–" : formats.money(amount, currency));
  return (
    <output className="new-total">
      <strong>{priceChange(money(before), money(after), t)}</strong>
      {isByHand && <small>{t("booking.byHandGoes")}</small>}
    </output>
  );
}
