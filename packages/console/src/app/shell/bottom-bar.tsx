import { Drawer } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Ellipsis } from "lucide-react";
import { useI18n } from "../../i18n/i18n.ts";
import type { NavigationItem } from "../navigation.ts";
import { FeedBadge } from "./count-badge.tsx";
import { ScreenGroups, ScreenLink } from "./screen-links.tsx";
import classes from "./shell.module.css";

/** The screens that fit beside "More". */
const directScreens = 5;

/** A phone's navigation: the most used screens, and a sheet with the others. */
export function BottomBar({ items }: { readonly items: readonly NavigationItem[] }) {
  const { t } = useI18n();
  const [isOpen, sheet] = useDisclosure();
  const others = items.slice(directScreens);
  return (
    <nav className={classes.bottomBar} aria-label={t("shell.screens")}>
      {items.slice(0, directScreens).map((item) => (
        <ScreenLink key={item.to} item={item} />
      ))}
      {others.length > 0 && (
        <button type="button" className={classes.link} aria-haspopup="dialog" onClick={sheet.open}>
          <Ellipsis aria-hidden className={classes.icon} />
          <span className={classes.name}>{t("shell.more")}</span>
          {others.some(({ title }) => title === "settings") && <FeedBadge />}
        </button>
      )}
      <Drawer
        opened={isOpen}
        onClose={sheet.close}
        position="bottom"
        size="auto"
        title={t("shell.more")}
        closeButtonProps={{ "aria-label": t("shell.close") }}
        classNames={{ content: classes.sheet, body: classes.sheetBody }}
      >
        <nav aria-label={t("shell.more")}>
          <ScreenGroups items={others} onOpen={sheet.close} />
        </nav>
      </Drawer>
    </nav>
  );
}
