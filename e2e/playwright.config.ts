import { defineConfig } from '@playwright/test';
import { findBrowser, quietBrowser } from '../scripts/setup/browser.mjs';

const executablePath = findBrowser();
// Playwright forces colors in its workers, and Node would print a warning in each child process.
if (process.env['NO_COLOR']) delete process.env['FORCE_COLOR'];

export default defineConfig({
  testDir: './src',
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
    // Recording costs a fifth of the run. Enable it with `--trace retain-on-failure` for debugging.
    trace: 'off',
    launchOptions: {
      ...(executablePath !== undefined && { executablePath }),
      args: quietBrowser,
    },
  },
});
