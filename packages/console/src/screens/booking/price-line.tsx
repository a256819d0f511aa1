import type { ReactNode } from "react";
import { useI18n } from "../../i18n/i18n.ts";

interface PriceLineProps {
  readonly name: string;
  readonly amount: string;
  /** Counts in no sum. */
  readonly isApart?: boolean;
  readonly remove?: () => void;
  readonly children?: ReactNode;
}

/** A line of the bill: its name with what it comes from, and its amount. */
export function PriceLine({ name, amount, isApart = false, remove, children }: PriceLineProps) {
  const { t } = useI18n();
  return (
    <tr className={isApart ? "included" : ""}>
      <th scope="row">
        {name}
        {children}
        {remove && (
          <button type="button" className="quiet remove" aria-label={t("booking.removeFee", { name })} onClick={remove}>
            {t("booking.remove")}
          </button>
        )}
      </th>
      <td>{amount}</td>
    </tr>
  );
}
