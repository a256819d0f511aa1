import { Button, Group, Modal, Select } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useNavigate } from "@tanstack/react-router";
import { PenLine } from "lucide-react";
import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import { FormProblems } from "../../components/form-problems.tsx";
import { type FoundGuest, useFoundGuests } from "../../components/guests/find-guests.ts";
import { useSubmit } from "../../components/use-submit.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { useBeginConversation } from "./begin-conversation.ts";

/** The button and the dialog that begin a conversation with a guest. */
export function NewMessage() {
  const { t } = useI18n();
  const { may } = useSession();
  const [isOpen, dialog] = useDisclosure();
  if (!may("inbox_write") || !may("clients_read")) return null;
  return (
    <>
      <Button leftSection={<PenLine aria-hidden size={16} />} onClick={dialog.open}>
        {t("inbox.new")}
      </Button>
      <Modal
        opened={isOpen}
        onClose={dialog.close}
        title={t("inbox.new")}
        closeButtonProps={{ "aria-label": t("guests.cancel") }}
      >
        <NewMessageForm close={dialog.close} />
      </Modal>
    </>
  );
}

function NewMessageForm({ close }: { readonly close: () => void }) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const [guest, setGuest] = useState<FoundGuest>();
  const [searchText, setSearchText] = useState("");
  const begin = useBeginConversation();
  const { guests, isSearching } = useFoundGuests(searchText === guest?.fullname ? "" : searchText);
  const byId = new Map([...(guest ? [guest] : []), ...guests].map((one) => [String(one.id), one]));
  const beginning = useSubmit({
    mutationFn: begin,
    onSuccess: (conversation) => {
      close();
      void navigate({ to: "/inbox", search: { conversation } });
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (guest) beginning.submit(guest.id);
      }}
    >
      <Select
        searchable
        data-autofocus
        label={t("inbox.to")}
        placeholder={t("guests.seek")}
        comboboxProps={{ withinPortal: false }}
        nothingFoundMessage={searchText === "" || isSearching ? t("edit.searching") : t("guests.noneFound")}
        value={guest ? String(guest.id) : null}
        onChange={(id) => setGuest(id === null ? undefined : byId.get(id))}
        searchValue={searchText}
        onSearchChange={setSearchText}
        // The service has filtered them.
        filter={({ options }) => options}
        data={[...byId].map(([value, { fullname }]) => ({ value, label: fullname ?? t("guests.nameless") }))}
      />
      <FormProblems error={beginning.error} excluded={[]} />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={close}>
          {t("guests.cancel")}
        </Button>
        <Button type="submit" disabled={!guest} loading={beginning.isPending}>
          {t("inbox.write")}
        </Button>
      </Group>
    </form>
  );
}
