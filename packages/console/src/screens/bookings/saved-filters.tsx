import { Button, CloseButton, Group, Popover, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { Bookmark } from "lucide-react";
import { useSession } from "../../app/session.tsx";
import { useNotices } from "../../components/notices.tsx";
import { useLocalStorage } from "../../components/use-local-storage.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { type BookingsSearch, bookingsSearch } from "./bookings-search.ts";

interface SavedFiltersProps {
  readonly search: BookingsSearch;
  readonly change: (search: BookingsSearch) => void;
}

interface Saved {
  readonly name: string;
  readonly search: BookingsSearch;
}

function savedIn(stored: unknown): readonly Saved[] {
  if (!Array.isArray(stored)) return [];
  return stored.map((one) => ({ name: String(Object(one).name), search: bookingsSearch(Object(Object(one).search)) }));
}

/** Named filters, stored in this browser for each account. */
export function SavedFilters({ search, change }: SavedFiltersProps) {
  const { t } = useI18n();
  const { account } = useSession();
  const { notify } = useNotices();
  const [saved, save] = useLocalStorage(`roost.bookings.filters.${account.id}`, savedIn);
  const form = useForm({ initialValues: { name: "" } });
  const add = ({ name }: { readonly name: string }) => {
    const called = name.trim();
    if (called === "") return;
    save([...saved.filter((one) => one.name !== called), { name: called, search }]);
    form.reset();
    notify({ text: t("bookings.saved", { name: called }) });
  };
  const remove = (removed: Saved) => {
    save(saved.filter((one) => one !== removed));
    notify({ text: t("bookings.removed", { name: removed.name }), undo: async () => save(saved) });
  };
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<Bookmark size={16} aria-hidden />}>
          {t("bookings.savedFilters")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("bookings.savedFilters")}>
        <Stack gap="sm">
          {saved.length === 0 && <p className="hint">{t("bookings.noneSaved")}</p>}
          {saved.map((one) => (
            <Group key={one.name} gap="xs" justify="space-between" wrap="nowrap">
              <Button variant="subtle" size="compact-sm" onClick={() => change(one.search)}>
                {one.name}
              </Button>
              <CloseButton
                size="sm"
                aria-label={t("bookings.remove", { name: one.name })}
                onClick={() => remove(one)}
              />
            </Group>
          ))}
          <form onSubmit={form.onSubmit(add)}>
            <Group gap="xs" align="end" wrap="nowrap">
              <TextInput label={t("bookings.nameOfFilter")} maxLength={60} {...form.getInputProps("name")} />
              <Button type="submit" variant="default">
                {t("bookings.save")}
              </Button>
            </Group>
          </form>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
