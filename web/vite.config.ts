import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const server = "http://127.0.0.1:8123";

export default defineConfig({
  plugins: [svelte()],
  base: "./", // the server may be reached under a path; it completes the addresses in index.html
  build: {
    outDir: "../src/naadam/server/static",
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content policy allows no data: scripts
    modulePreload: { polyfill: false },
    target: "es2022",
  },
  server: { proxy: { "/api": { target: server, ws: true, changeOrigin: true } } },
  test: { include: ["src/**/*.test.ts"] },
});
