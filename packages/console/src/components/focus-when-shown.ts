/** A ref for the field to start with. A dialog focuses `data-autofocus` only when it opens, and its content may load later. */
export const focusWhenShown = (element: HTMLElement | null): void => element?.focus();
