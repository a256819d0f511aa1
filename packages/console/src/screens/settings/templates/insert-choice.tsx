import { NativeSelect } from "@mantine/core";
import { useI18n } from "../../../i18n/i18n.ts";
import { names, passages } from "./placeholders.ts";

interface InsertChoiceProps {
  /** Names the text, for people who do not see where the list stands. */
  readonly label: string;
  readonly insert: (text: string) => void;
}

/** A list of placeholders for a text. The chosen one is inserted at the cursor's last position. */
export function InsertChoice({ label, insert }: InsertChoiceProps) {
  const { t } = useI18n();
  const ofSubjects = Object.entries(names).map(([subject, ofSubject]) => ({
    group: t.find(`templates.subjects.${subject}`) ?? subject,
    items: ofSubject.map((name) => ({
      value: `{{${subject}.${name}}}`,
      label: t.find(`templates.names.${subject}.${name}`) ?? name,
    })),
  }));
  const ready = t.namesBelow("templates.passages").map((one) => ({
    value: passages[one],
    label: t(`templates.passages.${one}`),
  }));
  return (
    <NativeSelect
      size="xs"
      aria-label={label}
      value=""
      onChange={({ currentTarget }) => currentTarget.value && insert(currentTarget.value)}
      data={[
        { value: "", label: t("templates.insert") },
        ...ofSubjects,
        { group: t("templates.subjects.passages"), items: ready },
      ]}
    />
  );
}
