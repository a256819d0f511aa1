import { Button } from "@mantine/core";
import { useSession } from "../../app/session.tsx";
import type { BookingRecord } from "../../components/bookings/booking-record.ts";
import { FormProblems } from "../../components/form-problems.tsx";
import type { Formats } from "../../components/formats.ts";
import { Pending } from "../../components/pending.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import classes from "./booking.module.css";
import { Card } from "./card.tsx";
import { Facts } from "./facts.tsx";
import { type AgreementSignature, type GuestForm, useDocuments, useGuestPortal } from "./guest-portal.ts";

interface PortalCardProps {
  readonly booking: BookingRecord;
  readonly formats: Formats;
}

/** The guest's form, documents and signatures from the portal. Hidden until there is something. */
export function PortalCard({ booking, formats }: PortalCardProps) {
  const { t } = useI18n();
  const portal = useGuestPortal(booking);
  if (portal.error)
    return (
      <Card title={t("guestPortal.title")}>
        <Pending reads={[portal]} />
      </Card>
    );
  const { form, signatures = [] } = portal.data ?? {};
  if (!form && signatures.length === 0) return null;
  const timeZone = booking.rental?.time_zone;
  return (
    <Card title={t("guestPortal.title")}>
      {form && <Form form={form} formats={formats} timeZone={timeZone} />}
      <ul className={classes.entries}>
        {signatures.map((signature) => (
          <Signature key={signature.id} signature={signature} formats={formats} timeZone={timeZone} />
        ))}
      </ul>
    </Card>
  );
}

interface Zoned {
  readonly formats: Formats;
  readonly timeZone: string | undefined;
}

function Form({ form, formats, timeZone }: Zoned & { readonly form: GuestForm }) {
  const { t } = useI18n();
  const { may } = useSession();
  return (
    <>
      <Facts
        facts={[
          [t("guestPortal.guests"), form.guests?.join(", ")],
          [t("guestPortal.sent"), formats.moment(form.submitted_at, timeZone)],
          [
            t("guestPortal.documents"),
            form.documents_erased_at &&
              t("guestPortal.erased", { moment: formats.moment(form.documents_erased_at, timeZone) }),
          ],
        ]}
      />
      {form.has_documents && may("clients_write") && <Documents form={form.id} />}
    </>
  );
}

/** The documents, decrypted only on request. */
function Documents({ form }: { readonly form: number }) {
  const { t } = useI18n();
  const documents = useDocuments(form);
  if (!documents.data)
    return (
      <>
        <FormProblems error={documents.error} excluded={[]} />
        <Button size="compact-sm" variant="default" loading={documents.isPending} onClick={() => documents.mutate()}>
          {t("guestPortal.showDocuments")}
        </Button>
      </>
    );
  return (
    <ul className={classes.entries}>
      {documents.data.map(({ name, birth_date, nationality, kind, number }) => (
        <li key={`${name} ${number}`}>
          <strong>{name}</strong>
          <p>{[t(`guestPortal.kinds.${kind}`), number, nationality, birth_date].filter(Boolean).join(" · ")}</p>
        </li>
      ))}
    </ul>
  );
}

function Signature({ signature, formats, timeZone }: Zoned & { readonly signature: AgreementSignature }) {
  const { t } = useI18n();
  const { name, signed_at, pdf_url: pdf } = signature;
  const when = formats.moment(signed_at, timeZone);
  return (
    <li>
      <p>{t("guestPortal.signed", { name, moment: when })}</p>
      {pdf && (
        <a href={pdf} target="_blank" rel="noreferrer">
          {t("guestPortal.pdf")}
        </a>
      )}
    </li>
  );
}
