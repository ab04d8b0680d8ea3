import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The headless shell comes first: the same engine with half of the CPU time. */
const browserNames = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
];
const macBrowserPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];

/**
 * Finds Chromium or Chrome: CHROME_PATH if set, else the first known browser.
 * @returns {string | undefined}
 */
export function findBrowser() {
  return findProgram('CHROME_PATH', browserNames, macBrowserPaths);
}

/**
 * Finds Firefox: FIREFOX_PATH if set, else the first known browser.
 * @returns {string | undefined}
 */
export function findFirefox() {
  const onMac = '/Applications/Firefox.app/Contents/MacOS/firefox';
  return findProgram('FIREFOX_PATH', ['firefox-esr', 'firefox'], [onMac]);
}

/**
 * @param {string} variable name of the environment variable with the path
 * @param {readonly string[]} names
 * @param {readonly string[]} macPaths
 */
function findProgram(variable, names, macPaths) {
  const configuredPath = process.env[variable];
  if (configuredPath) return isProgram(configuredPath) ? configuredPath : undefined;
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...paths, ...(process.platform === 'darwin' ? macPaths : [])].find(isProgram);
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Features that Playwright disables. Only the last list on the command line counts, which is ours. */
const disabledByPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

/**
 * The suggestion list of the address bar consists of two pages that every window loads, which take more CPU time than
 * most of our pages.
 */
const addressSuggestionPages = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** Flags that disable background requests, the GPU and the browser's own pages during tests. */
export const quietBrowserFlags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...disabledByPlaywright, ...addressSuggestionPages].join(',')}`,
];

/**
 * Flags of the tests, which open many contexts and load pages more often than they use them. Network and drawing stay in
 * the browser's process, and the pages of a context in one; only functions that run very often are optimized. Each of
 * the two takes a tenth less CPU time.
 */
export const testBrowserFlags = [
  ...quietBrowserFlags,
  '--in-process-gpu',
  '--enable-features=NetworkServiceInProcess2',
  '--renderer-process-limit=1',
  '--disable-site-isolation-trials',
  '--js-flags=--invocation-count-for-maglev=3000 --no-turbofan',
];

/**
 * Returns Playwright's launch options for the browser of this machine, or for Playwright's own if none is found.
 * @param {readonly string[]} args
 * @returns {{ executablePath?: string; args: string[] }}
 */
export function browserLaunchOptions(args) {
  const executablePath = findBrowser();
  return { ...(executablePath !== undefined && { executablePath }), args: [...args] };
}
