/** The control API of pushes. */
import type { FastifyInstance } from 'fastify';
import { ControlError, parseRecord, findShop, readText } from '../control/requests.ts';
import type { Clock } from '../clock.ts';
import type { World } from '../world/world.ts';
import type { Outbox, PushTarget } from './outbox.ts';
import type { PushSource } from './push-source.ts';

export interface PushControlDependencies {
  readonly world: World;
  readonly clock: Clock;
  readonly sources: readonly PushSource[];
  readonly outbox: Outbox;
  /** Emits pending changes now. */
  readonly emitChanges: () => void;
  readonly saveState: () => Promise<void>;
}

const maxTimeoutMs = 600_000;

function parseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new ControlError(400, `"${text}" is not an address such as http://localhost:3000/push.`);
  }
  return text;
}

function parseTarget(value: unknown): PushTarget | undefined {
  if (value === null) return undefined;
  if (typeof value === 'string') return { url: parseUrl(value), registered: value };
  const record = parseRecord(value);
  const url = parseUrl(readText(record, 'url') ?? '');
  const registered = readText(record, 'registered') ?? url;
  const timeout = readText(record, 'timeoutMs');
  return timeout === undefined
    ? { url, registered }
    : { url, registered, timeoutMs: parseTimeout(timeout) };
}

function parseTimeout(text: string): number {
  const timeoutMs = Number(text);
  if (!Number.isInteger(timeoutMs) || timeoutMs < 1 || timeoutMs > maxTimeoutMs) {
    throw new ControlError(400, `timeoutMs must be a whole number from 1 to ${maxTimeoutMs}.`);
  }
  return timeoutMs;
}

export function registerPushControl(
  server: FastifyInstance,
  dependencies: PushControlDependencies,
): void {
  const { sources, outbox } = dependencies;
  const view = () => ({
    platforms: Object.fromEntries(
      sources.map(({ platform }) => [
        platform,
        { target: outbox.target(platform) ?? null, ...outbox.counts(platform) },
      ]),
    ),
  });
  const findSource = (name: string): PushSource => {
    const source = sources.find(({ platform }) => platform === name.toUpperCase());
    if (source === undefined) throw new ControlError(400, `"${name}" sends no pushes.`);
    return source;
  };

  server.get('/_sandbox/push', view);
  // By platform: a target URL, a target with its registered URL, or null to disable pushes.
  server.put('/_sandbox/push', (request) => {
    const targets = Object.entries(parseRecord(request.body)).map(
      ([name, value]) => [findSource(name).platform, parseTarget(value)] as const,
    );
    for (const [platform, target] of targets) outbox.setTarget(platform, target);
    dependencies.emitChanges();
    return view();
  });
  // Simulates that the seller revokes the consent at the marketplace.
  server.post('/_sandbox/withdraw', async (request) => {
    const { info } = findShop(dependencies.world, parseRecord(request.body));
    const source = findSource(info.platform);
    source.withdraw(info.externalShopId);
    const message = source.aboutWithdrawal(info.externalShopId, dependencies.clock.now());
    if (message !== undefined) outbox.put(source, info.externalShopId, message);
    await dependencies.saveState();
    return { withdrawn: info.externalShopId, isNotified: message !== undefined };
  });
}
