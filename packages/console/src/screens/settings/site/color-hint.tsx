import { contrastOf, minTextContrast, readableOn } from "../../../../../../src/core/contrast.ts";
import { useI18n } from "../../../i18n/i18n.ts";

/** The ground of the site's pages by day (tokens.css). */
const ground = "#f5f1e8";

/** Says whether text in the color is readable, and how the site shows it otherwise. */
export function ColorHint({ color }: { readonly color: string }) {
  const { language, t } = useI18n();
  if (!/^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(color)) return null;
  const contrast = contrastOf(color, ground);
  const shown = new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(contrast);
  return (
    <p className="hint" role="status">
      {contrast >= minTextContrast
        ? t("bookingSite.contrast.good", { contrast: shown })
        : t("bookingSite.contrast.darker", { contrast: shown, color: readableOn(color, ground) })}
    </p>
  );
}
