import { Button } from "@mantine/core";
import { TicketPercent } from "lucide-react";
import { useState } from "react";
import { useSession } from "../../../app/session.tsx";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import type { Formats } from "../../../components/formats.ts";
import { useNotices } from "../../../components/notices.tsx";
import { Pending } from "../../../components/pending.tsx";
import { RecordList, RecordRow } from "../../../components/records/record-row.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import type { CalendarRental } from "../../calendar/rentals.ts";
import { CodeDialog } from "./code-dialog.tsx";
import { type DiscountCode, useCodes, useCodeWriting } from "./codes.ts";
import { useCodeWords } from "./use-code-words.ts";

interface CodesViewProps {
  readonly rentals: readonly CalendarRental[];
  readonly formats: Formats;
}

/** The discount codes that guests enter: what each one gives, and how often it was used. */
export function CodesView({ rentals, formats }: CodesViewProps) {
  const { t } = useI18n();
  const { may } = useSession();
  const { notify } = useNotices();
  const { end } = useCodeWriting();
  const wordsOf = useCodeWords(rentals, formats);
  const codes = useCodes();
  const [edited, setEdited] = useState<DiscountCode | "new">();
  const [ended, setEnded] = useState<DiscountCode>();
  if (!codes.data) return <Pending reads={[codes]} />;
  const mayWrite = may("discount_code_write");
  const add = mayWrite && <Button onClick={() => setEdited("new")}>{t("codes.add")}</Button>;
  return (
    <section>
      {codes.data.length === 0 ? <EmptyState icon={TicketPercent} text={t("codes.none")} action={add} /> : add}
      <RecordList label={t("rates.views.codes")}>
        {codes.data.map((code) => (
          <RecordRow
            key={code.id}
            name={code.discount_code}
            edit={mayWrite ? () => setEdited(code) : undefined}
            remove={mayWrite ? () => setEnded(code) : undefined}
            removeLabel={t("codes.end")}
          >
            <p>{wordsOf(code)}</p>
          </RecordRow>
        ))}
      </RecordList>
      {edited && (
        <CodeDialog
          id={edited === "new" ? undefined : edited.id}
          rentals={rentals}
          close={() => setEdited(undefined)}
        />
      )}
      {ended && (
        <ConfirmDialog
          title={t("codes.endTitle", { code: ended.discount_code })}
          confirmLabel={t("codes.endNow")}
          act={() => end(ended)}
          done={() => notify({ text: t("codes.ended", { code: ended.discount_code }) })}
          close={() => setEnded(undefined)}
        >
          <p>{t("codes.ending")}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
