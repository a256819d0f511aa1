import { Button, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import { BookingLink } from "../../components/bookings/panel/booking-link.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { dayOf } from "../../components/days.ts";
import { useNotices } from "../../components/notices.tsx";
import { useFormats } from "../../components/use-formats.ts";
import { useI18n } from "../../i18n/i18n.ts";
import type { EditedRental } from "./edited-rental.ts";

/**
 * Deletes a rental, which only owners may. Current and upcoming bookings prevent it, so the dialog names them; else it asks for the
 * rental's name, because nothing restores it.
 */
export function RemoveRental({ rental }: { readonly rental: EditedRental }) {
  const { t } = useI18n();
  const { client, account } = useSession();
  const { notify } = useNotices();
  const formats = useFormats();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const [typed, setTyped] = useState("");
  const name = String(rental.name);
  const ahead = useQuery({
    queryKey: [account.id, "bookings", "ahead", rental.id],
    enabled: isAsking,
    queryFn: async ({ signal }) => {
      const query = {
        rental_id: [rental.id],
        status: ["booked" as const, "tentative" as const],
      };
      return (await client.GET("/bookings", { params: { query }, signal })).data.bookings;
    },
  });
  const act = async () => {
    await client.DELETE("/rentals/{rental_id}", { params: { path: { rental_id: rental.id } } });
    await navigate({ to: "/rentals" });
    await queries.invalidateQueries({ queryKey: [account.id] });
  };
  return (
    <>
      <Button
        color="red"
        variant="outline"
        onClick={() => {
          setTyped("");
          setAsking(true);
        }}
      >
        {t("rentalWizard.delete")}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t("rentalWizard.deleteTitle", { name })}
          confirmLabel={t("rentalWizard.delete")}
          isReady={ahead.data?.length === 0 && typed.trim() === name.trim()}
          act={act}
          done={() => notify({ text: t("rentalWizard.deleted", { name }) })}
          close={() => setAsking(false)}
        >
          {ahead.data && ahead.data.length > 0 ? (
            <>
              <p>{t("rentalWizard.inTheWay")}</p>
              <ul>
                {ahead.data.map(({ id, reference, start_at, end_at }) => (
                  <li key={id}>
                    <BookingLink id={id}>
                      {`${reference ?? id} · ${formats.date(dayOf(start_at))} – ${formats.date(dayOf(end_at))}`}
                    </BookingLink>
                  </li>
                ))}
              </ul>
            </>
          ) : (
            <>
              <p>{t("rentalWizard.deleting")}</p>
              <TextInput
                data-autofocus
                autoComplete="off"
                label={t("rentalWizard.typeName", { name })}
                value={typed}
                onChange={({ currentTarget }) => setTyped(currentTarget.value)}
              />
            </>
          )}
        </ConfirmDialog>
      )}
    </>
  );
}
