/** The control API (`/_sandbox/…`), the health check and the front page. */
import fastify from 'fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CallCounters } from '../call-counters.ts';
import type { Clock } from '../clock.ts';
import { buildRedirectUrl } from '../consent/redirect.ts';
import { facebookApplication, changeFacebookOptions } from '../facebook/application.ts';
import { authorizeFacebook, facebookLedger, registerFacebookControl } from '../facebook/control.ts';
import type { FacebookPlatform } from '../facebook/platform.ts';
import { FaultError } from '../faults/faults.ts';
import { authorizeGoogle, registerGoogleControl } from '../google/control.ts';
import { withoutSchemas } from '../http/platform-listener.ts';
import type { GooglePlatform } from '../google/platform.ts';
import type { Faults } from '../faults/faults.ts';
import { lazadaApplication, changeLazadaOptions } from '../lazada/application.ts';
import type { LazadaPlatform } from '../lazada/platform.ts';
import { shopeeApplication, changeShopeeOptions } from '../shopee/application.ts';
import { authorizeShopee } from '../shopee/control.ts';
import type { ShopeePlatform } from '../shopee/platform.ts';
import { tikiApplication, changeTikiOptions } from '../tiki/application.ts';
import { authorizeTiki } from '../tiki/control.ts';
import type { TikiPlatform } from '../tiki/platform.ts';
import { tiktokApplication, changeTiktokOptions } from '../tiktok/application.ts';
import { authorizeTiktok } from '../tiktok/control.ts';
import type { TiktokPlatform } from '../tiktok/platform.ts';
import { registerPushControl } from '../push/control.ts';
import type { PushControlDependencies } from '../push/control.ts';
import { shopTimeZone, dayOf, formatDay, isoInstant } from '../local-time.ts';
import { OptionsError } from '../options.ts';
import type { PlatformName } from '../platform-dependencies.ts';
import { registerReportingTool } from '../reporting-tool/server.ts';
import { registerSellerCenters } from '../seller-center/control.ts';
import type { ReplayReport } from '../replay/report.ts';
import { buildLedger } from '../world/ledger.ts';
import { buildMoneyLedger } from '../world/money/money-ledger.ts';
import { drawPicture } from '../world/pictures.ts';
import type { World } from '../world/world.ts';
import { registerZaloControl } from '../zalo/control.ts';
import type { ZaloPlatform } from '../zalo/platform.ts';
import { frontPage } from './front-page.ts';
import {
  ControlError,
  updateClock,
  parseInstant,
  readPeriod,
  parseRecord,
  findShop,
  readRedirectUri,
  readText,
} from './requests.ts';

interface ControlDependencies {
  readonly world: World;
  readonly clock: Clock;
  readonly faults: Faults;
  readonly calls: CallCounters;
  readonly lazada: LazadaPlatform;
  readonly shopee: ShopeePlatform;
  readonly tiki: TikiPlatform;
  readonly tiktok: TiktokPlatform;
  readonly facebook: FacebookPlatform;
  readonly google: GooglePlatform;
  readonly zalo: ZaloPlatform;
  readonly replays: readonly ReplayReport[];
  /** Empty until the platforms listen. */
  readonly urls: Readonly<Record<PlatformName, string>>;
  readonly push: PushControlDependencies;
  readonly applicationOrigin: string;
  readonly saveState: () => Promise<void>;
  /** Resets clock, faults, grants, options and counters to their initial state. */
  readonly reset: () => void;
}

function queryOf(request: FastifyRequest): Record<string, unknown> {
  return parseRecord(request.query);
}

function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.');
}

function clockView({ clock, world }: ControlDependencies): Record<string, unknown> {
  return {
    now: new Date(clock.nowMs()).toISOString(),
    frozen: clock.frozen,
    worldBegins: formatDay(world.openingDay),
    timeZone: shopTimeZone,
  };
}

function shopViews({
  world,
  clock,
  urls,
}: ControlDependencies): readonly Record<string, unknown>[] {
  const now = clock.now();
  const pages = {
    LAZADA: `${urls.lazada}/oauth/authorize`,
    SHOPEE: `${urls.shopee}/auth`,
    TIKI: `${urls.tiki}/sc/oauth2/auth`,
    TIKTOK: `${urls.tiktok}/open/authorize`,
  };
  return world.shops().map((shop) => {
    const { info } = shop;
    const orders = shop.countAt(now);
    return {
      platform: info.platform,
      externalShopId: info.externalShopId,
      name: info.name,
      company: info.company,
      account: info.account.email,
      region: info.region,
      currency: info.currency,
      timeZone: shopTimeZone,
      orders,
      firstOrderAt: orders === 0 ? null : isoInstant(shop.createdAt(0)),
      lastOrderAt: orders === 0 ? null : isoInstant(shop.createdAt(orders - 1)),
      replayOf: info.replayOf,
      signIn: `Open ${pages[info.platform]} as the application sends it, choose "${info.name}" and agree; no password.`,
    };
  });
}

function parseFaultList(body: unknown): readonly unknown[] {
  if (Array.isArray(body)) return body;
  const rules = parseRecord(body)['faults'];
  if (!Array.isArray(rules)) throw new ControlError(400, 'The body must be a list of faults.');
  return rules;
}

async function authorize(parts: ControlDependencies, request: FastifyRequest): Promise<unknown> {
  if (!isLoopback(request.ip)) throw new ControlError(403, 'Only from this machine.');
  const body = parseRecord(request.body);
  if (readText(body, 'platform')?.toUpperCase() === 'GOOGLE') {
    return authorizeGoogle(parts.google, body);
  }
  if (readText(body, 'platform')?.toUpperCase() === 'FACEBOOK') {
    return authorizeFacebook(parts.facebook, body);
  }
  const shop = findShop(parts.world, body);
  if (shop.info.platform === 'TIKTOK') return authorizeTiktok(parts.tiktok, shop.info, body);
  if (shop.info.platform === 'SHOPEE') return authorizeShopee(parts.shopee, shop.info, body);
  if (shop.info.platform === 'TIKI') return authorizeTiki(parts.tiki, shop.info, body);
  const redirectUri = readRedirectUri(body, 'lazada', parts.lazada.parts.callbacks);
  const code = parts.lazada.grants.issueCode(lazadaApplication.key, shop.info.externalShopId);
  await parts.saveState();
  return { code, redirectTo: buildRedirectUrl(redirectUri, { code }, readText(body, 'state')) };
}

/** Reads the shop and the period of a ledger. @param detail value of `by` that adds the detailed rows */
function readLedgerQuery(
  { world, clock }: ControlDependencies,
  query: Record<string, unknown>,
  detail: string,
) {
  const shop = findShop(world, query);
  const asOfText = readText(query, 'as_of');
  const asOf = asOfText === undefined ? clock.now() : parseInstant(asOfText, 'as_of');
  const by = readText(query, 'by');
  if (by !== undefined && by !== detail) throw new ControlError(400, `by can only be ${detail}.`);
  return { shop, ...readPeriod(query, shop, asOf), asOf, isDetailed: by === detail };
}

function registerReadRoutes(server: FastifyInstance, parts: ControlDependencies): void {
  server.get('/healthz', () => ({
    status: 'ok',
    now: new Date(parts.clock.nowMs()).toISOString(),
  }));
  server.get('/pictures/:file', (request, reply) => {
    const picture = drawPicture(readText(parseRecord(request.params), 'file') ?? '');
    if (picture === null) throw new ControlError(404, 'There is no such picture.');
    return reply.type('image/png').send(picture);
  });
  server.get('/_sandbox/shops', () => ({
    items: shopViews(parts),
    total: parts.world.shops().length,
  }));
  server.get('/_sandbox/replays', () => ({ items: parts.replays, total: parts.replays.length }));
  server.get('/_sandbox/clock', () => clockView(parts));
  server.get('/_sandbox/faults', () => ({ faults: parts.faults.list() }));
  server.get('/_sandbox/calls', (request) => ({
    items: parts.calls.summary(readText(queryOf(request), 'per') === 'second'),
  }));
  server.get('/_sandbox/ledger', (request) => {
    const query = queryOf(request);
    if (readText(query, 'platform')?.toUpperCase() === 'FACEBOOK') {
      return facebookLedger(parts.facebook, query);
    }
    const { isDetailed: bySku, ...range } = readLedgerQuery(parts, query, 'sku');
    return buildLedger({ ...range, bySku });
  });
  server.get('/_sandbox/money', (request) => {
    const query = queryOf(request);
    const { isDetailed: byOrder, ...range } = readLedgerQuery(parts, query, 'order');
    return buildMoneyLedger({ ...range, money: parts.world.moneyOf(range.shop), byOrder });
  });
  server.get('/', (request, reply) => {
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .send(
        frontPage(
          shopViews(parts),
          parts.urls,
          request.headers['accept-language'],
          dayOf(parts.clock.now()),
        ),
      );
  });
}

function registerWriteRoutes(server: FastifyInstance, parts: ControlDependencies): void {
  server.put('/_sandbox/clock', (request) => {
    updateClock(parts.clock, parseRecord(request.body));
    return parts.saveState().then(() => clockView(parts));
  });
  server.put('/_sandbox/faults', (request) => {
    const faults = parts.faults.replace(parseFaultList(request.body));
    return parts.saveState().then(() => ({ faults }));
  });
  server.post('/_sandbox/faults', (request) => {
    const faults = parts.faults.add([request.body]);
    return parts.saveState().then(() => ({ faults }));
  });
  server.delete('/_sandbox/faults', (request) => {
    parts.faults.remove(readText(queryOf(request), 'id'));
    const { lazada, shopee, tiki, tiktok, facebook } = parts;
    for (const { throttle } of [lazada, shopee, tiki, tiktok, facebook]) throttle.lift();
    return parts.saveState().then(() => ({ faults: parts.faults.list() }));
  });
  server.delete('/_sandbox/calls', () => {
    parts.calls.reset();
    return { items: [] };
  });
  server.post('/_sandbox/authorize', (request) => authorize(parts, request));
  server.post('/_sandbox/reset', () => {
    parts.reset();
    return parts.saveState().then(() => clockView(parts));
  });
}

/** Registers the routes that read and change the options of a test application. */
function registerOptions<Options>(
  server: FastifyInstance,
  path: string,
  platform: { options: Options; readonly parts: Pick<ControlDependencies, 'saveState'> },
  application: object,
  change: (options: Options, body: unknown) => Options,
): void {
  const view = () => ({ ...application, options: platform.options });
  server.get(path, view);
  server.put(path, async (request) => {
    platform.options = change(platform.options, request.body);
    await platform.parts.saveState();
    return view();
  });
}

/** Builds the control server. The caller starts and closes it. */
export function createControlServer(dependencies: ControlDependencies): FastifyInstance {
  const server = fastify({
    bodyLimit: 1_048_576,
    forceCloseConnections: true,
    schemaController: withoutSchemas,
  });
  // Many clients send a content type without a body.
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : JSON.parse(String(body)));
    } catch {
      done(new ControlError(400, 'The body is not JSON.'));
    }
  });
  server.setErrorHandler((error, _request, reply) => {
    const known =
      error instanceof ControlError || error instanceof FaultError || error instanceof OptionsError;
    const status = error instanceof ControlError ? error.statusCode : known ? 400 : 500;
    const own = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : status;
    if (own >= 500)
      process.stderr.write(`Sandbox: ${error instanceof Error ? (error.stack ?? '') : ''}\n`);
    const message = error instanceof Error ? error.message : 'Unknown failure';
    return reply.code(known ? status : own).send({ statusCode: known ? status : own, message });
  });
  registerReadRoutes(server, dependencies);
  registerWriteRoutes(server, dependencies);
  const { lazada, shopee, tiki, tiktok, facebook } = dependencies;
  const tiktokRegistration = { application: tiktokApplication, callback: tiktok.parts.callback };
  registerOptions(
    server,
    '/_sandbox/lazada',
    lazada,
    { application: lazadaApplication },
    changeLazadaOptions,
  );
  registerOptions(
    server,
    '/_sandbox/shopee',
    shopee,
    { application: shopeeApplication },
    changeShopeeOptions,
  );
  registerOptions(
    server,
    '/_sandbox/tiki',
    tiki,
    { application: tikiApplication },
    changeTikiOptions,
  );
  registerOptions(server, '/_sandbox/tiktok', tiktok, tiktokRegistration, changeTiktokOptions);
  registerOptions(
    server,
    '/_sandbox/facebook',
    facebook,
    { application: facebookApplication },
    changeFacebookOptions,
  );
  registerFacebookControl(server, dependencies.facebook);
  registerGoogleControl(server, dependencies.google);
  registerZaloControl(server, dependencies.zalo);
  registerPushControl(server, dependencies.push);
  registerSellerCenters(server, dependencies);
  registerReportingTool(server, dependencies.applicationOrigin);
  return server;
}
