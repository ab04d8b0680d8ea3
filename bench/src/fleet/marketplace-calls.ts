import type { Platform } from '@seller-connect/contract';
import type { Marketplace } from './marketplaces.ts';
import { PermitLine } from './quotas.ts';
import type { VirtualTime } from './virtual-time.ts';

interface MarketplaceCallsOptions {
  marketplaces: ReadonlyMap<Platform, Marketplace>;
  shops: number;
  /** Time that a marketplace takes to answer, between half and one and a half times as long. */
  answerMs: number;
  time: VirtualTime;
  random: () => number;
}

/** Calls to marketplaces, each with a permit of its shop and of the application. */
export class MarketplaceCalls {
  count = 0;
  readonly #options: MarketplaceCallsOptions;
  readonly #shopLines = new Map<Platform, PermitLine>();
  readonly #appLines = new Map<Platform, PermitLine>();

  constructor(options: MarketplaceCallsOptions) {
    this.#options = options;
    for (const [platform, { shopRate, appRate }] of options.marketplaces) {
      this.#shopLines.set(platform, new PermitLine(options.shops, shopRate));
      if (appRate !== null) this.#appLines.set(platform, new PermitLine(1, appRate));
    }
  }

  /** Calls a marketplace. Returns false, without a call, if a permit would start too late. */
  *call(shop: number, platform: Platform): Generator<number, boolean, void> {
    const { time, random } = this.#options;
    const lines = [
      { line: this.#shopLines.get(platform), bucket: shop },
      { line: this.#appLines.get(platform), bucket: 0 },
    ];
    for (const { line, bucket } of lines) {
      const startsAt = line ? line.acquire(bucket, time.now) : time.now;
      if (startsAt === null) return false;
      if (startsAt > time.now) yield startsAt - time.now;
    }
    this.count += 1;
    const answerMs = this.#options.answerMs * (0.5 + random());
    for (const { line, bucket } of lines) line?.count(bucket, time.now + answerMs / 10);
    yield answerMs;
    return true;
  }

  /** Calls beyond a rate in any second. */
  get overQuota(): number {
    const lines = [...this.#shopLines.values(), ...this.#appLines.values()];
    return lines.reduce((sum, line) => sum + line.overQuota, 0);
  }
}
