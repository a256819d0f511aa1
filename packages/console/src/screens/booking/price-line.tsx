import { CloseButton } from "@mantine/core";
import type { ReactNode } from "react";
import { useI18n } from "../../i18n/i18n.ts";
import lines from "./lines.module.css";

interface PriceLineProps {
  readonly name: string;
  readonly amount: string;
  /** Shown, but not part of the sum. */
  readonly isApart?: boolean;
  readonly remove?: () => void;
  readonly children?: ReactNode;
}

/** A line of the bill: name, details, amount. */
export function PriceLine({ name, amount, isApart = false, remove, children }: PriceLineProps) {
  const { t } = useI18n();
  return (
    <tr className={isApart ? lines.included : undefined}>
      <th scope="row">
        {name}
        {children}
      </th>
      <td>{amount}</td>
      <td className={lines.remove}>
        {remove && <CloseButton size="sm" aria-label={t("booking.removeFee", { name })} onClick={remove} />}
      </td>
    </tr>
  );
}
