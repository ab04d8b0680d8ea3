import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { playwright } from '@vitest/browser-playwright';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { browserLaunchOptions, testBrowserFlags } from './scripts/setup/browser.mjs';
import { firefoxProvider } from './scripts/testing/firefox-provider.ts';
import { memoryFolder } from './scripts/testing/memory-folder.ts';

/**
 * Files that start whole programs repeatedly: short to read, slow to run. The large buffers of `point-in-time` cost less
 * garbage collection in a process that has loaded little.
 */
const longTests = [
  /\/point-in-time\.db/,
  /^bench\//,
  /-kill\.http/,
  /\/supervisor\.db/,
  /\/collector-\w+\.http/,
];

/** Starts slow files first, so that none of them runs alone at the end. Vitest sorts by file size otherwise. */
class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) => {
      const path = moduleId.slice(this.ctx.config.root.length + 1);
      const index = longTests.findIndex((pattern) => pattern.test(path));
      return index === -1 ? longTests.length : index;
    };
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}

const everywhere = '{apps,packages,scripts,bench}/**';
const withServers = [`${everywhere}/*.db.test.ts`, `${everywhere}/*.http.test.ts`];
/** They need programs of the system, which `npm run soak -- storage` installs. */
const withSystemPrograms = [`${everywhere}/*.system.test.ts`];
const inBrowser = [`${everywhere}/*.browser.test.{ts,tsx}`];
/**
 * What the kit and the login layer take from the browser's engine: focus, dialogs, popovers, pointers, timers, locks,
 * storage, keys (docs/decisions/no-component-library.md).
 */
const inFirefox = [
  'packages/ui/src/{charts,feedback,forms,overlays}/*.browser.test.tsx',
  'packages/ui/src/lists/retainFocus*.browser.test.tsx',
  'packages/login/src/{dpop/dpop,protocol/keys,renewal/renewal,session/{expiryWatcher,logout}}.browser.test.ts',
];
/** They prove what a second mount costs. Only React's development build, which Firefox loads, mounts twice. */
const mountedTwice = [
  'packages/login/src/react/index.browser.test.tsx',
  'apps/web/src/screens/{callback,google}/*.browser.test.tsx',
];
/** React as users get it: its development build takes twice the CPU time to render. */
const reactOfUsers = {
  oxc: { jsx: { development: false, refresh: false } },
  optimizeDeps: {
    rolldownOptions: { transform: { define: { 'process.env.NODE_ENV': '"production"' } } },
  },
};
const never = ['**/node_modules/**', '**/dist/**', '**/.cache/**'];
/** Random tests take their seed from the environment. What the runtime warns of in every process is hidden. */
const inNode = ['apps/server/test/seed.ts', 'apps/server/src/platform/process/runtime-warning.ts'];
/** Files in a browser share its page, and so its timers. */
const realTimers = ['packages/ui/src/testing/realTimers.ts'];
const inMemory = memoryFolder();

export default defineConfig({
  // The tests of every project run at the same time; nothing may be left over for the next run.
  cacheDir: '.cache/vite-tests',
  test: {
    // Conditions are waited for as long as a busy machine needs: what does not come costs this once.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 120_000,
    sequence: { sequencer: LongFilesFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: [`${everywhere}/*.test.ts`],
          exclude: [...never, ...withServers, ...withSystemPrograms, ...inBrowser],
          setupFiles: inNode,
          // What most of them import is loaded once for all, which otherwise takes longer than the tests.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'db',
          environment: 'node',
          include: withServers,
          exclude: never,
          setupFiles: [...inNode, 'apps/server/test/show-cost.ts'],
          // One program's modules are loaded once, not anew for each of more than a hundred files.
          isolate: false,
          globalSetup: ['apps/server/test/database-server.ts'],
          env: inMemory === undefined ? {} : { TMPDIR: inMemory },
          // They wait for their servers more than they compute: one worker would leave half of a small machine idle.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          // Generous: a busy machine is slow and fails nothing by it; what does not come costs this once.
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'system',
          environment: 'node',
          include: withSystemPrograms,
          exclude: never,
          globalSetup: ['apps/server/test/database-server.ts'],
          // On disk: the storage of the test needs attributes of files that not every file system in memory has.
          env: {},
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        extends: true,
        plugins: [react()],
        ...reactOfUsers,
        test: {
          name: 'browser',
          include: inBrowser,
          exclude: never,
          setupFiles: realTimers,
          // One page loads what the files share once; each file cleans up what it has changed.
          isolate: false,
          // A second page would load everything again, and other steps keep the second core busy.
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
          testTimeout: 120_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            instances: [{ browser: 'chromium' }],
            provider: playwright({
              launchOptions: browserLaunchOptions(testBrowserFlags),
              contextOptions: { reducedMotion: 'reduce' },
            }),
          },
        },
      },
      {
        extends: true,
        plugins: [react()],
        test: {
          name: 'firefox',
          include: [...inFirefox, ...mountedTwice],
          exclude: never,
          setupFiles: realTimers,
          isolate: false,
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
          testTimeout: 120_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            instances: [{ browser: 'firefox' }],
            provider: firefoxProvider(),
          },
        },
      },
    ],
  },
});
