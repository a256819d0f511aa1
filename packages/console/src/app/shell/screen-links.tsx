import { VisuallyHidden } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useId } from "react";
import { useI18n } from "../../i18n/i18n.ts";
import { groups, type NavigationItem } from "../navigation.ts";
import { FeedBadge, ProposalBadge, UnreadBadge } from "./count-badge.tsx";
import classes from "./shell.module.css";

interface ScreenLinkProps {
  readonly item: NavigationItem;
  readonly onOpen?: (() => void) | undefined;
}

/** A link to a screen: its icon, its name and its badge. */
export function ScreenLink({ item: { to, title, icon: Icon }, onOpen }: ScreenLinkProps) {
  const { t } = useI18n();
  return (
    <Link to={to} className={classes.link} onClick={onOpen}>
      <Icon aria-hidden className={classes.icon} />
      <span className={classes.name}>{t(`screens.${title}`)}</span>
      {title === "today" && <ProposalBadge />}
      {title === "inbox" && <UnreadBadge />}
      {title === "settings" && <FeedBadge />}
    </Link>
  );
}

interface ScreenGroupsProps {
  readonly items: readonly NavigationItem[];
  readonly onOpen?: () => void;
}

/** Links to screens, in groups with a heading for screen readers. */
export function ScreenGroups({ items, onOpen }: ScreenGroupsProps) {
  const { t } = useI18n();
  const id = useId();
  return groups.map((group) => {
    const links = items.filter((item) => item.group === group);
    if (links.length === 0) return null;
    return (
      <div key={group} className={classes.group}>
        <VisuallyHidden component="h2" id={`${id}-${group}`}>
          {t(`shell.groups.${group}`)}
        </VisuallyHidden>
        <ul aria-labelledby={`${id}-${group}`}>
          {links.map((item) => (
            <li key={item.to}>
              <ScreenLink item={item} onOpen={onOpen} />
            </li>
          ))}
        </ul>
      </div>
    );
  });
}
