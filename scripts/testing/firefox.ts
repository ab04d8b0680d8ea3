import { playwright } from '@vitest/browser-playwright';
import { firefox, type Browser, type BrowserContext, type Page } from 'playwright';
import { findFirefox } from '../setup/browser.mjs';
import { installDebianPackages } from './debian.ts';

/**
 * The Firefox for the tests; on Debian and its relatives it is installed when this user may.
 * @throws Error with the reason when none can be had
 */
export function requireFirefox(show: (text: string) => void): string {
  const found = findFirefox();
  if (found !== undefined) return found;
  const wanted = process.env['FIREFOX_PATH'];
  if (wanted) throw new Error(`FIREFOX_PATH is "${wanted}", and no program is there`);
  show('Installing Firefox for the tests.\n');
  installDebianPackages(['firefox-esr']);
  const installed = findFirefox();
  if (installed === undefined) throw new Error('it was installed but is not found');
  return installed;
}

/**
 * Vitest's provider for the released Firefox. Playwright drives it by WebDriver BiDi, as its own Firefox is a build that
 * has to be downloaded. Two gaps are closed here.
 * @see https://www.w3.org/TR/webdriver-bidi/
 */
export function firefoxProvider(): ReturnType<typeof playwright> {
  const launch = firefox.launch.bind(firefox);
  firefox.launch = async (options) => {
    const browser = await launch(options);
    ignoreMediaFeatures(browser);
    const newContext = browser.newContext.bind(browser);
    browser.newContext = async (contextOptions) => withTestFrame(await newContext(contextOptions));
    return browser;
  };
  const executablePath = findFirefox();
  return playwright({
    launchOptions: {
      channel: 'moz-firefox',
      ...(executablePath !== undefined && { executablePath }),
    },
  });
}

/**
 * Playwright sends this command for every context, and Firefox ESR 153 does not know it. The tests set no color scheme
 * by the browser. The session is Playwright's own: its version is pinned, and another one fails at the first test.
 */
function ignoreMediaFeatures(browser: Browser): void {
  const connection: unknown = Reflect.get(browser, '_connection');
  const server = hasMethod(connection, 'toImpl') ? connection.toImpl(browser) : null;
  const session: unknown =
    typeof server === 'object' && server !== null && Reflect.get(server, '_browserSession');
  if (!hasMethod(session, 'send')) throw new Error('Playwright keeps its BiDi session elsewhere');
  const send = session.send.bind(session);
  session.send = (command, ...rest) =>
    command === 'emulation.setMediaFeaturesOverride' ? Promise.resolve({}) : send(command, ...rest);
}

function hasMethod<Name extends string>(
  value: unknown,
  name: Name,
): value is Record<Name, (...args: unknown[]) => unknown> {
  return (
    typeof value === 'object' && value !== null && typeof Reflect.get(value, name) === 'function'
  );
}

/** Vitest asks for the frame of the tests by its name, which is not known when the frame appears. */
function withTestFrame(context: BrowserContext): BrowserContext {
  const newPage = context.newPage.bind(context);
  context.newPage = async () => {
    const page: Page = await newPage();
    page.frame = () => page.mainFrame().childFrames().at(-1) ?? null;
    return page;
  };
  return context;
}
