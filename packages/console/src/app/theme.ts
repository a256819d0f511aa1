import { createTheme, Modal } from "@mantine/core";

/** Sizes and shapes; colours are the design tokens that all pages of the service share (console.css). */
export const theme = createTheme({
  fontFamily: "var(--font)",
  fontFamilyMonospace: "var(--mono)",
  defaultRadius: "md",
  respectReducedMotion: true,
  focusRing: "auto",
  components: {
    // Locking the page's scroll writes a style element, which the content security policy refuses; the page does not scroll anyway.
    Modal: Modal.extend({ defaultProps: { lockScroll: false, centered: true } }),
  },
});
