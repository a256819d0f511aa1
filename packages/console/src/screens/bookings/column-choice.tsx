import { Checkbox } from "@mantine/core";
import { useWords } from "../../words/words.tsx";
import { type ColumnName, columnNames, fixedColumn } from "./column-names.ts";

interface ColumnChoiceProps {
  readonly chosen: readonly ColumnName[];
  readonly choose: (names: readonly ColumnName[]) => void;
}

/** Which columns the list has; this browser keeps them. */
export function ColumnChoice({ chosen, choose }: ColumnChoiceProps) {
  const { words } = useWords();
  return (
    <details className="choice">
      <summary>{words.bookings.chooseColumns}</summary>
      <fieldset>
        <legend className="unseen">{words.bookings.chooseColumns}</legend>
        {columnNames.map((name) => (
          <Checkbox
            key={name}
            label={words.bookings.columns[name]}
            checked={chosen.includes(name)}
            disabled={name === fixedColumn}
            onChange={({ currentTarget: { checked } }) =>
              choose(columnNames.filter((one) => (one === name ? checked : chosen.includes(one))))
            }
          />
        ))}
      </fieldset>
    </details>
  );
}
