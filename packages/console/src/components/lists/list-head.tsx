import { VisuallyHidden } from "@mantine/core";
import { useI18n } from "../../i18n/i18n.ts";

interface ListHeadProps {
  readonly titles: readonly string[];
  /** Titles of amounts, which follow the others. */
  readonly figures: readonly string[];
  /** The class of a column of amounts. */
  readonly figureClass: string | undefined;
}

/** A table's head: titles, amounts, and a last column of buttons without a visible title. */
export function ListHead({ titles, figures, figureClass }: ListHeadProps) {
  const { t } = useI18n();
  return (
    <thead>
      <tr>
        {titles.map((title) => (
          <th key={title} scope="col">
            {title}
          </th>
        ))}
        {figures.map((title) => (
          <th key={title} scope="col" className={figureClass}>
            {title}
          </th>
        ))}
        <th scope="col">
          <VisuallyHidden>{t("money.steps")}</VisuallyHidden>
        </th>
      </tr>
    </thead>
  );
}
