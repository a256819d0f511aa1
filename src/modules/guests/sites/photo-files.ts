import { type PhotoFormat, photoSizes, renditionToken } from "../../property/photos/photo-sizes.ts";

/** A photo whose renditions exist. */
export interface SitePhoto {
  /** The prefix of its renditions' tokens. */
  readonly token: string;
  /** Pixels of the original. */
  readonly width: number;
  readonly height: number;
}

/** The path of a photo's rendition, without a host: it works on each of a site's addresses. */
export function photoPath(photo: SitePhoto, size: keyof typeof photoSizes, format: PhotoFormat): string {
  return `/files/${renditionToken(photo.token, sideOf(photo, size), format)}/${size}.${format}`;
}

/** The width of a rendition in pixels. */
export function renderedWidth({ width, height, ...photo }: SitePhoto, size: keyof typeof photoSizes): number {
  return Math.round((width * sideOf({ ...photo, width, height }, size)) / Math.max(width, height));
}

/** Smaller photos are never enlarged. */
const sideOf = ({ width, height }: SitePhoto, size: keyof typeof photoSizes): number =>
  Math.min(photoSizes[size], Math.max(width, height));
