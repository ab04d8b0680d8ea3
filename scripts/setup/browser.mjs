import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Chromium without a window of its own comes first: the same engine for half of the processor time. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
];
const MAC_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];

/**
 * The Chromium or Chrome of this machine: CHROME_PATH when it is set, else the first known one.
 * @returns {string | undefined}
 */
export function findBrowser() {
  return findProgram('CHROME_PATH', NAMES, MAC_PLACES);
}

/**
 * The Firefox of this machine: FIREFOX_PATH when it is set, else the first known one.
 * @returns {string | undefined}
 */
export function findFirefox() {
  const onMac = '/Applications/Firefox.app/Contents/MacOS/firefox';
  return findProgram('FIREFOX_PATH', ['firefox-esr', 'firefox'], [onMac]);
}

/**
 * @param {string} variable its place, where it is set
 * @param {readonly string[]} names
 * @param {readonly string[]} macPlaces
 */
function findProgram(variable, names, macPlaces) {
  const wanted = process.env[variable];
  if (wanted) return isProgram(wanted) ? wanted : undefined;
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  const places = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...places, ...(process.platform === 'darwin' ? macPlaces : [])].find(isProgram);
}

/**
 * A browser with windows of its own, for what the headless shell does not know, such as preferences of a profile.
 * @returns {string | undefined}
 */
export function findWholeBrowser() {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  const whole = NAMES.filter((name) => !name.endsWith('headless-shell'));
  const places = whole.flatMap((name) => folders.map((folder) => join(folder, name)));
  return places.find(isProgram) ?? findBrowser();
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

/** What Playwright switches off by itself: only the last list on the command line counts, and ours is the last. */
const offByPlaywright = [
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
 * The list under the address bar is two pages that every window loads although nobody types there: more processor time
 * than most of our pages take.
 */
const listsOfAddresses = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** What keeps a browser under test quiet: no calls home, no graphics card that is not there, no pages of its own. */
export const quietBrowser = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...offByPlaywright, ...listsOfAddresses].join(',')}`,
];
