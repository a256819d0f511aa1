import { Radio, Stack } from "@mantine/core";
import { useI18n } from "../../../i18n/i18n.ts";
import type { Formats } from "../../formats.ts";
import { priceChange } from "../../price-words.ts";
import type { FoundMove } from "./move.ts";
import { type Change, isOtherStay } from "./move-target.ts";

/** The previews at the agreed and at today's prices. */
export interface Previews {
  readonly kept: FoundMove | undefined;
  readonly repriced: FoundMove | undefined;
}

const canKeep = ({ kept }: Previews): boolean => kept?.problems.rental_id === undefined;
const canReprice = ({ repriced }: Previews): boolean =>
  repriced !== undefined && repriced.problems.reprice === undefined && repriced.booking.final_price !== null;
const isSame = ({ kept, repriced }: Previews): boolean =>
  kept?.booking.final_price === repriced?.booking.final_price && kept?.booking.currency === repriced?.booking.currency;

/** Whether the change takes today's prices. @param chosen undefined until the person decides */
export function takesNewPrice(previews: Previews, change: Change, chosen: boolean | undefined): boolean {
  if (!canReprice(previews)) return false;
  if (!canKeep(previews)) return true;
  return !isSame(previews) && (chosen ?? isOtherStay(change));
}

interface PriceChoiceProps extends Previews {
  readonly isNew: boolean;
  readonly choose: (isNew: boolean) => void;
  readonly formats: Formats;
}

/** The agreed price and today's, to choose from. */
export function PriceChoice({ kept, repriced, isNew, choose, formats }: PriceChoiceProps) {
  const { t } = useI18n();
  if (!kept) return null;
  const previews = { kept, repriced };
  const money = ({ booking: { final_price, currency } }: FoundMove) =>
    final_price === null ? "–" : formats.money(final_price, currency);
  if (!canReprice(previews) || !repriced || isSame(previews))
    return (
      <p className="price-change">
        {priceChange(money(kept), money(kept), t)} {repriced && !isSame(previews) && t("stay.noNewPrice")}
      </p>
    );
  const difference = Number(repriced.booking.final_price) - Number(kept.booking.final_price ?? 0);
  const sign = difference > 0 ? "+" : "";
  const added = canKeep(previews) ? ` (${sign}${formats.money(difference, repriced.booking.currency)})` : "";
  return (
    <Radio.Group
      mt="sm"
      label={t("stay.priceAfter")}
      value={isNew ? "new" : "kept"}
      onChange={(value) => choose(value === "new")}
    >
      <Stack gap="xs" mt="xs">
        <Radio value="new" label={`${t("stay.newPrice", { price: money(repriced) })}${added}`} />
        <Radio value="kept" label={t("stay.keepPrice", { price: money(kept) })} disabled={!canKeep(previews)} />
      </Stack>
    </Radio.Group>
  );
}
