/** The booking whose panel lies over the screen, kept in the address of any screen. */
export interface PanelSearch {
  readonly panel?: number;
}

export function panelSearch({ panel }: Readonly<Record<string, unknown>>): PanelSearch {
  const id = Number(panel);
  return Number.isSafeInteger(id) && id > 0 ? { panel: id } : {};
}
