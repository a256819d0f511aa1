import { Radio } from "@mantine/core";
import { useI18n } from "../../../i18n/i18n.ts";
import type { Formats } from "../../formats.ts";
import { MoneyInput } from "../../money-input.tsx";
import styles from "./move.module.css";
import type { FoundMove } from "./move.ts";
import { type Change, isOtherStay } from "./move-target.ts";

/** The previews at the agreed and at today's prices. */
export interface Previews {
  readonly kept: FoundMove | undefined;
  readonly repriced: FoundMove | undefined;
}

export const priceNames = ["new", "kept", "own"] as const;
export type PriceName = (typeof priceNames)[number];

const canKeep = ({ kept }: Previews): boolean => kept?.problems.rental_id === undefined;
export const canReprice = ({ repriced }: Previews): boolean =>
  repriced !== undefined && repriced.problems.reprice === undefined && repriced.booking.final_price !== null;
const isSame = ({ kept, repriced }: Previews): boolean =>
  kept?.booking.final_price === repriced?.booking.final_price && kept?.booking.currency === repriced?.booking.currency;

/** The price that the change takes. @param chosen undefined until the person decides */
export function priceOf(previews: Previews, change: Change, chosen: PriceName | undefined): PriceName {
  if (chosen === "own") return "own";
  if (!canReprice(previews)) return "kept";
  if (!canKeep(previews)) return "new";
  return chosen ?? (!isSame(previews) && isOtherStay(change) ? "new" : "kept");
}

interface PriceChoiceProps extends Previews {
  readonly chosen: PriceName;
  readonly choose: (price: PriceName) => void;
  readonly own: string;
  readonly setOwn: (price: string) => void;
  readonly formats: Formats;
}

/** The agreed price, today's and an own one, to choose from. */
export function PriceChoice(props: PriceChoiceProps) {
  const { kept, repriced, chosen, choose, own, setOwn, formats } = props;
  const { t } = useI18n();
  if (!kept) return null;
  const previews = { kept, repriced };
  const money = ({ booking: { final_price, currency } }: FoundMove) =>
    final_price === null ? "–" : formats.money(final_price, currency);
  const { currency } = (repriced ?? kept).booking;
  const isNewOffered = canReprice(previews) && !isSame(previews);
  const difference = Number(repriced?.booking.final_price) - Number(kept.booking.final_price ?? 0);
  const added = canKeep(previews) ? ` (${difference > 0 ? "+" : ""}${formats.money(difference, currency)})` : "";
  const labels: Readonly<Record<PriceName, string>> = {
    new: repriced ? `${t("stay.newPrice", { price: money(repriced) })}${added}` : "",
    kept: t("stay.keepPrice", { price: money(kept) }),
    own: t("stay.ownPrice"),
  };
  return (
    <>
      {repriced && !canReprice(previews) && <p className={styles.price}>{t("stay.noNewPrice")}</p>}
      <Radio.Group
        mt="sm"
        label={t("stay.priceAfter")}
        value={chosen}
        onChange={(value) => choose(priceNames.find((one) => one === value) ?? "kept")}
      >
        <div className={styles.choices}>
          {priceNames
            .filter((name) => name !== "new" || isNewOffered)
            .map((name) => (
              <Radio
                key={name}
                value={name}
                label={labels[name]}
                className={styles.choice ?? ""}
                disabled={name === "kept" && !canKeep(previews)}
              />
            ))}
        </div>
      </Radio.Group>
      {chosen === "own" && (
        <MoneyInput
          currency={currency}
          mt="xs"
          data-autofocus
          label={t("book.ownPrice", { currency })}
          value={own}
          onChange={(value) => setOwn(String(value))}
        />
      )}
    </>
  );
}
