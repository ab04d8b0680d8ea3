import { defineConfig } from '@playwright/test';
import { browserLaunchOptions, testBrowserFlags } from '../scripts/setup/browser.mjs';

forwardNoColor();

export default defineConfig({
  globalSetup: './global-setup.ts',
  outputDir: '../test-results',
  // Each worker starts its own product; two of them use a small machine fully.
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  // Generous, so that a slow machine causes no failures.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: '../.cache/journeys.json' }]],
  use: {
    locale: 'vi-VN',
    timezoneId: 'Asia/Ho_Chi_Minh',
    viewport: { width: 1440, height: 900 },
    // Transitions take CPU time for frames that no journey looks at, except the one with keyboard and touch.
    contextOptions: { reducedMotion: 'reduce' },
    // Routes of journeys do not see what a service worker fetches. The journey about it allows it.
    serviceWorkers: 'block',
    // Recording costs a fifth of the run. Enable it with `--trace retain-on-failure` for debugging.
    trace: 'off',
    launchOptions: browserLaunchOptions(testBrowserFlags),
  },
  // A worker serves one project. So the products that journeys share start when no other journey needs its own. Files
  // start in alphabetical order: `backend-outage` mostly waits, so it comes early and other files run beside it.
  projects: [
    { name: 'own products', testDir: './src/own-products' },
    { name: 'shared product', testDir: './src/shared-product' },
  ],
});

/**
 * Passes `NO_COLOR` on to the product. Playwright sets `FORCE_COLOR` in its workers, and a Node process that finds both
 * prints a warning. So the workers get a variable of our own instead, and turn it into `NO_COLOR` for what they start.
 */
function forwardNoColor(): void {
  const { env } = process;
  if (env['NO_COLOR']) {
    delete env['NO_COLOR'];
    env['JOURNEYS_PLAIN_OUTPUT'] = '1';
  } else if (env['JOURNEYS_PLAIN_OUTPUT'] && env['TEST_WORKER_INDEX']) {
    delete env['FORCE_COLOR'];
    env['NO_COLOR'] = '1';
  }
}
