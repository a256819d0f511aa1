import { Button, Group, Modal, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import { useDraft } from "../../components/draft/use-draft.ts";
import { FormProblems, fieldProblem } from "../../components/form-problems.tsx";
import { LanguageSelect } from "../../components/guests/language-select.tsx";
import { useNotices } from "../../components/notices.tsx";
import { useSubmit } from "../../components/use-submit.ts";
import { useI18n } from "../../i18n/i18n.ts";

const empty = { fullname: "", phone: "", email: "", preferred_locale: "", notes: "" };

/** The button and the dialog for a guest who calls. */
export function NewGuest() {
  const { t } = useI18n();
  const { may } = useSession();
  const [isOpen, dialog] = useDisclosure();
  if (!may("clients_write")) return null;
  return (
    <>
      <Button leftSection={<Plus aria-hidden size={16} />} onClick={dialog.open}>
        {t("guests.new")}
      </Button>
      <Modal
        opened={isOpen}
        onClose={dialog.close}
        title={t("guests.new")}
        closeButtonProps={{ "aria-label": t("guests.cancel") }}
      >
        <NewGuestForm close={dialog.close} />
      </Modal>
    </>
  );
}

/** Creates a guest with a number and an address in one request. The draft outlives the dialog. */
function NewGuestForm({ close }: { readonly close: () => void }) {
  const { t } = useI18n();
  const { client, account } = useSession();
  const { notify } = useNotices();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const kept = useDraft("guest.new", empty);
  const form = useForm({ initialValues: kept.draft, onValuesChange: (values) => kept.change(() => values) });
  const creating = useSubmit({
    mutationFn: async ({ fullname, phone, email, preferred_locale, notes }: typeof empty) => {
      const made = {
        ...{ fullname: fullname.trim(), notes: notes.trim() || null, preferred_locale: preferred_locale || null },
        phones: phone.trim() === "" ? [] : [{ label: "default", number: phone.trim() }],
        emails: email.trim() === "" ? [] : [{ label: "default", email: email.trim() }],
      };
      const { data } = await client.POST("/clients", { body: { clients: [made] }, idempotencyKey });
      await queries.invalidateQueries({ queryKey: [account.id, "clients"] });
      return data.clients[0]?.id;
    },
    onSuccess: (guest) => {
      kept.clear();
      close();
      notify({ text: t("guests.created") });
      if (guest !== undefined) void navigate({ to: "/guests", search: { guest } });
    },
  });
  const { error } = creating;
  return (
    <form onSubmit={form.onSubmit((values) => creating.submit(values))}>
      <TextInput
        data-autofocus
        required
        label={t("guest.name")}
        {...form.getInputProps("fullname")}
        error={fieldProblem(error, "fullname")}
      />
      <TextInput
        type="tel"
        label={t("guest.phone")}
        {...form.getInputProps("phone")}
        error={fieldProblem(error, "phones")}
      />
      <TextInput
        label={t("guest.email")}
        inputMode="email"
        {...form.getInputProps("email")}
        error={fieldProblem(error, "emails")}
      />
      <LanguageSelect
        value={form.values.preferred_locale}
        error={fieldProblem(error, "preferred_locale")}
        choose={(locale) => form.setFieldValue("preferred_locale", locale)}
      />
      <Textarea
        rows={3}
        label={t("guest.notes")}
        {...form.getInputProps("notes")}
        error={fieldProblem(error, "notes")}
      />
      <FormProblems error={error} excluded={["fullname", "phones", "emails", "preferred_locale", "notes"]} />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={close}>
          {t("guests.cancel")}
        </Button>
        <Button type="submit" disabled={form.values.fullname.trim() === ""} loading={creating.isPending}>
          {t("guests.create")}
        </Button>
      </Group>
    </form>
  );
}
