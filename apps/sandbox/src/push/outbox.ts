/** Queue of outgoing pushes. It sends them, retries failed ones, and applies push faults. */
import { randomBytes } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { pushPath, type FaultKind, type Faults } from '../faults/faults.ts';
import type { Platform } from '../world/shops/shops.ts';
import { hexHmac, type PushSource } from './push-source.ts';

const maxConcurrentSends = 8;
/** Further pushes are dropped, as a marketplace drops what it cannot deliver. */
const maxQueued = 50_000;
/** Delay that moves a reordered push behind later ones. */
const reorderDelayMs = 400;

export interface PushTarget {
  /** Where pushes are sent. */
  readonly url: string;
  /** The URL registered at the marketplace, which the signature covers. It differs from `url` behind a proxy. */
  readonly registered: string;
  /** How long the receiver may take, in milliseconds, instead of the platform's limit. */
  readonly timeoutMs?: number;
}

interface PushCounts {
  /** Pushes put into the outbox. */
  emitted: number;
  /** Attempts, of forged copies too, by outcome: accepted, rejected by status, or without a response in time. */
  taken: number;
  refused: number;
  unanswered: number;
  /** Lost by a fault, dropped from a full queue, or given up after the last attempt. */
  lost: number;
}

interface QueuedPush {
  readonly side: PushSource;
  readonly shop: string;
  readonly body: string;
  /** Key that replaces the platform's in the signature. */
  readonly wrongKey: string | undefined;
  /** A forged copy, which the platform never sent: it has one attempt. */
  readonly isForged: boolean;
  readonly attempt: number;
  /** Sandbox time, in epoch milliseconds. */
  readonly dueMs: number;
  /** Machine's time, in epoch milliseconds. */
  readonly notBeforeMs: number;
}

function createWrongKey(): string {
  return randomBytes(16).toString('hex');
}

export class Outbox {
  readonly #clock: Clock;
  readonly #faults: Faults;
  readonly #targets = new Map<Platform, PushTarget>();
  readonly #counts = new Map<Platform, PushCounts>();
  #waiting: QueuedPush[] = [];
  readonly #sending = new Set<QueuedPush>();
  #stopped = false;

  constructor(clock: Clock, faults: Faults) {
    this.#clock = clock;
    this.#faults = faults;
  }

  target(platform: Platform): PushTarget | undefined {
    return this.#targets.get(platform);
  }

  setTarget(platform: Platform, target: PushTarget | undefined): void {
    if (target === undefined) this.#targets.delete(platform);
    else this.#targets.set(platform, target);
  }

  /** `waiting` are all without an outcome: `sending`, which the application has not answered yet, and later ones. */
  counts(platform: Platform): PushCounts & { readonly waiting: number; readonly sending: number } {
    const ofPlatform = ({ side }: QueuedPush) => side.platform === platform;
    const sending = [...this.#sending].filter(ofPlatform).length;
    const waiting = sending + this.#waiting.filter(ofPlatform).length;
    return { ...this.#countsOf(platform), waiting, sending };
  }

  #countsOf(platform: Platform): PushCounts {
    const none = { emitted: 0, taken: 0, refused: 0, unanswered: 0, lost: 0 };
    return this.#counts.getOrInsert(platform, none);
  }

  clear(): void {
    this.#waiting = [];
    this.#counts.clear();
  }

  stop(): void {
    this.#stopped = true;
    this.#waiting = [];
  }

  /** Queues a push. */
  put(side: PushSource, shop: string, message: object): void {
    const counts = this.#countsOf(side.platform);
    counts.emitted += 1;
    const matchedFaults = this.#faults.strike({ platform: side.platform, path: pushPath, shop });
    const has = (kind: FaultKind) => matchedFaults.some((rule) => rule.kind === kind);
    if (has('push_lost') || this.#waiting.length >= maxQueued) {
      counts.lost += 1;
      side.storeLost?.(JSON.stringify(message), this.#clock.now());
      return;
    }
    const late = matchedFaults.find(({ kind }) => kind === 'push_late');
    const push: QueuedPush = {
      side,
      shop,
      body: JSON.stringify(message),
      wrongKey: has('push_wrong_signature') ? createWrongKey() : undefined,
      isForged: false,
      attempt: 0,
      dueMs: this.#clock.nowMs() + (late?.ms ?? 0),
      notBeforeMs: has('push_reordered') ? Date.now() + reorderDelayMs : 0,
    };
    this.#waiting.push(push);
    if (has('push_doubled')) this.#waiting.push(push);
    // A forged copy about the same shop. It must fail the signature check.
    if (has('push_forged')) {
      this.#waiting.push({ ...push, wrongKey: createWrongKey(), isForged: true });
    }
  }

  /** Sends due pushes, with limited concurrency. */
  step(): void {
    const now = this.#clock.nowMs();
    const machineNow = Date.now();
    const isDue = ({ dueMs, notBeforeMs }: QueuedPush) => dueMs <= now && notBeforeMs <= machineNow;
    while (this.#sending.size < maxConcurrentSends) {
      const place = this.#waiting.findIndex(isDue);
      const [push] = place < 0 ? [] : this.#waiting.splice(place, 1);
      if (push === undefined) return;
      const target = this.#targets.get(push.side.platform);
      if (target !== undefined) void this.#send({ ...push }, target);
    }
  }

  async #send(push: QueuedPush, target: PushTarget): Promise<void> {
    this.#sending.add(push);
    const { side, body, wrongKey } = push;
    const counts = this.#countsOf(side.platform);
    const authorization =
      wrongKey === undefined ? side.sign(body, target.registered) : hexHmac(wrongKey, body);
    let isTaken = false;
    try {
      const answer = await fetch(target.url, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', authorization },
        redirect: 'error',
        signal: AbortSignal.timeout(target.timeoutMs ?? side.timeoutMs),
      });
      await answer.arrayBuffer();
      isTaken = side.isTaken(answer.status);
      if (isTaken) counts.taken += 1;
      else counts.refused += 1;
    } catch {
      counts.unanswered += 1;
    }
    this.#sending.delete(push);
    if (!isTaken && !push.isForged && !this.#stopped) this.#again(push, counts);
    this.step();
  }

  /** Schedules a well-signed attempt by the platform's retry intervals, or gives up after the last one. */
  #again(push: QueuedPush, counts: PushCounts): void {
    const seconds = push.side.retrySeconds[push.attempt];
    if (seconds === undefined) {
      counts.lost += 1;
      push.side.storeLost?.(push.body, this.#clock.now());
      return;
    }
    const dueMs = this.#clock.nowMs() + seconds * 1000;
    const next = { ...push, wrongKey: undefined, attempt: push.attempt + 1, dueMs };
    this.#waiting.push(next);
  }
}
