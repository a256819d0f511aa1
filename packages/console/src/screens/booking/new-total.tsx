import type { Formats } from "../../parts/formats.ts";
import { useWords } from "../../words/words.tsx";

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
  const { words } = useWords();
  const money = (amount: string | null) => (amount === null ? "–" : formats.money(amount, currency));
  return (
    <output className="new-total">
      <strong>{words.stay.priceBecomes(money(before), money(after))}</strong>
      {isByHand && <small>{words.booking.byHandGoes}</small>}
    </output>
  );
}
