import { expect, firefox, type Browser } from '@playwright/test';
import { bidiSession, ignoreMediaFeatures } from '../../../scripts/testing/firefox-session.ts';

/** Starts Firefox with a push service. It allows notifications, and shows them in windows of its own. */
export async function launchFirefox(executablePath: string, pushUrl: string): Promise<Browser> {
  const browser = await firefox.launch({
    channel: 'moz-firefox',
    executablePath,
    // The windows of notifications belong to the browser, not to a page.
    args: ['--remote-allow-system-access'],
    firefoxUserPrefs: {
      'dom.push.serverURL': pushUrl,
      'dom.push.testing.allowInsecureServerURL': true,
      // Off in browsers that tests control.
      'dom.push.connection.enabled': true,
      'permissions.default.desktop-notification': 1,
      'alerts.useSystemBackend': false,
      'dom.ipc.processPrelaunch.enabled': false,
      'javascript.options.ion': false,
    },
  });
  ignoreMediaFeatures(browser);
  return browser;
}

/** What a notification of Firefox shows. */
interface ShownNotification {
  title: string;
  text: string;
  language: string;
}

/** Waits for a notification with a title that contains a text. Returns what it shows. */
export async function waitForNotification(
  browser: Browser,
  titlePart: string,
): Promise<ShownNotification> {
  let found: ShownNotification | undefined;
  await expect
    .poll(async () => (found = (await findNotification(browser, titlePart))?.shown), {
      message: `a notification with “${titlePart}”`,
      timeout: 60_000,
    })
    .toBeDefined();
  if (!found) throw new Error('There is no notification');
  return found;
}

/** Clicks the notification with a title that contains a text. */
export async function clickNotification(browser: Browser, titlePart: string): Promise<void> {
  const notification = await findNotification(browser, titlePart);
  if (!notification) throw new Error(`There is no notification with “${titlePart}”`);
  await evaluate(browser, notification.window, "document.getElementById('alertTextLabel').click()");
}

const readNotification = `JSON.stringify({
  title: document.getElementById('alertTitleLabel').value,
  text: document.getElementById('alertTextLabel').textContent,
  language: document.getElementById('alertTextLabel').getAttribute('lang'),
})`;

async function findNotification(browser: Browser, titlePart: string) {
  const params = { 'moz:scope': 'chrome' } as const;
  const { contexts } = await bidiSession(browser).send('browsingContext.getTree', params);
  for (const { context: window, url } of contexts) {
    if (!url.endsWith('/alerts/alert.xhtml')) continue;
    const shown: ShownNotification = JSON.parse(await evaluate(browser, window, readNotification));
    if (shown.title.includes(titlePart)) return { window, shown };
  }
  return undefined;
}

/** Evaluates an expression in a window of the browser. Returns its text; empty if it is none. */
async function evaluate(browser: Browser, window: string, expression: string): Promise<string> {
  const target = { context: window };
  const params = { expression, target, awaitPromise: false };
  const evaluated = await bidiSession(browser).send('script.evaluate', params);
  if (evaluated.type !== 'success') throw new Error(`${expression} fails in ${window}`);
  return evaluated.result.value ?? '';
}
