import { findBrowser } from '../setup/browser.mjs';
import { installDebianPackages } from './debian.ts';

const installHint = 'Install Google Chrome or Chromium, or set CHROME_PATH to one.';

let browserPath: string | undefined;

/**
 * Returns the browser for the tests. On Debian and derivatives it is installed if the user may do so.
 * @throws Error with one sentence if there is none
 */
export function requireBrowser(): string {
  browserPath ??= findBrowser() ?? installBrowser();
  return browserPath;
}

function installBrowser(): string {
  const wanted = process.env['CHROME_PATH'];
  if (wanted)
    throw new Error(`CHROME_PATH is "${wanted}", and no program is there. ${installHint}`);
  process.stdout.write('Installing Chromium for the tests.\n');
  try {
    installDebianPackages(['chromium', 'chromium-headless-shell', 'fonts-dejavu-core']);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The tests need a browser, and Chromium could not be installed: ${reason}. ${installHint}`,
      { cause: error },
    );
  }
  const installed = findBrowser();
  if (installed === undefined)
    throw new Error(`Chromium was installed but is not found. ${installHint}`);
  return installed;
}
