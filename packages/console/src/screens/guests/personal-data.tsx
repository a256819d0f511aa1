import { Button, Group, Modal } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import { FormProblems } from "../../components/form-problems.tsx";
import { useNotices } from "../../components/notices.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import classes from "./guest.module.css";
import type { Guest } from "./guests.ts";

/** A guest's data rights: export, restriction and erasure (bookings.md, Personal data). */
export function PersonalData({ guest }: { readonly guest: Guest }) {
  const { t } = useI18n();
  const { client, account } = useSession();
  const { notify } = useNotices();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const params = { path: { client_id: guest.id } };
  // Every resource that names the guest may have changed.
  const invalidate = () => queries.invalidateQueries({ queryKey: [account.id] });
  const isRestricted = guest.processing_restricted_at !== null;
  const restrict = async (restricted: boolean) => {
    if (restricted) await client.POST("/clients/{client_id}/restrict_processing", { params });
    else await client.POST("/clients/{client_id}/lift_restriction", { params });
    await invalidate();
  };
  const restricting = useMutation({
    mutationFn: restrict,
    onSuccess: (_, now) =>
      notify({ text: now ? t("guest.restrictedNow") : t("guest.lifted"), undo: () => restrict(!now) }),
  });
  const exporting = useMutation({
    mutationFn: async () => {
      const one = { path: { client_id: [guest.id] } };
      const { data } = await client.GET("/clients/{client_id}/export", { params: one });
      download(JSON.stringify(data, null, 2), `guest-${guest.id}.json`);
    },
  });
  const forgetting = useMutation({
    mutationFn: async () => {
      const { data } = await client.POST("/clients/{client_id}/forget", { params });
      await invalidate();
      return data.meta.remains;
    },
    onSuccess: (remains) => {
      setAsking(false);
      notify({ text: t("guest.forgotten", { remains: remains.join(" ") }) });
    },
  });
  return (
    <section className={classes.card}>
      <h3>{t("guest.privacy")}</h3>
      <Group gap="xs">
        <Button variant="default" loading={exporting.isPending} onClick={() => exporting.mutate()}>
          {t("guest.export")}
        </Button>
        <Button variant="default" loading={restricting.isPending} onClick={() => restricting.mutate(!isRestricted)}>
          {isRestricted ? t("guest.lift") : t("guest.restrict")}
        </Button>
        <Button color="red" variant="outline" onClick={() => setAsking(true)}>
          {t("guest.forget")}
        </Button>
      </Group>
      <FormProblems error={exporting.error ?? restricting.error} excluded={[]} />
      <Modal
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t("guest.forget")}
        closeButtonProps={{ "aria-label": t("guest.keep") }}
      >
        <p>{t("guest.sure")}</p>
        <FormProblems error={forgetting.error} excluded={[]} />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => setAsking(false)}>
            {t("guest.keep")}
          </Button>
          <Button color="red" loading={forgetting.isPending} onClick={() => forgetting.mutate()}>
            {t("guest.forgetNow")}
          </Button>
        </Group>
      </Modal>
    </section>
  );
}

function download(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
