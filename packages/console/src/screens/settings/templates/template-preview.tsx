import { Alert } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSession } from "../../../app/session.tsx";
import { FormProblems } from "../../../components/form-problems.tsx";
import { useLocaleNames, writtenTexts } from "../../../components/locale-texts.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { BookingChoice } from "./booking-choice.tsx";
import classes from "./templates.module.css";

const typingMs = 400;

/** The texts as one booking's guest would read them, while the person writes. */
export function TemplatePreview({ texts }: { readonly texts: Readonly<Record<string, string>> }) {
  const { t } = useI18n();
  const nameOf = useLocaleNames();
  const [booking, setBooking] = useState<number>();
  const preview = usePreview(booking, texts);
  const shown = booking === undefined ? undefined : preview.data;
  return (
    <div className={classes.preview}>
      <h3>{t("templates.preview")}</h3>
      <BookingChoice choose={setBooking} />
      {booking !== undefined && <FormProblems error={preview.error} excluded={[]} title={t("templates.unreadable")} />}
      {shown && !preview.error && (
        <>
          {shown.warnings.length > 0 && (
            <Alert color="yellow" title={t("templates.empty")}>
              <ul>
                {shown.warnings.map(({ part, name, line }) => (
                  <li key={`${part} ${name}`}>
                    {t(`templates.emptyIn.${part}`, { name: `{{${name}}}`, line: String(line) })}
                  </li>
                ))}
              </ul>
            </Alert>
          )}
          <article className={classes.letter} lang={shown.locale}>
            {shown.subject !== null && <strong>{shown.subject}</strong>}
            <p>{shown.content}</p>
          </article>
          <p className="hint">{t("templates.previewIn", { language: nameOf(shown.locale) })}</p>
        </>
      )}
    </div>
  );
}

function usePreview(booking: number | undefined, texts: Readonly<Record<string, string>>) {
  const { client, account } = useSession();
  const [written] = useDebouncedValue(texts, typingMs);
  return useQuery({
    queryKey: [account.id, "template preview", booking, written],
    queryFn: async ({ signal }) => {
      const { data } = await client.POST("/bookings/{booking_id}/preview_template", {
        params: { path: { booking_id: booking ?? 0 } },
        body: { bookings: [writtenTexts(written)] },
        signal,
      });
      const preview = "template_previews" in data ? data.template_previews[0] : undefined;
      if (!preview) throw new TypeError("The response contains no text.");
      return preview;
    },
    enabled: booking !== undefined,
    placeholderData: (before) => before,
    retry: false,
    gcTime: 0,
  });
}
