import { Button, Group, Modal } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useI18n } from "../../i18n/i18n.ts";
import { DialogFooter } from "../dialog-footer.tsx";
import { FormProblems } from "../form-problems.tsx";
import { useNotices } from "../notices.tsx";

interface PersonalDataDialogProps {
  /** The person, as the dialog names them. */
  readonly name: string;
  readonly isRestricted: boolean;
  /** The consequences of erasing. */
  readonly erasing: string;
  readonly restrict: () => Promise<unknown>;
  readonly lift: () => Promise<unknown>;
  /** @returns what remains, in sentences */
  readonly erase: () => Promise<readonly string[]>;
  readonly close: () => void;
}

/** Restricts the processing of a person's data, or erases it, which is final (docs/concepts/personal-data.md). */
export function PersonalDataDialog(props: PersonalDataDialogProps) {
  const { name, isRestricted, erasing, restrict, lift, erase, close } = props;
  const { t } = useI18n();
  const { notify } = useNotices();
  const [isAsking, setAsking] = useState(false);
  const finish = (text: string) => {
    close();
    notify({ text });
  };
  const restricting = useMutation({
    mutationFn: isRestricted ? lift : restrict,
    onSuccess: () => finish(isRestricted ? t("guest.lifted") : t("guest.restrictedNow")),
  });
  const erasingNow = useMutation({
    mutationFn: erase,
    onSuccess: (remains) => finish(t("privacy.erased", { remains: remains.join(" ") }).trim()),
  });
  return (
    <Modal
      opened
      onClose={close}
      title={t("privacy.of", { name })}
      closeButtonProps={{ "aria-label": t("settings.cancel") }}
    >
      {isAsking ? (
        <>
          <p>{erasing}</p>
          <FormProblems error={erasingNow.error} excluded={[]} />
          <DialogFooter>
            <Button data-autofocus variant="default" onClick={() => setAsking(false)}>
              {t("guest.keep")}
            </Button>
            <Button color="red" loading={erasingNow.isPending} onClick={() => erasingNow.mutate()}>
              {t("guest.forgetNow")}
            </Button>
          </DialogFooter>
        </>
      ) : (
        <>
          <p>{isRestricted ? t("privacy.restricted") : t("privacy.about")}</p>
          <FormProblems error={restricting.error} excluded={[]} />
          <Group gap="xs" mt="md">
            <Button variant="default" loading={restricting.isPending} onClick={() => restricting.mutate()}>
              {isRestricted ? t("guest.lift") : t("guest.restrict")}
            </Button>
            <Button color="red" variant="outline" onClick={() => setAsking(true)}>
              {t("privacy.erase")}
            </Button>
          </Group>
        </>
      )}
    </Modal>
  );
}
