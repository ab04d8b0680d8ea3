import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../../platform/log.ts';
import { parseBloomFilter } from './bloom-filter.ts';
import { passwordVariants } from './variants.ts';

const timeoutMs = 2000;

export interface BreachCheckOptions {
  /**
   * Base of a range query: `<base>/<first five hex digits of the SHA-1>` answers lines of `<rest>:<count>`. Only
   * these digits leave the installation. Nothing is asked when it is absent.
   */
  rangeApi: string | undefined;
  log: Pick<Log, 'warn'>;
}

/**
 * Whether a password stands among stolen or much used ones. Without a network: a filter that is shipped. Where the
 * operator has switched it on, a service is asked as well; when it does not answer, the filter alone decides, so
 * that nobody is kept from choosing a password.
 */
export function createBreachCheck(
  options: BreachCheckOptions,
): (password: string) => Promise<boolean> {
  const { rangeApi, log } = options;
  const filter = parseBloomFilter(readFileSync(join(import.meta.dirname, 'stolen.filter')));

  async function queryRangeApi(base: string, password: string): Promise<boolean> {
    // The service's own key; it protects nothing here.
    const digest = createHash('sha1').update(password).digest('hex').toUpperCase();
    try {
      const address = `${base.replace(/\/+$/, '')}/${digest.slice(0, 5)}`;
      const response = await fetch(address, {
        headers: { 'add-padding': 'true' },
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (!response.ok) throw new Error(`The service answered ${response.status}`);
      const lines = (await response.text()).split(/\r?\n/);
      // Padding has the count 0.
      return lines.some((line) => line.startsWith(`${digest.slice(5)}:`) && !line.endsWith(':0'));
    } catch (error) {
      log.warn({ err: error }, 'the service for stolen passwords did not answer');
      return false;
    }
  }

  return async (password) => {
    if (passwordVariants(password).some((form) => filter.mayHave(form))) return true;
    return rangeApi === undefined ? false : queryRangeApi(rangeApi, password);
  };
}
