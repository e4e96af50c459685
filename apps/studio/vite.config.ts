import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

// A static folder that works under any path of any web server: every address in it is relative.
export default defineConfig({
  root: here('.'),
  base: './',
  cacheDir: here('../../build/vite-cache'),
  // The worker of Mocap finds kine.wasm as the page does.
  worker: { format: 'es' },
  build: {
    outDir: here('../../build/studio'),
    emptyOutDir: true,
    target: 'es2022',
    // The module is fetched, not pasted into the script.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
    reportCompressedSize: false,
  },
});
