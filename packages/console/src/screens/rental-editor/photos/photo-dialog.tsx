import { NativeSelect, TextInput } from "@mantine/core";
import { fieldProblem } from "../../../components/form-problems.tsx";
import { ConditionalDialog } from "../../../components/records/conditional-dialog.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import type { Photo } from "./photo-reads.ts";
import { usePhotoWriting } from "./photo-writing.ts";

/** The maximum length of a description. */
const maxLength = 80;

interface PhotoDialogProps {
  readonly rental: number;
  readonly photo: Photo;
  readonly locales: readonly string[];
  readonly close: () => void;
}

/** The kind (empty for none), and the descriptions by field, such as `description_en`. */
type Draft = Readonly<Record<string, string>>;

const descriptionIn = (locale: string): string => `description_${locale}`;

/** A photo's kind, and its description in each of the account's locales. */
export function PhotoDialog({ rental, photo, locales, close }: PhotoDialogProps) {
  const { language, t } = useI18n();
  const { read, change } = usePhotoWriting(rental);
  const languages = new Intl.DisplayNames(language, { type: "language" });
  const kinds = t.namesBelow("photos.kinds");
  const kindOf = (name: string | undefined) => kinds.find((kind) => kind === name);
  const labelOf = (locale: string) => t("photos.descriptionIn", { language: languages.of(locale) ?? locale });
  return (
    <ConditionalDialog
      title={t("photos.change")}
      record={`photos ${photo.id}`}
      excluded={["kind", ...locales.map(descriptionIn)]}
      read={() => read(photo.id)}
      draftOf={({ kind, description }): Draft => ({
        ...Object.fromEntries(locales.map((locale) => [descriptionIn(locale), description[locale] ?? ""])),
        kind: kind ?? "",
      })}
      write={(seen, draft) => {
        const texts = locales.map((locale) => [locale, draft[descriptionIn(locale)] || null]);
        return change(seen, { description: Object.fromEntries(texts), kind: kindOf(draft.kind) ?? null });
      }}
      saved={t("photos.changed")}
      nameOf={(field) => {
        const locale = locales.find((one) => descriptionIn(one) === field);
        return locale === undefined ? t("photos.kind") : labelOf(locale);
      }}
      textOf={(draft, field) => {
        const kind = field === "kind" ? kindOf(draft.kind) : undefined;
        return kind ? t(`photos.kinds.${kind}`) : (draft[field] ?? "");
      }}
      close={close}
    >
      {({ draft, setDraft, error }) => {
        const fieldOf = (name: string) => ({
          value: draft[name] ?? "",
          error: fieldProblem(error, name),
          onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
            setDraft((before) => ({ ...before, [name]: value })),
        });
        return (
          <>
            {locales.map((locale) => (
              <TextInput
                key={locale}
                lang={locale}
                maxLength={maxLength}
                label={labelOf(locale)}
                {...fieldOf(descriptionIn(locale))}
              />
            ))}
            <NativeSelect
              label={t("photos.kind")}
              data={[
                { value: "", label: t("photos.noKind") },
                ...kinds.map((kind) => ({ value: kind, label: t(`photos.kinds.${kind}`) })),
              ]}
              {...fieldOf("kind")}
            />
          </>
        );
      }}
    </ConditionalDialog>
  );
}
