/** Hourly rate limits of ad accounts. */
import type { FacebookOptions } from './application.ts';
import { GraphError } from './errors.ts';

export type Kind = 'ads_insights' | 'ads_management';

const hourMs = 3_600_000;
const codes: Readonly<Record<Kind, number>> = { ads_insights: 80_000, ads_management: 80_004 };

export class FacebookThrottle {
  readonly #options: () => FacebookOptions;
  /** Calls by account and kind, in the current hour of the machine's clock. */
  readonly #calls = new Map<string, { hour: number; calls: number }>();
  /** By account: the end of its ban, in milliseconds of the machine's clock. */
  readonly #bans = new Map<string, number>();

  constructor(options: () => FacebookOptions) {
    this.#options = options;
  }

  ban(account: string, seconds: number): void {
    this.#bans.set(account, Date.now() + seconds * 1000);
  }

  lift(): void {
    this.#bans.clear();
    this.#calls.clear();
  }

  /**
   * Counts a call.
   *
   * @throws {GraphError} 80000 or 80004 over the limit and during a ban.
   */
  admit(account: string, kind: Kind): void {
    const now = Date.now();
    const hour = Math.floor(now / hourMs);
    const key = `${account} ${kind}`;
    const before = this.#calls.get(key);
    const calls = (before?.hour === hour ? before.calls : 0) + 1;
    this.#calls.set(key, { hour, calls });
    const isBanned = (this.#bans.get(account) ?? 0) > now;
    if (!isBanned && calls <= this.#allowance(kind)) return;
    throw new GraphError({
      code: codes[kind],
      subcode: 2_446_079,
      message: `(#${codes[kind]}) There have been too many calls ${kind === 'ads_insights' ? 'from' : 'to'} this ad-account. Wait a bit and try again. For more info, please refer to https://developers.facebook.com/docs/graph-api/overview/rate-limiting.`,
      transient: true,
    });
  }

  #allowance(kind: Kind): number {
    const { insightsCallsPerHour, managementCallsPerHour } = this.#options();
    return kind === 'ads_insights' ? insightsCallsPerHour : managementCallsPerHour;
  }

  /** Returns the usage headers of a response about an account. */
  headers(account: string, kind: Kind): Readonly<Record<string, string>> {
    const now = Date.now();
    const counted = this.#calls.get(`${account} ${kind}`);
    const calls = counted?.hour === Math.floor(now / hourMs) ? counted.calls : 0;
    const banMs = Math.max(0, (this.#bans.get(account) ?? 0) - now);
    const allowance = Math.max(1, this.#allowance(kind));
    const percent = banMs > 0 ? 100 : Math.min(100, Math.floor((calls * 100) / allowance));
    const isOver = percent >= 100;
    const leftMs = banMs > 0 ? banMs : hourMs - (now % hourMs);
    const tier = { ads_api_access_tier: 'standard_access' };
    return {
      'x-business-use-case-usage': JSON.stringify({
        [account]: [
          {
            type: kind,
            call_count: percent,
            total_cputime: Math.floor(percent / 3),
            total_time: Math.floor(percent / 2),
            estimated_time_to_regain_access: isOver ? Math.ceil(leftMs / 60_000) : 0,
            ...tier,
          },
        ],
      }),
      'x-ad-account-usage': JSON.stringify({
        acc_id_util_pct: percent,
        reset_time_duration: isOver ? Math.ceil(leftMs / 1000) : 0,
        ...tier,
      }),
      'x-app-usage': JSON.stringify({ call_count: 0, total_cputime: 0, total_time: 0 }),
      ...(kind === 'ads_insights' && {
        'x-fb-ads-insights-throttle': JSON.stringify({
          app_id_util_pct: 0,
          acc_id_util_pct: percent,
          ...tier,
        }),
      }),
    };
  }
}
