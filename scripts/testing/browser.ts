import { findBrowser } from '../setup/browser.mjs';
import { installDebianPackages } from './debian.ts';

const INSTALL_HINT = 'Install Google Chrome or Chromium, or set CHROME_PATH to one.';

let browserPath: string | undefined;

/**
 * The browser for the tests; on Debian and its relatives it is installed when this user may.
 * @throws Error with one sentence when none can be had
 */
export function requireBrowser(): string {
  browserPath ??= findBrowser() ?? installBrowser();
  return browserPath;
}

function installBrowser(): string {
  const wanted = process.env['CHROME_PATH'];
  if (wanted)
    throw new Error(`CHROME_PATH is "${wanted}", and no program is there. ${INSTALL_HINT}`);
  process.stdout.write('Installing Chromium for the tests.\n');
  try {
    installDebianPackages(['chromium', 'chromium-headless-shell', 'fonts-dejavu-core']);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The tests need a browser, and Chromium could not be installed: ${reason}. ${INSTALL_HINT}`,
      { cause: error },
    );
  }
  const installed = findBrowser();
  if (installed === undefined)
    throw new Error(`Chromium was installed but is not found. ${INSTALL_HINT}`);
  return installed;
}
