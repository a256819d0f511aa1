import { CloseButton, Group, Select } from "@mantine/core";
import type { Choice } from "../../../components/fields/use-choices.ts";
import { useI18n } from "../../../i18n/i18n.ts";

interface LanguageChoiceProps {
  readonly languages: readonly Choice[];
  readonly chosen: readonly string[];
  readonly problem: string | undefined;
  readonly choose: (languages: readonly string[]) => void;
}

/** The languages that a contact speaks, each with a button that removes it, and a list of the others. */
export function LanguageChoice({ languages, chosen, problem, choose }: LanguageChoiceProps) {
  const { t } = useI18n();
  return (
    <div>
      <Select
        searchable
        label={t("contacts.languages")}
        placeholder={t("contacts.addLanguage")}
        nothingFoundMessage={t("rentalEditor.noChoice")}
        data={languages.filter(({ value }) => !chosen.includes(value))}
        value={null}
        error={problem}
        onChange={(language) => language && choose([...chosen, language])}
      />
      <Group gap="xs" mt="xs">
        {languages
          .filter(({ value }) => chosen.includes(value))
          .map(({ value, label }) => (
            <Group key={value} gap={2}>
              {label}
              <CloseButton
                size="sm"
                aria-label={t("records.of", { action: t("records.remove"), name: label })}
                onClick={() => choose(chosen.filter((one) => one !== value))}
              />
            </Group>
          ))}
      </Group>
    </div>
  );
}
