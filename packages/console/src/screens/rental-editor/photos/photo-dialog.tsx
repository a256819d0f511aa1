import { NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import { fieldProblem } from "../../../components/form-problems.tsx";
import type { Notice } from "../../../components/notices.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import { TermDialog } from "../term-dialog.tsx";
import type { Photo } from "./photo-reads.ts";
import { type PhotoWords, usePhotoWriting } from "./photo-writing.ts";

/** The maximum length of a description. */
const maxLength = 80;

interface PhotoDialogProps {
  readonly rental: number;
  readonly photo: Photo;
  readonly locales: readonly string[];
  readonly close: () => void;
}

/** A photo's kind, and its description in each of the account's locales. */
export function PhotoDialog({ rental, photo, locales, close }: PhotoDialogProps) {
  const { language, t } = useI18n();
  const { change } = usePhotoWriting(rental);
  const languages = new Intl.DisplayNames(language, { type: "language" });
  const stored: PhotoWords = {
    description: Object.fromEntries(locales.map((locale) => [locale, photo.description[locale] ?? null])),
    kind: photo.kind,
  };
  const [typed, setTyped] = useState(stored);
  const save = async (): Promise<Notice> => {
    await change(photo, typed);
    return { text: t("photos.changed"), undo: () => change(photo, stored) };
  };
  return (
    <TermDialog
      title={t("photos.change")}
      excluded={["kind", ...locales.map((locale) => `description_${locale}`)]}
      {...{ save, close }}
    >
      {(error) => (
        <>
          {locales.map((locale) => (
            <TextInput
              key={locale}
              lang={locale}
              maxLength={maxLength}
              label={t("photos.descriptionIn", { language: languages.of(locale) ?? locale })}
              value={typed.description[locale] ?? ""}
              error={fieldProblem(error, `description_${locale}`)}
              onChange={({ currentTarget }) =>
                setTyped({ ...typed, description: { ...typed.description, [locale]: currentTarget.value || null } })
              }
            />
          ))}
          <NativeSelect
            label={t("photos.kind")}
            value={typed.kind ?? ""}
            error={fieldProblem(error, "kind")}
            data={[
              { value: "", label: t("photos.noKind") },
              ...t.namesBelow("photos.kinds").map((kind) => ({ value: kind, label: t(`photos.kinds.${kind}`) })),
            ]}
            onChange={({ currentTarget }) =>
              setTyped({
                ...typed,
                kind: t.namesBelow("photos.kinds").find((kind) => kind === currentTarget.value) ?? null,
              })
            }
          />
        </>
      )}
    </TermDialog>
  );
}
