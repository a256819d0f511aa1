import { useI18n } from "../../../i18n/i18n.ts";
import styles from "./feeds.module.css";
import { type Feed, isUnderWay } from "./feeds.ts";

/** An import's state in a word. */
export function FeedState({ feed }: { readonly feed: Feed }) {
  const { t } = useI18n();
  const state = !feed.enabled
    ? "off"
    : isUnderWay(feed)
      ? "reading"
      : feed.state === "ok" && feed.conflicts_count > 0
        ? "conflict"
        : feed.state;
  const isBad = state === "failing" || state === "suspicious" || state === "conflict";
  const tone = isBad ? styles.bad : state === "ok" ? styles.good : undefined;
  return <span className={`${styles.state} ${tone ?? ""}`}>{t(`feeds.states.${state}`)}</span>;
}
