import { CloseButton, Group, Select } from "@mantine/core";
import type { Choice } from "../../../components/fields/use-choices.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import classes from "./automations.module.css";

interface ListChoiceProps {
  readonly label: string;
  readonly data: readonly Choice[];
  readonly chosen: readonly string[];
  readonly problem: string | undefined;
  readonly choose: (chosen: readonly string[]) => void;
}

/** The chosen records, each with a button that removes it, and a list of the others. Without any, all count. */
export function ListChoice({ label, data, chosen, problem, choose }: ListChoiceProps) {
  const { t } = useI18n();
  return (
    <div className={classes.double}>
      <Select
        searchable
        label={label}
        placeholder={chosen.length === 0 ? t("automations.all") : undefined}
        nothingFoundMessage={t("automations.noChoice")}
        comboboxProps={{ withinPortal: false }}
        data={data.filter(({ value }) => !chosen.includes(value))}
        value={null}
        error={problem}
        onChange={(value) => value && choose([...chosen, value])}
      />
      <Group gap="xs">
        {data
          .filter(({ value }) => chosen.includes(value))
          .map(({ value, label: name }) => (
            <Group key={value} gap={2}>
              {name}
              <CloseButton
                size="sm"
                aria-label={t("records.of", { action: t("records.remove"), name })}
                onClick={() => choose(chosen.filter((one) => one !== value))}
              />
            </Group>
          ))}
      </Group>
    </div>
  );
}
