/**
 * State that survives a restart: grants, options, faults and the clock, in one small file that is replaced atomically.
 * The world itself is not saved, because seed, size and opening day determine it.
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
import type { ZaloState } from './zalo/platform.ts';
import { parseJson } from './http/json-object.ts';

export interface SandboxState {
  readonly version: 1;
  readonly seed: number;
  readonly size: string;
  readonly openingDay: number;
  readonly clock: ClockState;
  readonly faults: readonly FaultRule[];
  readonly lazada: { readonly options: LazadaOptions; readonly grants: LazadaGrantState };
  /** Absent in files that are older than the marketplace's support. */
  readonly shopee?: { readonly options: ShopeeOptions; readonly grants: ShopeeGrantState };
  readonly tiki?: {
    readonly options: TikiOptions;
    readonly grants: TikiGrantState;
    readonly queues?: TikiQueueState;
  };
  readonly tiktok?: { readonly options: TiktokOptions; readonly grants: TiktokGrantState };
  readonly facebook?: FacebookState;
  readonly zalo?: ZaloState;
}

function isSandboxState(value: unknown): value is SandboxState {
  if (typeof value !== 'object' || value === null) return false;
  if (!('version' in value) || value.version !== 1) return false;
  // The file is our own. This detects files that were edited or truncated; it does not validate every field.
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

  /** Returns the saved state, or undefined if there is none or the file is unreadable, which is reported on stderr. */
  async read(): Promise<SandboxState | undefined> {
    let text: string;
    try {
      text = await readFile(this.#file, 'utf8');
    } catch {
      return undefined;
    }
    const value = parseJson(text);
    if (isSandboxState(value)) return value;
    process.stderr.write(`Sandbox: ${this.#file} is unreadable and is written anew.\n`);
    return undefined;
  }

  /** Resolves once a state at least as new as the current one is on disk. */
  async write(current: () => SandboxState): Promise<void> {
    if (this.#waiting !== undefined) {
      // The pending write has not started and will include the current state.
      return this.#writing;
    }
    this.#waiting = current;
    this.#writing = this.#writeAfter(this.#writing);
    return this.#writing;
  }

  async #writeAfter(before: Promise<void>): Promise<void> {
    // The caller of the failed write got its error.
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
