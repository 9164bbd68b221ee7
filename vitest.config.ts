import { fileURLToPath } from 'node:url';
import { defineConfig, mergeConfig, type Plugin } from 'vitest/config';
import { ABOUT_DATABASES, isWhole, ONLY_IN_PROVE } from './e2e/support/scope.mjs';
import viteConfig from './vite.config.mjs';

const PATIENCE = 'e2e/support/patience.setup.ts';
const SOURCES = '{app,cli,components,docs,extension,lib,prisma,scripts,server,worker}';

/** Files of one worker share jsdom and what they import: starting both anew for each would take longer than the tests. */
const component = {
  extends: true as const,
  resolve: { alias: { 'next/navigation': fileURLToPath(new URL('./components/testing/fake-router.ts', import.meta.url)) } },
  test: {
    name: 'component',
    include: [`${SOURCES}/**/*.test.tsx`],
    exclude: ['**/*.isolated.test.tsx'],
    isolate: false,
    environment: 'jsdom',
    setupFiles: [PATIENCE, 'components/testing/component.setup.ts'],
    // Under their own names, so that a test can tell that a class is there.
    css: { modules: { classNameStrategy: 'non-scoped' as const } },
  },
};

/** @param engines of TEST_ENGINES: those that tests of each engine run on */
const unit = (name: string, engines: 'sqlite' | 'all', include: string[], exclude: string[]) => ({
  extends: true as const,
  resolve: { alias: { './sqlite-thread-start': fileURLToPath(new URL('./lib/testing/sqlite-here.ts', import.meta.url)) } },
  test: {
    name,
    include,
    exclude: ['**/*.isolated.test.ts', ...exclude],
    // Most of a file's time would be loading what the one before it has loaded.
    isolate: false,
    env: { TEST_DATABASES: 'reused', TEST_ENGINES: engines },
    globalSetup: ['e2e/support/bundles.setup.ts', 'e2e/support/templates.setup.ts'],
    setupFiles: [PATIENCE],
  },
});

/** Packages as they are shipped, not their builds for their own development. */
const asShipped: Plugin = {
  name: 'as-shipped',
  configResolved(config) {
    for (const { resolve } of [config.ssr, ...Object.values(config.environments)])
      if (resolve?.conditions) resolve.conditions = resolve.conditions.filter((condition) => condition !== 'development|production');
  },
};

const config = defineConfig({
  plugins: [asShipped],
  test: {
    reporters: ['default', './e2e/support/vitest-closing-line.ts'],
    // A third uses the processor while the others wait for a database.
    maxWorkers: 3,
    // Only ends what hangs: on a busy machine a test takes a minute for what it does in a second elsewhere, and a round 15.
    testTimeout: 180_000 + Number(process.env.PROVE_ROUNDS ?? 0) * 15_000 + Number(process.env.PROVE_MESSAGES ?? 0) * 100,
    hookTimeout: 180_000,
    coverage: {
      provider: 'v8',
      include: ['lib/**'],
      exclude: ['**/generated/**', '**/testing/**', '**/*.test.ts', '**/*.d.ts'],
      reporter: ['text-summary'],
    },
    projects: [
      unit('unit', isWhole ? 'all' : 'sqlite', [`${SOURCES}/**/*.test.ts`], ABOUT_DATABASES),
      unit('unit, databases', 'all', ABOUT_DATABASES, []),
      // Tests that replace modules, globals or the process's own functions must not do it to others; those that count timers count their own.
      { extends: true, test: { name: 'unit, isolated', include: [`${SOURCES}/**/*.isolated.test.ts`], setupFiles: [PATIENCE] } },
      component,
      {
        ...component,
        test: {
          ...component.test,
          name: 'component, isolated',
          include: [`${SOURCES}/**/*.isolated.test.tsx`],
          exclude: [],
          isolate: true,
        },
      },
      {
        extends: true,
        test: {
          name: 'http',
          // Loading takes as long here. A file's processes are its own all the same.
          isolate: false,
          // Of two files one mostly waits for something. All share the hundred connections that PostgreSQL allows by default.
          maxWorkers: 4,
          // Another number of workers takes another turn.
          sequence: { groupOrder: 1 },
          include: ['e2e/http/**/*.test.ts'],
          exclude: isWhole ? [] : Object.keys(ONLY_IN_PROVE),
          globalSetup: ['e2e/support/build.setup.ts', 'e2e/support/templates.setup.ts', 'e2e/support/store.setup.ts'],
          setupFiles: [PATIENCE, 'e2e/support/no-process-stays.ts'],
        },
      },
      { extends: true, test: { name: 'helm', include: ['e2e/helm/*.test.ts'], setupFiles: [PATIENCE] } },
      {
        extends: true,
        test: {
          name: 'firefox',
          include: ['e2e/firefox/*.test.ts'],
          globalSetup: ['e2e/support/build.setup.ts', 'e2e/support/templates.setup.ts'],
          setupFiles: [PATIENCE, 'e2e/support/no-process-stays.ts'],
        },
      },
    ],
  },
});

export default mergeConfig(viteConfig, config);
