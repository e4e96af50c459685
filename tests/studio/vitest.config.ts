import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  cacheDir: fileURLToPath(new URL('../../build/vite-cache', import.meta.url)),
  test: { include: ['tests/studio/unit/*.test.ts'], environment: 'node', testTimeout: 60_000 },
});
