import { Select } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { type ReactNode, useState } from "react";
import { useI18n } from "../../i18n/i18n.ts";
import classes from "../bookings/bookings.module.css";
import { type FoundGuest, useFoundGuests } from "./find-guests.ts";
import { useStayCounts } from "./stay-counts.ts";

/** A chosen guest; one without an id is new. */
export type GuestChoice = Omit<FoundGuest, "id" | "company"> & { readonly id: number | undefined };

interface GuestSelectProps {
  readonly value: GuestChoice | undefined;
  readonly choose: (guest: GuestChoice | undefined) => void;
  readonly error?: ReactNode;
  /** Whether the dialog begins with it. */
  readonly isFirst?: boolean;
}

const newGuest = (fullname: string): GuestChoice => ({ id: undefined, fullname, emails: [], phones: [] });
const keyOf = ({ id, fullname }: GuestChoice): string => (id === undefined ? `new ${fullname}` : String(id));

/** Whether the arrow keys have marked an option of the field's list. */
const isOptionMarked = (field: HTMLElement): boolean =>
  Boolean(
    document.getElementById(field.getAttribute("aria-controls") ?? "")?.querySelector("[data-combobox-selected]"),
  );

/** Finds a guest by name, e-mail address or telephone number, or names a new one. */
export function GuestSelect({ value, choose, error, isFirst }: GuestSelectProps) {
  const { t } = useI18n();
  const labelOf = ({ id, fullname }: GuestChoice): string =>
    id === undefined ? t("edit.newGuest", { name: fullname ?? "" }) : (fullname ?? t("guests.nameless"));
  const shown = value ? labelOf(value) : "";
  const [searchText, setSearchText] = useState(shown);
  const isSought = searchText.trim() !== "" && searchText !== shown;
  const { guests, isSearching } = useFoundGuests(isSought ? searchText : "");
  // None while searching: a guest who is found later would be chosen instead of the marked new one.
  const choices: GuestChoice[] = isSought && !isSearching ? [...guests, newGuest(searchText.trim())] : [];
  const stays = useStayCounts(guests.map(({ id }) => id));
  const takeTyped = () => choose(newGuest(searchText.trim()));
  const [isOpen, list] = useDisclosure();
  const byKey = new Map([...(value ? [value] : []), ...choices].map((choice) => [keyOf(choice), choice]));
  return (
    <Select
      searchable
      data-autofocus={isFirst || undefined}
      clearable
      label={t("stay.guest")}
      placeholder={t("edit.findGuest")}
      comboboxProps={{ withinPortal: false }}
      // A form that takes the focus would open the list again over the chosen guest's fields.
      openOnFocus={false}
      dropdownOpened={isOpen}
      onDropdownOpen={list.open}
      onDropdownClose={list.close}
      maxDropdownHeight="70vh"
      clearButtonProps={{ "aria-label": t("edit.noGuest") }}
      nothingFoundMessage={isSought && (isSearching ? t("edit.searching") : t("edit.noGuests"))}
      error={error}
      value={value ? keyOf(value) : null}
      onChange={(key) => choose(key === null ? undefined : byKey.get(key))}
      searchValue={searchText}
      onSearchChange={setSearchText}
      // A typed name that no option replaces would be lost: the stay would be booked without its guest.
      onBlur={() => isSought && !value && takeTyped()}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || event.nativeEvent.isComposing || !isSought || isOptionMarked(event.currentTarget))
          return;
        event.preventDefault();
        takeTyped();
        list.close();
      }}
      // The service has filtered them: it ignores accents, and finds other spellings of a number.
      filter={({ options }) => options}
      data={[...byKey].map(([key, choice]) => ({ value: key, label: labelOf(choice) }))}
      renderOption={({ option }) => {
        const guest = byKey.get(option.value);
        return <Option name={option.label} guest={guest} stays={stays.get(guest?.id ?? 0) ?? 0} />;
      }}
    />
  );
}

interface OptionProps {
  readonly name: string;
  readonly guest: GuestChoice | undefined;
  readonly stays: number;
}

function Option({ name, guest, stays }: OptionProps) {
  const { t } = useI18n();
  const count = stays > 0 && t("book.stays", { count: stays });
  const contacts = [count, guest?.phones[0]?.number, guest?.emails[0]?.email].filter(Boolean);
  return (
    <span className={classes.guestOption}>
      {name}
      {contacts.length > 0 && <small>{contacts.join(" · ")}</small>}
    </span>
  );
}
