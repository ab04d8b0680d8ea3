/**
 * What outlives a restart: grants, options, faults and the clock, in one small file that is replaced
 * as a whole. The world itself is not kept: it follows from seed, size and opening day.
 */
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClockState } from './clock.ts';
import type { FacebookState } from './facebook/platform.ts';
import type { FaultRule } from './faults/faults.ts';
import type { LazadaOptions } from './lazada/application.ts';
import type { LazadaGrantState } from './lazada/auth/grants.ts';
import type { ShopeeOptions } from './shopee/application.ts';
import type { ShopeeGrantState } from './shopee/auth/grants.ts';
import { SettingsError } from './settings.ts';
import type { TikiOptions } from './tiki/application.ts';
import type { TikiQueueState } from './tiki/event-queues.ts';
import type { TikiGrantState } from './tiki/auth/grants.ts';
import type { TiktokOptions } from './tiktok/application.ts';
import type { TiktokGrantState } from './tiktok/auth/grants.ts';

export interface SandboxState {
  readonly version: 1;
  readonly seed: number;
  readonly size: string;
  readonly openingDay: number;
  readonly clock: ClockState;
  readonly faults: readonly FaultRule[];
  readonly lazada: { readonly options: LazadaOptions; readonly grants: LazadaGrantState };
  /** Absent from a file that is older than the marketplace. */
  readonly shopee?: { readonly options: ShopeeOptions; readonly grants: ShopeeGrantState };
  readonly tiki?: {
    readonly options: TikiOptions;
    readonly grants: TikiGrantState;
    readonly queues?: TikiQueueState;
  };
  readonly tiktok?: { readonly options: TiktokOptions; readonly grants: TiktokGrantState };
  readonly facebook?: FacebookState;
}

function isSandboxState(value: unknown): value is SandboxState {
  if (typeof value !== 'object' || value === null) return false;
  if (!('version' in value) || value.version !== 1) return false;
  // The file is our own; what could be cut off by a foreign hand is checked, not every field.
  return (
    'seed' in value &&
    typeof value.seed === 'number' &&
    'openingDay' in value &&
    typeof value.openingDay === 'number' &&
    'clock' in value &&
    typeof value.clock === 'object' &&
    'faults' in value &&
    Array.isArray(value.faults) &&
    'lazada' in value &&
    typeof value.lazada === 'object' &&
    value.lazada !== null &&
    'options' in value.lazada &&
    'grants' in value.lazada
  );
}

export class StateFile {
  readonly #directory: string;
  readonly #file: string;
  #writing: Promise<void> = Promise.resolve();
  #waiting: (() => SandboxState) | undefined;

  constructor(directory: string) {
    this.#directory = directory;
    this.#file = join(directory, 'state.json');
  }

  /** The kept state, or undefined when there is none or the file is unusable (said on stderr). */
  async read(): Promise<SandboxState | undefined> {
    let text: string;
    try {
      text = await readFile(this.#file, 'utf8');
    } catch {
      return undefined;
    }
    try {
      const value: unknown = JSON.parse(text);
      if (isSandboxState(value)) return value;
    } catch {
      // Said below.
    }
    process.stderr.write(`Sandbox: ${this.#file} is unreadable and is written anew.\n`);
    return undefined;
  }

  /** Resolves when a state at least as new as the present one is on disk. */
  async write(current: () => SandboxState): Promise<void> {
    if (this.#waiting !== undefined) {
      // A write that has not begun yet takes the present state along.
      return this.#writing;
    }
    this.#waiting = current;
    this.#writing = this.#writeAfter(this.#writing);
    return this.#writing;
  }

  async #writeAfter(before: Promise<void>): Promise<void> {
    // A failed write was reported to the one who asked for it.
    await before.catch(() => undefined);
    const current = this.#waiting;
    this.#waiting = undefined;
    if (current !== undefined) await this.#replace(JSON.stringify(current()));
  }

  async #replace(text: string): Promise<void> {
    try {
      await this.#swap(text);
    } catch (cause) {
      const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
      throw new SettingsError(
        `The sandbox cannot keep its state in ${this.#directory}: ${reason}.`,
        {
          cause,
        },
      );
    }
  }

  async #swap(text: string): Promise<void> {
    await mkdir(this.#directory, { recursive: true });
    const fresh = `${this.#file}.new`;
    const handle = await open(fresh, 'w', 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(fresh, this.#file);
  }
}
