import { Button, Drawer } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { SlidersHorizontal } from "lucide-react";
import { useI18n } from "../../i18n/i18n.ts";
import type { BookingsSearch } from "./bookings-search.ts";
import { Filters } from "./filters.tsx";

interface FilterSheetProps {
  readonly search: BookingsSearch;
  readonly change: (search: BookingsSearch) => void;
}

/** The filters behind one button, for a phone. The button counts those that apply. */
export function FilterSheet({ search, change }: FilterSheetProps) {
  const { t } = useI18n();
  const [isOpen, { open, close }] = useDisclosure();
  const { sort: _, down: __, ...filters } = search;
  const count = Object.keys(filters).length;
  return (
    <>
      <Button variant="default" leftSection={<SlidersHorizontal size={16} aria-hidden />} onClick={open}>
        {count === 0 ? t("bookings.filterButton") : t("bookings.filtersOn", { count })}
      </Button>
      <Drawer
        opened={isOpen}
        onClose={close}
        position="bottom"
        size="auto"
        title={t("bookings.filterButton")}
        closeButtonProps={{ "aria-label": t("notices.close") }}
      >
        <Filters search={search} change={change} />
      </Drawer>
    </>
  );
}
