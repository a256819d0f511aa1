/**
 * A ref for the current one of a row of links: keeps it in the middle of a row that a narrow window scrolls, also when a badge widens the
 * row later.
 */
export function showCurrentLink(link: HTMLElement | null): (() => void) | undefined {
  const row = link?.closest("nav");
  if (!link || !row) return undefined;
  const show = (): void => {
    const [own, whole] = [link.getBoundingClientRect(), row.getBoundingClientRect()];
    row.scrollLeft += own.left + own.width / 2 - whole.left - whole.width / 2;
  };
  const widths = new ResizeObserver(show);
  for (const part of [link, ...row.children]) widths.observe(part);
  return () => widths.disconnect();
}
