import { Menu, UnstyledButton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { ChevronsUpDown, LogOut, UserRound } from "lucide-react";
import { useRef } from "react";
import { useI18n } from "../../i18n/i18n.ts";
import { useSession } from "../session.tsx";
import classes from "./person-menu.module.css";
import { SignOut } from "./sign-out.tsx";

/** The signed-in person: account choice, own settings, sign-out. */
export function PersonMenu() {
  const { t } = useI18n();
  const { person, account } = useSession();
  const signOut = useRef<HTMLFormElement>(null);
  return (
    <>
      <Menu
        position="top-start"
        width="target"
        withInitialFocusPlaceholder={false}
        classNames={{ dropdown: classes.personMenu ?? "" }}
      >
        <Menu.Target>
          <UnstyledButton className={classes.person ?? ""}>
            <span aria-hidden className={classes.initials}>
              {initialsOf(person.user.name)}
            </span>
            <span className={classes.personNames}>
              <strong>{person.user.name}</strong> <span>{account.name}</span>
            </span>
            <ChevronsUpDown aria-hidden size={16} className={classes.chevrons} />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <AccountItems />
          <Menu.Item
            leftSection={<UserRound aria-hidden size={16} />}
            renderRoot={(props) => <Link to="/settings/$section" params={{ section: "me" }} {...props} />}
          >
            {t("shell.ownSettings")}
          </Menu.Item>
          <Menu.Item leftSection={<LogOut aria-hidden size={16} />} onClick={() => signOut.current?.requestSubmit()}>
            {t("shell.signOut")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <SignOut ref={signOut} csrfToken={person.csrf_token} />
    </>
  );
}

/** The choice of the account, for a person with several. */
function AccountItems() {
  const { t } = useI18n();
  const { person, account, choose } = useSession();
  if (person.accounts.length === 1) return null;
  return (
    <>
      <Menu.Label>{t("shell.account")}</Menu.Label>
      <Menu.RadioGroup value={String(account.id)} onChange={(id) => choose(Number(id))}>
        {person.accounts.map(({ id, name }) => (
          <Menu.RadioItem key={id} value={String(id)} closeMenuOnClick>
            {name}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
    </>
  );
}

/** The first letters of the first and the last name. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => word?.[0] ?? "").join("");
}
