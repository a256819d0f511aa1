import { Alert, Button, Group } from "@mantine/core";
import { useI18n } from "../../i18n/i18n.ts";
import classes from "./conflict.module.css";
import type { Conflict } from "./use-conditional-form.ts";

interface ConflictViewProps<D> {
  readonly title: string;
  readonly conflict: Conflict<D> | undefined;
  readonly nameOf: (field: keyof D & string) => string;
  /** A field's value for people; empty for none. */
  readonly textOf: (draft: D, field: keyof D & string) => string;
  readonly keepMine: () => void;
  readonly takeTheirs: () => void;
}

/** Both values of each field that another person also changed, and the choice between them. */
export function ConflictView<D>(props: ConflictViewProps<D>) {
  const { title, conflict, nameOf, textOf, keepMine, takeTheirs } = props;
  const { t } = useI18n();
  if (!conflict) return null;
  const { mine, now, fields } = conflict;
  return (
    <Alert color="orange" mt="sm" role="alert" title={title}>
      <table className={classes.conflict}>
        <thead>
          <tr>
            <td />
            <th scope="col">{t("conflict.mine")}</th>
            <th scope="col">{t("conflict.now")}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field}>
              <th scope="row">{nameOf(field)}</th>
              <td>{textOf(mine, field) || "–"}</td>
              <td>{textOf(now, field) || "–"}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Group gap="xs" mt="sm">
        <Button size="xs" onClick={keepMine}>
          {t("conflict.keepMine")}
        </Button>
        <Button size="xs" variant="default" onClick={takeTheirs}>
          {t("conflict.takeTheirs")}
        </Button>
      </Group>
    </Alert>
  );
}
