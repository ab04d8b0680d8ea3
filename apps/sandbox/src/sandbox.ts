/** Assembles the sandbox, and starts and stops its listeners. */
import type { FastifyInstance } from 'fastify';
import { CallCounters } from './call-counters.ts';
import { Clock } from './clock.ts';
import { createControlServer } from './control/server.ts';
import { AdWorld } from './facebook/ads/ad-world.ts';
import { FacebookPlatform } from './facebook/platform.ts';
import { createFacebookServer } from './facebook/server.ts';
import { Faults } from './faults/faults.ts';
import { StateFile } from './state-file.ts';
import type { SandboxState } from './state-file.ts';
import { GooglePlatform } from './google/platform.ts';
import { createGoogleServer } from './google/server.ts';
import { LazadaPlatform } from './lazada/platform.ts';
import { createLazadaPushSource } from './lazada/pushes.ts';
import { createLazadaServer } from './lazada/server.ts';
import { Outbox } from './push/outbox.ts';
import { ChangeWatcher } from './push/change-watcher.ts';
import { loadReplays } from './replay/load.ts';
import { ShopeePlatform } from './shopee/platform.ts';
import { createShopeePushSource } from './shopee/pushes.ts';
import { createShopeeServer } from './shopee/server.ts';
import { SettingsError } from './settings.ts';
import type { Settings } from './settings.ts';
import { TikiPlatform } from './tiki/platform.ts';
import { createTikiServer } from './tiki/server.ts';
import { TiktokPlatform } from './tiktok/platform.ts';
import { createTiktokPushSource } from './tiktok/pushes.ts';
import { createTiktokServer } from './tiktok/server.ts';
import { World, openingDayFor } from './world/world.ts';
import { ZaloPlatform } from './zalo/platform.ts';
import { createZaloServer } from './zalo/server.ts';
import { platformNames, type PlatformName } from './platform-dependencies.ts';

export interface RunningSandbox {
  readonly controlUrl: string;
  readonly lazadaUrl: string;
  readonly shopeeUrl: string;
  readonly tikiUrl: string;
  readonly tiktokUrl: string;
  readonly facebookUrl: string;
  /** With the host name, like the issuer of its ID tokens. */
  readonly googleUrl: string;
  readonly zaloUrl: string;
  readonly world: World;
  readonly clock: Clock;
  stop(): Promise<void>;
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

function restorePlatform<Options, Grants>(
  platform: { options: Options; readonly grants: { restore(state: Grants): void } },
  state: { readonly options: Options; readonly grants: Grants } | undefined,
): void {
  if (state === undefined) return;
  platform.options = state.options;
  platform.grants.restore(state.grants);
}

/** Replaces the loopback address by `localhost`. Issuers are compared as text, and settings use this name. */
function withHostName(address: string): string {
  return address.replace('//127.0.0.1:', '//localhost:');
}

/**
 * Starts the sandbox.
 *
 * @throws {SettingsError} if a port is taken or a replay file is unreadable.
 */
export async function startSandbox(settings: Settings): Promise<RunningSandbox> {
  const clock = new Clock();
  const stateFile =
    settings.dataDirectory === undefined ? undefined : new StateFile(settings.dataDirectory);
  const savedState = await stateFile?.read();
  if (settings.clockMs !== undefined) clock.set(settings.clockMs);
  else if (savedState !== undefined) clock.restore(savedState.clock);
  const initialClock = clock.state();

  const replayed = await loadReplays(settings.replays);
  // Without a given clock the world keeps its opening day, so that no order disappears after a restart.
  const isSameWorld = savedState?.seed === settings.seed && savedState.size === settings.size;
  const openingDay =
    isSameWorld && settings.clockMs === undefined
      ? savedState.openingDay
      : openingDayFor(clock.now(), settings.months);
  const world = new World(settings.seed, settings.size, openingDay, replayed.shops);
  const faults = new Faults(settings.seed);
  const calls = new CallCounters();
  const urls = { lazada: '', shopee: '', tiki: '', tiktok: '', facebook: '', google: '', zalo: '' };
  const snapshot = (): SandboxState => ({
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
    zalo: zalo.state(),
  });
  const saveState = async (): Promise<void> => {
    await stateFile?.write(snapshot);
  };
  const shared = { world, clock, faults, calls, saveState };
  const lazada = new LazadaPlatform({
    ...shared,
    callbacks: ['http://localhost:3000/oauth/callback/lazada', ...settings.lazadaCallbacks],
  });
  const shopee = new ShopeePlatform({ ...shared, callbacks: settings.shopeeCallbacks });
  const tiki = new TikiPlatform({
    ...shared,
    callbacks: ['http://localhost:3000/oauth/callback/tiki', ...settings.tikiCallbacks],
  });
  const tiktok = new TiktokPlatform({ ...shared, callback: settings.tiktokCallback });
  const facebook = new FacebookPlatform({
    ...shared,
    world: new AdWorld(settings.seed, settings.size, openingDay),
    callbacks: settings.facebookCallbacks,
  });
  const google = new GooglePlatform({
    faults,
    calls,
    callbacks: settings.googleCallbacks,
    issuer: () => urls.google,
  });
  const zalo = new ZaloPlatform({
    faults,
    calls,
    saveState,
    webhook: settings.pushOrigin === null ? null : `${settings.pushOrigin}/partner/push/zalo`,
  });
  if (savedState !== undefined) {
    faults.replace(savedState.faults);
    restorePlatform(lazada, savedState.lazada);
    restorePlatform(shopee, savedState.shopee);
    restorePlatform(tiki, savedState.tiki);
    tiki.queues.restore(savedState.tiki?.queues ?? []);
    restorePlatform(tiktok, savedState.tiktok);
    if (savedState.facebook !== undefined) facebook.restore(savedState.facebook);
    if (savedState.zalo !== undefined) zalo.restore(savedState.zalo);
  }
  const platforms = { lazada, shopee, tiki, tiktok, facebook, google, zalo };
  const pushSources = [
    createLazadaPushSource(lazada),
    createShopeePushSource(shopee),
    createTiktokPushSource(tiktok),
  ];
  const outbox = new Outbox(clock, faults);
  const changeWatcher = new ChangeWatcher(world, clock, pushSources, outbox);
  const setDefaultPushTargets = (): void => {
    for (const { platform } of pushSources) {
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
  setDefaultPushTargets();
  const reset = (): void => {
    clock.restore(
      settings.clockMs === undefined ? { offsetMs: 0, frozenAtMs: null } : initialClock,
    );
    faults.remove();
    calls.reset();
    for (const platform of Object.values(platforms)) platform.reset();
    changeWatcher.clear();
    setDefaultPushTargets();
  };
  const controlListener = createControlServer({
    ...platforms,
    world,
    clock,
    faults,
    calls,
    urls,
    replays: replayed.reports,
    push: {
      world,
      clock,
      sources: pushSources,
      outbox,
      emitChanges: () => changeWatcher.step(),
      saveState,
    },
    applicationOrigin: settings.applicationOrigin,
    saveState,
    reset,
  });
  const platformListeners: Readonly<Record<PlatformName, FastifyInstance>> = {
    lazada: createLazadaServer(lazada),
    shopee: createShopeeServer(shopee),
    tiki: createTikiServer(tiki),
    tiktok: createTiktokServer(tiktok),
    facebook: createFacebookServer(facebook),
    google: createGoogleServer(google),
    zalo: createZaloServer(zalo),
  };
  const listeners = [controlListener, ...Object.values(platformListeners)];
  const stop = async (): Promise<void> => {
    changeWatcher.stop();
    await Promise.all(listeners.map((side) => side.close()));
    await saveState();
  };
  try {
    const controlUrl = await listen(controlListener, settings.host, settings.port);
    world.pictures.url = controlUrl;
    for (const [index, name] of platformNames.entries()) {
      const port = settings.port === 0 ? 0 : settings.port + 1 + index;
      urls[name] = await listen(platformListeners[name], settings.host, port);
    }
    urls.google = withHostName(urls.google);
    await saveState();
    changeWatcher.start();
    return {
      controlUrl,
      lazadaUrl: urls.lazada,
      shopeeUrl: urls.shopee,
      tikiUrl: urls.tiki,
      tiktokUrl: urls.tiktok,
      facebookUrl: urls.facebook,
      googleUrl: urls.google,
      zaloUrl: urls.zalo,
      world,
      clock,
      stop,
    };
  } catch (error) {
    await Promise.all(listeners.map((side) => side.close()));
    throw error;
  }
}
