import { execFileSync } from 'node:child_process';
import { findFirefox } from '../setup/browser.mjs';
import { installDebianPackages } from './debian.ts';

/** The oldest version that the tests ran in. Playwright sends commands of WebDriver BiDi that version 140 lacks. */
const minVersion = 153;

/** Returns the path of a Firefox that is recent enough for the tests. */
export function findRecentFirefox(): string | undefined {
  const found = findFirefox();
  return found !== undefined && parseVersion(versionText(found)) >= minVersion ? found : undefined;
}

/**
 * Returns the path of the Firefox for the tests. Installs or updates it on Debian and derivatives if the user may do so.
 * @throws Error with the reason if there is none, or only an older one
 */
export function requireFirefox(show: (text: string) => void): string {
  const recent = findRecentFirefox();
  if (recent !== undefined) return recent;
  const configured = process.env['FIREFOX_PATH'];
  if (configured && findFirefox() === undefined) {
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
