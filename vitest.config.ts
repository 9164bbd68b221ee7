import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{app,components,lib,prisma,server,worker}/**/*.test.ts'],
    globalSetup: ['server/testing/global-setup.ts'],
    setupFiles: ['server/testing/no-process-stays.ts'],
    reporters: ['default', './server/testing/closing-line.ts'],
    // Many tests start processes; two cores run two files well.
    maxWorkers: 2,
    // A shared machine may stop a process for seconds. Here at one's own desk a test passes at once or not at all.
    retry: process.env.CI === 'true' ? 1 : 0,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
  resolve: { alias: { '#lib': fileURLToPath(new URL('./lib', import.meta.url)) } },
});
