/** Puts the sandbox together, starts its listeners and stops them. */
import type { FastifyInstance } from 'fastify';
import { CallCounters } from './call-counters.ts';
import { Clock } from './clock.ts';
import { controlServer } from './control/server.ts';
import { AdWorld } from './facebook/ads/ad-world.ts';
import { FacebookPlatform } from './facebook/platform.ts';
import { facebookServer } from './facebook/server.ts';
import { Faults } from './faults/faults.ts';
import { StateFile } from './state-file.ts';
import type { KeptState } from './state-file.ts';
import { GooglePlatform } from './google/platform.ts';
import { googleServer } from './google/server.ts';
import { LazadaPlatform } from './lazada/platform.ts';
import { lazadaPushes } from './lazada/pushes.ts';
import { lazadaServer } from './lazada/server.ts';
import { Outbox } from './push/outbox.ts';
import { PushWatch } from './push/change-watcher.ts';
import { loadReplays } from './replay/load.ts';
import { ShopeePlatform } from './shopee/platform.ts';
import { shopeePushes } from './shopee/pushes.ts';
import { shopeeServer } from './shopee/server.ts';
import { SettingsError } from './settings.ts';
import type { Settings } from './settings.ts';
import { TikiPlatform } from './tiki/platform.ts';
import { tikiServer } from './tiki/server.ts';
import { TiktokPlatform } from './tiktok/platform.ts';
import { tiktokPushes } from './tiktok/pushes.ts';
import { tiktokServer } from './tiktok/server.ts';
import { World, openingDayFor } from './world/world.ts';

export interface RunningSandbox {
  readonly controlUrl: string;
  readonly lazadaUrl: string;
  readonly shopeeUrl: string;
  readonly tikiUrl: string;
  readonly tiktokUrl: string;
  readonly facebookUrl: string;
  /** By name, as the issuer of its ID tokens. */
  readonly googleUrl: string;
  readonly world: World;
  readonly clock: Clock;
  stop(): Promise<void>;
}

function usableState(kept: KeptState | undefined, settings: Settings): KeptState | undefined {
  if (kept === undefined) return undefined;
  return kept.seed === settings.seed && kept.size === settings.size ? kept : undefined;
}

async function listen(server: FastifyInstance, host: string, port: number): Promise<string> {
  try {
    await server.listen({ host, port });
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : '';
    if (code === 'EADDRINUSE') {
      throw new SettingsError(
        `Port ${port} on ${host} is taken; stop what uses it or set SANDBOX_PORT to another.`,
        { cause },
      );
    }
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL') {
      throw new SettingsError(`Cannot listen on ${host}:${port} (${code}).`, { cause });
    }
    throw cause;
  }
  const address = server.server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  return `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host}:${bound}`;
}

/** An issuer is compared as text: on loopback it is the name that people and settings use. */
function byName(address: string): string {
  return address.replace('//127.0.0.1:', '//localhost:');
}

/** Starts everything. Throws `SettingsError` for a taken port or an unreadable replay file. */
export async function startSandbox(settings: Settings): Promise<RunningSandbox> {
  const clock = new Clock();
  const stateFile =
    settings.dataDirectory === undefined ? undefined : new StateFile(settings.dataDirectory);
  const kept = await stateFile?.read();
  if (settings.clockMs !== undefined) clock.set(settings.clockMs);
  else if (kept !== undefined) clock.restore(kept.clock);
  const begunAt = clock.state();

  const replayed = await loadReplays(settings.replays);
  // Without a given clock the world keeps its first day, so that no order vanishes at a restart.
  const keptDay =
    settings.clockMs === undefined ? usableState(kept, settings)?.openingDay : undefined;
  const openingDay = keptDay ?? openingDayFor(clock.now());
  const world = new World(settings.seed, settings.size, openingDay, replayed.shops);
  const faults = new Faults(settings.seed);
  const calls = new CallCounters();
  let lazadaUrl = '';
  let shopeeUrl = '';
  let tikiUrl = '';
  let tiktokUrl = '';
  let facebookUrl = '';
  let googleUrl = '';
  const snapshot = (): KeptState => ({
    version: 1,
    seed: settings.seed,
    size: settings.size,
    openingDay,
    clock: clock.state(),
    faults: faults.list(),
    lazada: { options: lazada.options, grants: lazada.grants.state() },
    shopee: { options: shopee.options, grants: shopee.grants.state() },
    tiki: { options: tiki.options, grants: tiki.grants.state(), queues: tiki.queues.state() },
    tiktok: { options: tiktok.options, grants: tiktok.grants.state() },
    facebook: facebook.state(),
  });
  const keep = async (): Promise<void> => {
    await stateFile?.write(snapshot);
  };
  const lazada = new LazadaPlatform({
    world,
    clock,
    faults,
    calls,
    callbacks: ['http://localhost:3000/oauth/callback/lazada', ...settings.lazadaCallbacks],
    keep,
  });
  const shopee = new ShopeePlatform({
    world,
    clock,
    faults,
    calls,
    callbacks: settings.shopeeCallbacks,
    keep,
  });
  const tiki = new TikiPlatform({
    world,
    clock,
    faults,
    calls,
    callbacks: ['http://localhost:3000/oauth/callback/tiki', ...settings.tikiCallbacks],
    keep,
  });
  const tiktok = new TiktokPlatform({
    world,
    clock,
    faults,
    calls,
    callback: settings.tiktokCallback,
    keep,
  });
  const facebook = new FacebookPlatform({
    world: new AdWorld(settings.seed, settings.size, openingDay),
    clock,
    faults,
    calls,
    callbacks: settings.facebookCallbacks,
    keep,
  });
  const google = new GooglePlatform({
    faults,
    calls,
    callbacks: settings.googleCallbacks,
    issuer: () => googleUrl,
  });
  if (kept !== undefined) {
    faults.replace(kept.faults);
    lazada.options = kept.lazada.options;
    lazada.grants.restore(kept.lazada.grants);
    if (kept.shopee !== undefined) {
      shopee.options = kept.shopee.options;
      shopee.grants.restore(kept.shopee.grants);
    }
    if (kept.tiki !== undefined) {
      tiki.options = kept.tiki.options;
      tiki.grants.restore(kept.tiki.grants);
      tiki.queues.restore(kept.tiki.queues ?? []);
    }
    if (kept.tiktok !== undefined) {
      tiktok.options = kept.tiktok.options;
      tiktok.grants.restore(kept.tiktok.grants);
    }
    if (kept.facebook !== undefined) facebook.restore(kept.facebook);
  }
  const pushSides = [lazadaPushes(lazada), shopeePushes(shopee), tiktokPushes(tiktok)];
  const outbox = new Outbox(clock, faults);
  const watch = new PushWatch(world, clock, pushSides, outbox);
  const callHome = (): void => {
    for (const { platform } of pushSides) {
      const path = `/partner/push/${platform.toLowerCase()}`;
      const { pushOrigin, applicationOrigin } = settings;
      outbox.setTarget(
        platform,
        pushOrigin === null
          ? undefined
          : { url: `${pushOrigin}${path}`, registered: `${applicationOrigin}${path}` },
      );
    }
  };
  callHome();
  const reset = (): void => {
    clock.restore(settings.clockMs === undefined ? { offsetMs: 0, frozenAtMs: null } : begunAt);
    faults.remove();
    calls.reset();
    lazada.reset();
    shopee.reset();
    tiki.reset();
    tiktok.reset();
    facebook.reset();
    google.reset();
    watch.forget();
    callHome();
  };
  const lazadaSide = lazadaServer(lazada);
  const shopeeSide = shopeeServer(shopee);
  const tikiSide = tikiServer(tiki);
  const tiktokSide = tiktokServer(tiktok);
  const facebookSide = facebookServer(facebook);
  const googleSide = googleServer(google);
  const controlSide = controlServer({
    world,
    clock,
    faults,
    calls,
    lazada,
    shopee,
    tiki,
    tiktok,
    facebook,
    google,
    replays: replayed.reports,
    lazadaUrl: () => lazadaUrl,
    shopeeUrl: () => shopeeUrl,
    tikiUrl: () => tikiUrl,
    tiktokUrl: () => tiktokUrl,
    facebookUrl: () => facebookUrl,
    push: { world, clock, sides: pushSides, outbox, look: () => watch.step(), keep },
    applicationOrigin: settings.applicationOrigin,
    keep,
    reset,
  });
  const sides = [
    controlSide,
    lazadaSide,
    shopeeSide,
    tikiSide,
    tiktokSide,
    facebookSide,
    googleSide,
  ];
  const stop = async (): Promise<void> => {
    watch.stop();
    await Promise.all(sides.map((side) => side.close()));
    await keep();
  };
  try {
    const controlUrl = await listen(controlSide, settings.host, settings.port);
    lazadaUrl = await listen(
      lazadaSide,
      settings.host,
      settings.port === 0 ? 0 : settings.port + 1,
    );
    shopeeUrl = await listen(
      shopeeSide,
      settings.host,
      settings.port === 0 ? 0 : settings.port + 2,
    );
    tikiUrl = await listen(tikiSide, settings.host, settings.port === 0 ? 0 : settings.port + 3);
    tiktokUrl = await listen(
      tiktokSide,
      settings.host,
      settings.port === 0 ? 0 : settings.port + 4,
    );
    facebookUrl = await listen(
      facebookSide,
      settings.host,
      settings.port === 0 ? 0 : settings.port + 5,
    );
    googleUrl = byName(
      await listen(googleSide, settings.host, settings.port === 0 ? 0 : settings.port + 6),
    );
    await keep();
    watch.start();
    return {
      controlUrl,
      lazadaUrl,
      shopeeUrl,
      tikiUrl,
      tiktokUrl,
      facebookUrl,
      googleUrl,
      world,
      clock,
      stop,
    };
  } catch (error) {
    await Promise.all(sides.map((side) => side.close()));
    throw error;
  }
}
