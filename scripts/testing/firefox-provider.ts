import { playwright } from '@vitest/browser-playwright';
import { firefox, type BrowserContext } from 'playwright';
import { findFirefox } from '../setup/browser.mjs';
import { ignoreMediaFeatures } from './firefox-session.ts';

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
 * Makes `page.frame()` return the newest child frame. Vitest looks up the test frame by name, but Playwright does not
 * know the name when the frame is attached.
 */
function withTestFrame(context: BrowserContext): BrowserContext {
  const newPage = context.newPage.bind(context);
  context.newPage = async () => {
    const page = await newPage();
    page.frame = () => page.mainFrame().childFrames().at(-1) ?? null;
    return page;
  };
  return context;
}
