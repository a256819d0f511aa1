import type { ReactNode } from "react";
import { useWords } from "../../words/words.tsx";

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
  const { words } = useWords();
  return (
    <tr className={isApart ? "included" : ""}>
      <th scope="row">
        {name}
        {children}
        {remove && (
          <button type="button" className="quiet remove" aria-label={words.booking.removeFee(name)} onClick={remove}>
            {words.booking.remove}
          </button>
        )}
      </th>
      <td>{amount}</td>
    </tr>
  );
}
