import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../../platform/log.ts';
import { parseBloomFilter } from './bloom-filter.ts';
import { passwordVariants } from './variants.ts';

const timeoutMs = 2000;

interface BreachCheckOptions {
  /**
   * Base URL of a range API: `<base>/<first five hex digits of the SHA-1>` returns lines of `<rest>:<count>`. Only
   * these five digits leave the installation. No request is sent when it is undefined.
   */
  rangeApi: string | undefined;
  log: Pick<Log, 'warn'>;
}

/**
 * Returns a check for breached and very common passwords. It uses a bundled filter, without network access. If a
 * range API is configured, it is queried too; when it does not answer, the filter alone decides, so that an outage
 * does not block users from choosing a password.
 */
export function createBreachCheck(
  options: BreachCheckOptions,
): (password: string) => Promise<boolean> {
  const { rangeApi, log } = options;
  const filter = parseBloomFilter(readFileSync(join(import.meta.dirname, 'stolen.filter')));

  async function queryRangeApi(base: string, password: string): Promise<boolean> {
    // SHA-1 is the key of the API's protocol; nothing is protected by it here.
    const digest = hash('sha1', password, 'hex').toUpperCase();
    try {
      const address = `${base.replace(/\/+$/, '')}/${digest.slice(0, 5)}`;
      const response = await fetch(address, {
        headers: { 'add-padding': 'true' },
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (!response.ok) throw new Error(`The service answered ${response.status}`);
      const lines = (await response.text()).split(/\r?\n/);
      // Padding entries have a count of 0.
      return lines.some((line) => line.startsWith(`${digest.slice(5)}:`) && !line.endsWith(':0'));
    } catch (error) {
      log.warn(
        { event: 'identity.breach_check_failed', err: error },
        'Breached-password service did not respond; the local list decides',
      );
      return false;
    }
  }

  return async (password) => {
    if (passwordVariants(password).some((form) => filter.mayHave(form))) return true;
    return rangeApi === undefined ? false : queryRangeApi(rangeApi, password);
  };
}
