import { useEffect } from "react";
import { useNotices } from "../../components/notices.tsx";
import { useI18n } from "../../i18n/i18n.ts";

/** Read before the router removes a parameter that no screen knows. */
let landing = new URLSearchParams(location.search).get("notice");

/** Shows once the outcome of a page that redirected here, such as an accepted invitation. */
export function LandingNotice() {
  const { t } = useI18n();
  const { notify } = useNotices();
  useEffect(() => {
    const text = landing === null ? undefined : t.find(`landing.${landing}`);
    landing = null;
    if (text !== undefined) notify({ text });
  }, [t, notify]);
  return null;
}
