import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Files with hashed names under /console/assets, which the service keeps in memory and browsers for ever (docs/decisions/0074). */
export default defineConfig({
  root: import.meta.dirname,
  base: "/console/",
  plugins: [react()],
  logLevel: "warn",
  build: {
    target: "es2023",
    // A data URL in a stylesheet or a script is nothing that the content security policy lets in.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 900,
  },
});
