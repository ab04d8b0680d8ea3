import { defineConfig } from '@playwright/test';
import { findBrowser, quietBrowser } from '../scripts/setup/browser.mjs';

const executablePath = findBrowser();
// Playwright forces colors in its workers; Node would warn in each program that they start.
if (process.env['NO_COLOR']) delete process.env['FORCE_COLOR'];

export default defineConfig({
  testDir: './src',
  outputDir: '../test-results',
  // Each worker starts a product of its own; two of them fill a small machine.
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  // Generous: a busy machine is slow and fails nothing by it; what does not come costs this once.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: '../.cache/journeys.json' }]],
  use: {
    locale: 'vi-VN',
    timezoneId: 'Asia/Ho_Chi_Minh',
    viewport: { width: 1440, height: 900 },
    // Recording costs a fifth of the run; `--trace retain-on-failure` switches it on for a search.
    trace: 'off',
    launchOptions: {
      ...(executablePath !== undefined && { executablePath }),
      args: quietBrowser,
    },
  },
});
