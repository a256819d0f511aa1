import { createTheme, Drawer, Modal } from "@mantine/core";

/** Sizes and shapes. Colors come from the design tokens that all pages share (console.css). */
export const theme = createTheme({
  fontFamily: "var(--font)",
  fontFamilyMonospace: "var(--mono)",
  defaultRadius: "md",
  respectReducedMotion: true,
  focusRing: "auto",
  components: {
    // Scroll locking adds a style element, which the content security policy blocks. The page does not scroll anyway.
    Modal: Modal.extend({ defaultProps: { lockScroll: false, centered: true } }),
    Drawer: Drawer.extend({ defaultProps: { lockScroll: false } }),
  },
});
