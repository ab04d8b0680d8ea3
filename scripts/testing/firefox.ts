import { execFileSync } from 'node:child_process';
import { playwright } from '@vitest/browser-playwright';
import { firefox, type Browser, type BrowserContext, type Page } from 'playwright';
import { findFirefox } from '../setup/browser.mjs';
import { installDebianPackages } from './debian.ts';

/** The oldest version that the tests ran in. Playwright sends commands of WebDriver BiDi that version 140 lacks. */
const minVersion = 153;

/**
 * Returns the path of the Firefox for the tests. Installs or updates it on Debian and derivatives if the user may do so.
 * @throws Error with the reason if there is none, or only an older one
 */
export function requireFirefox(show: (text: string) => void): string {
  const found = findFirefox();
  if (found !== undefined && parseVersion(versionText(found)) >= minVersion) return found;
  const configured = process.env['FIREFOX_PATH'];
  if (configured && found === undefined) {
    throw new Error(`FIREFOX_PATH is "${configured}", and no program is there`);
  }
  if (!configured) {
    show('Installing Firefox for the tests.\n');
    installDebianPackages(['firefox-esr']);
  }
  const installed = findFirefox();
  if (installed === undefined) throw new Error('it was installed but is not found');
  const version = versionText(installed);
  if (parseVersion(version) >= minVersion) return installed;
  throw new Error(`${version.trim()} is older than version ${minVersion}`);
}

function versionText(program: string): string {
  return execFileSync(program, ['--version'], { encoding: 'utf8' });
}

/** Returns the major version, or 0 if the text names none. */
function parseVersion(text: string): number {
  return Number(/\b(\d+)\.\d/.exec(text)?.[1] ?? 0);
}

/**
 * Creates a Vitest provider for the released Firefox. Playwright controls it by WebDriver BiDi, because Playwright's
 * own Firefox is a build that must be downloaded. The provider works around two gaps of Playwright's BiDi support.
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
      firefoxUserPrefs: {
        // As in Chromium, where contexts are created with it.
        'ui.prefersReducedMotion': 1,
        // One page needs no processes in reserve, and runs too briefly to be optimized.
        'dom.ipc.processCount': 1,
        'dom.ipc.processPrelaunch.enabled': false,
        'javascript.options.ion': false,
      },
      ...(executablePath !== undefined && { executablePath }),
    },
  });
}

/**
 * Suppresses a command that Playwright sends for every context and that Firefox ESR 153 does not support. The tests do
 * not emulate a color scheme. This accesses Playwright's internal session: its version is pinned, and an incompatible
 * one fails at the first test.
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

/**
 * Makes `page.frame()` return the newest child frame. Vitest looks up the test frame by name, but Playwright does not
 * know the name when the frame is attached.
 */
function withTestFrame(context: BrowserContext): BrowserContext {
  const newPage = context.newPage.bind(context);
  context.newPage = async () => {
    const page: Page = await newPage();
    page.frame = () => page.mainFrame().childFrames().at(-1) ?? null;
    return page;
  };
  return context;
}
