/**
 * Tokens, quota and sent messages of an Official Account. Tokens expire by the machine's clock: they belong to the
 * operator, not to the world. They survive a restart; sent messages do not.
 */
import { randomBytes, hash } from 'node:crypto';
import type { CallCounters } from '../call-counters.ts';
import type { Faults } from '../faults/faults.ts';
import type { PlatformDependencies } from '../platform-dependencies.ts';
import { defaultZaloOptions, zaloApplication, type ZaloOptions } from './application.ts';

export interface SentMessage {
  readonly messageId: string;
  readonly phone: string;
  readonly templateId: string;
  readonly templateData: Readonly<Record<string, unknown>>;
  readonly trackingId: string;
  /** Epoch milliseconds. */
  readonly sentAt: number;
  /** What is sent to the webhook on arrival; null if it does not arrive. */
  readonly receipt: Receipt | null;
}

export interface TokenPair {
  readonly accessToken: string;
  readonly refreshToken: string;
}

interface Token {
  readonly value: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

export interface ZaloState {
  readonly options: ZaloOptions;
  readonly accessToken: Token;
  readonly refreshToken: Token;
}

interface ZaloDependencies extends Pick<PlatformDependencies, 'faults' | 'calls' | 'saveState'> {
  /** Address that receipts are sent to. */
  readonly webhook: string | null;
}

export class ZaloPlatform {
  readonly faults: Faults;
  readonly calls: CallCounters;
  options: ZaloOptions = defaultZaloOptions;
  readonly saveState: () => Promise<void>;
  #refreshToken: Token = firstToken;
  #accessToken: Token = noToken;
  #refreshes = 0;
  #sent: SentMessage[] = [];
  readonly #webhook: string | null;

  constructor(parts: ZaloDependencies) {
    this.faults = parts.faults;
    this.calls = parts.calls;
    this.saveState = parts.saveState;
    this.#webhook = parts.webhook;
  }

  /** Exchanges a refresh token, which is valid once. Returns undefined for any other one. */
  refresh(refreshToken: string): TokenPair | undefined {
    const { value, expiresAt } = this.#refreshToken;
    if (refreshToken !== value || expiresAt <= Date.now()) return undefined;
    this.#refreshes += 1;
    const { accessTokenSeconds, refreshTokenSeconds } = this.options;
    const pair = {
      accessToken: `zalo-access-${randomBytes(12).toString('hex')}`,
      refreshToken: `zalo-refresh-${randomBytes(12).toString('hex')}`,
    };
    this.#accessToken = {
      value: pair.accessToken,
      expiresAt: Date.now() + accessTokenSeconds * 1000,
    };
    this.#refreshToken = {
      value: pair.refreshToken,
      expiresAt: Date.now() + refreshTokenSeconds * 1000,
    };
    return pair;
  }

  isAccessTokenValid(token: string): boolean {
    const { value, expiresAt } = this.#accessToken;
    return token !== '' && token === value && expiresAt > Date.now();
  }

  /** Ends the access token early, as a new consent of the Official Account does. */
  revokeAccessToken(): void {
    this.#accessToken = noToken;
  }

  get remainingQuota(): number {
    return Math.max(0, this.options.dailyQuota - this.#sent.length);
  }

  send(message: Omit<SentMessage, 'messageId' | 'sentAt' | 'receipt'>): SentMessage {
    const messageId = randomBytes(10).toString('hex');
    const sentAt = Date.now();
    const { phone, trackingId } = message;
    const receipt = this.options.unreachable.includes(phone)
      ? null
      : createReceipt({ messageId, trackingId, arrivedAt: sentAt + 1 });
    const sent = { ...message, messageId, sentAt, receipt };
    this.#sent.push(sent);
    if (receipt && this.#webhook !== null) void sendReceipt(this.#webhook, receipt);
    return sent;
  }

  view(): Record<string, unknown> {
    return {
      application: zaloApplication,
      options: this.options,
      refreshes: this.#refreshes,
      remainingQuota: this.remainingQuota,
      sent: this.#sent,
    };
  }

  state(): ZaloState {
    return {
      options: this.options,
      accessToken: this.#accessToken,
      refreshToken: this.#refreshToken,
    };
  }

  restore({ options, accessToken, refreshToken }: ZaloState): void {
    this.options = options;
    this.#accessToken = accessToken;
    this.#refreshToken = refreshToken;
  }

  /** Resets to the initial state. */
  reset(): void {
    this.options = defaultZaloOptions;
    this.#refreshToken = firstToken;
    this.revokeAccessToken();
    this.#refreshes = 0;
    this.#sent = [];
  }
}

const noToken: Token = { value: '', expiresAt: 0 };
const firstToken: Token = {
  value: zaloApplication.refreshToken,
  expiresAt: Number.MAX_SAFE_INTEGER,
};

/** What Zalo sends to the webhook of an application when a message has arrived at a phone. */
interface Receipt {
  readonly body: string;
  /** Value of the header `X-ZEvent-Signature`. */
  readonly signature: string;
}

/** Zalo's own limit is not documented. */
const timeoutMs = 5_000;

/** @see https://developers.zalo.me/docs/official-account/webhook/tong-quan */
export function createReceipt(arrival: {
  readonly messageId: string;
  readonly trackingId: string;
  /** Epoch milliseconds. */
  readonly arrivedAt: number;
}): Receipt {
  const { appId, officialAccountId, officialAccountSecretKey } = zaloApplication;
  const { messageId, trackingId, arrivedAt } = arrival;
  const timestamp = String(arrivedAt);
  const body = JSON.stringify({
    event_name: 'user_received_message',
    app_id: appId,
    sender: { id: officialAccountId },
    recipient: { id: '' },
    message: { delivery_time: timestamp, msg_id: messageId, tracking_id: trackingId },
    timestamp,
  });
  const mac = hash('sha256', `${appId}${body}${timestamp}${officialAccountSecretKey}`);
  return { body, signature: `mac=${mac}` };
}

/** Sends a receipt once. A webhook that does not answer is no error of the sandbox. */
export async function sendReceipt(url: string, { body, signature }: Receipt): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-zevent-signature': signature };
  const signal = AbortSignal.timeout(timeoutMs);
  await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal }).catch(
    () => undefined,
  );
}
