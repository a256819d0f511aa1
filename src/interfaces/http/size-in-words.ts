const units = ["bytes", "KiB", "MiB", "GiB"];

/** Formats a number of bytes: `1 MiB`, `512 KiB`. */
export function sizeInWords(bytes: number): string {
  let [size, unit] = [bytes, 0];
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit++;
  }
  return `${Number(size.toFixed(1))} ${units[unit]}`;
}
