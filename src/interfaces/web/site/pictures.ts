import { photoPath, renderedWidth, type SitePhoto } from "../../../modules/guests/sites/photo-files.ts";
import type { PhotoFormat, photoSizes } from "../../../modules/property/photos/photo-sizes.ts";
import { type Html, html } from "../pages/html.ts";

type Size = keyof typeof photoSizes;

/** A photo on a page. */
interface Picture {
  readonly photo: SitePhoto;
  readonly alt: string;
  /** The renditions that a browser may choose, smallest first. */
  readonly sizes: readonly Size[];
  /** The width of the picture on the page, as in the attribute `sizes`. */
  readonly width: string;
  /** The page's largest picture, which must not wait. */
  readonly isFirst?: boolean;
}

/** A photo in the sizes and formats that the browser can choose from. */
export function picture({ photo, alt, sizes, width, isFirst = false }: Picture): Html {
  const largest = sizes.at(-1) ?? "medium";
  const loading = isFirst ? html` fetchpriority="high"` : html` loading="lazy" decoding="async"`;
  return html`<picture>
${(["avif", "webp"] as const).map((format) => html`<source type="image/${format}" srcset="${srcset(photo, sizes, format)}" sizes="${width}">\n`)}<img src="${photoPath(photo, largest, "jpg")}" alt="${alt}" width="${photo.width}" height="${photo.height}"${loading}>
</picture>`;
}

function srcset(photo: SitePhoto, sizes: readonly Size[], format: PhotoFormat): string {
  const paths = new Map(
    sizes.map((size) => [photoPath(photo, size, format).replace(/\/[a-z]+\.[a-z]+$/, ""), renderedWidth(photo, size)]),
  );
  return [...paths].map(([path, pixels]) => `${path} ${pixels}w`).join(", ");
}
