import pg from 'pg';
import { Registry } from 'prom-client';
import { auditRoutes } from './audit/index.ts';
import { createCatalogue } from './catalogue/index.ts';
import { registerCollectorMetrics, createCollector, type Collector } from './collector/index.ts';
import { fillDemo } from './demo/fill-demo.ts';
import { createIdentityDirectory } from './identity-directory.ts';
import { createIdentity, createOutsideSignIns, type Identity } from './identity/index.ts';
import { createNotifications, notificationEmailKind } from './notifications/index.ts';
import { createPartners, registerPartnerMetrics, pushReaders } from './partners/index.ts';
import { type Configuration, choosePoolSizes } from './platform/config/configuration.ts';
import {
  connectionTimeouts,
  openDatabase,
  sql,
  type Database,
  type DatabaseRole,
} from './platform/database/database.ts';
import { startEmbeddedPostgres } from './platform/embedded-postgres/supervisor.ts';
import { openEvents } from './platform/events.ts';
import { createHttp, type Session } from './platform/http/http.ts';
import { startJobQueue } from './platform/jobs/jobs.ts';
import type { Log } from './platform/log.ts';
import { registerMailMetrics } from './platform/mail/mail-queue.ts';
import { migrate } from './platform/database/migrations.ts';
import { createShutdown, type Shutdown } from './platform/shutdown.ts';
import { watchDatabase } from './platform/telemetry/database-watch.ts';
import { startHealthServer, registerHealthRoutes } from './platform/telemetry/health.ts';
import { startTracing } from './platform/telemetry/tracing.ts';
import { loadKeyring, openVault } from './platform/vault/vault.ts';
import { createPricing } from './pricing/index.ts';
import { createPrivacy } from './privacy/index.ts';
import { createPushes, type Pushes } from './pushes/index.ts';
import { createReferrals } from './referrals/index.ts';
import {
  createReportAuthenticator,
  createAccountAccess,
  revokeAccessOfMember,
  listRoutes,
  reconciliationRoutes,
  raiseAlerts,
  reportingRoutes,
  type AlertDependencies,
} from './reporting/index.ts';
import { createSellers, invitationEmailKind, type Sellers } from './sellers/index.ts';
import { clientErrorRoutes, serveWeb, webBuildFolder } from './web/index.ts';

export interface Program {
  stop(): Promise<void>;
}

const pingStatement = sql('program.ping', 'select 1');

/**
 * Starts the configured roles in the order of their dependencies. When one fails, stops those started before.
 * @param buildFolder folder of the web build; defaults to the one next to the server.
 */
export async function startProgram(
  configuration: Configuration,
  log: Log,
  buildFolder = webBuildFolder,
): Promise<Program> {
  const shutdown = createShutdown(log);
  try {
    await startRoles(configuration, log, buildFolder, shutdown);
    return { stop: () => shutdown.run() };
  } catch (error) {
    await shutdown.run();
    throw error;
  }
}

async function startRoles(
  configuration: Configuration,
  log: Log,
  buildFolder: string,
  shutdown: Shutdown,
): Promise<void> {
  const { roles } = configuration;
  if (configuration.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined) {
    const endTracing = await startTracing({
      endpoint: configuration.OTEL_EXPORTER_OTLP_ENDPOINT,
      share: configuration.OTEL_TRACES_SAMPLER_ARG,
      environment: configuration.ENVIRONMENT,
    });
    shutdown.close(endTracing);
  }
  const url =
    configuration.DATABASE_URL ?? (await startEmbeddedDatabase(configuration, log, shutdown));
  await migrate(configuration.DATABASE_ADMIN_URL ?? url, url);

  const connect = (role: DatabaseRole, poolSize: number): Database => {
    const opened = openDatabase({ url, role, poolSize, log });
    shutdown.close(() => opened.close());
    return opened;
  };
  const sizes = choosePoolSizes(configuration);
  const database = connect('seller_connect_app', sizes.application);
  const identityDatabase = connect('seller_connect_identity', sizes.identity);
  const checks = [
    { name: 'database', check: async () => void (await database.query(pingStatement)) },
  ];
  const watch = watchDatabase({
    ping: () => database.query(pingStatement),
    probe: () => probeDatabase(url),
    log,
  });
  shutdown.close(async () => watch.stop());
  const { readiness } = shutdown;
  const sharedMetrics = new Registry();
  const metricsToken = configuration.METRICS_TOKEN ?? null;
  const health = {
    checks,
    readiness,
    sharedRegistry: sharedMetrics,
    metricsToken,
    isCutOff: watch.isCutOff,
  };
  registerCollectorMetrics(sharedMetrics, database);
  registerPartnerMetrics(sharedMetrics, database);
  registerMailMetrics(sharedMetrics, identityDatabase);
  const keys = await loadKeyring({
    keys: configuration.VAULT_KEYS,
    dataDir: configuration.dataDir,
    mayUseFile: configuration.demo || configuration.VAULT_KEY_FILE_ALLOWED === '1',
  });
  const vault = await openVault(database, keys);

  const identity: Identity = createIdentity({
    configuration,
    database: identityDatabase,
    vault,
    log,
    build: buildFolder,
    health: { readiness, metricsToken, isCutOff: watch.isCutOff },
    emailComposers: {
      [invitationEmailKind]: (data) => sellers.composeInvitation(data),
      [notificationEmailKind]: (data) => notifications.composeEmail(data),
    },
    beforeRemoval: (who) => sellers.accountLeaves(who),
    onSignInBegan: (who, signInId) => sellers.signInBegan(who, signInId),
    onSignInsEnded: (who, ended) => sellers.signInsEnded(who, ended),
    reportAccess: createAccountAccess(database),
    async onAccountRemoved({ sub, tenantId }) {
      const { someoneLeft } = await sellers.accountRemoved(tenantId, sub);
      await notifications.deleteAccountData(tenantId, sub);
      if (!someoneLeft) await partners.disconnectAll(tenantId);
      await privacy.accountRemoved(tenantId, sub, !someoneLeft);
    },
  });
  const outside = configuration.outside
    ? createOutsideSignIns({
        provider: configuration.outside,
        adminOrigin: configuration.identityAdminOrigin,
        database: identityDatabase,
        log,
      })
    : null;
  const sellers: Sellers = createSellers({
    database,
    directory: createIdentityDirectory(identity, outside ?? identity),
    appOrigin: configuration.appOrigin,
    onMemberGone: revokeAccessOfMember,
    countLinkedShops: async (tenantId) => {
      const shops = await partners.listShops(tenantId);
      return shops.filter((shop) => shop.status !== 'disconnected').length;
    },
  });
  const notifications = createNotifications({
    database,
    appOrigin: configuration.appOrigin,
    canSendEmails: identity.canSendEmails,
    recipients: (tenantId) => sellers.recipients(tenantId),
    listShops: (tenantId) => partners.listShops(tenantId),
    log,
  });
  const catalogue = createCatalogue({ database });
  const pricing = createPricing({ database, catalogue });
  const boss = await startJobQueue({
    url,
    poolSize: sizes.queue,
    isWorker: roles.has('worker'),
    log,
  });
  shutdown.close(() => boss.stop({ graceful: true, timeout: 5000, close: true }));
  const events = openEvents({ url, log });
  shutdown.close(() => events.close());
  const partners = createPartners({
    configuration,
    database,
    vault,
    log,
    onLinked: async (tenantId, shopIds) => void (await collector.start(tenantId, shopIds)),
    lastSynced: (tenantId) => collector.lastSynced(tenantId),
  });
  shutdown.close(() => partners.close());
  const collector: Collector = await createCollector({
    database,
    boss,
    shopAccess: partners,
    events,
    log,
    onShopRead: (tenantId, shop) => pushes.shopWasRead(tenantId, shop),
  });
  shutdown.finish(async () => collector.close());
  const pushes: Pushes = createPushes({
    database,
    log,
    partners,
    collector,
    readers: pushReaders(configuration),
    installation: configuration.appOrigin,
  });
  shutdown.close(() => pushes.close());

  // An outside provider does not report when a user signed in.
  const isSignInFresh = async ({ signInId }: Session) =>
    outside !== null || identity.isSignInFresh(signInId ?? null);
  const privacy = createPrivacy({
    database,
    boss,
    log,
    disconnectAll: (tenantId) => partners.disconnectAll(tenantId),
    listShops: (tenantId) => partners.listShops(tenantId),
    isSignInFresh,
    rawRetentionDays: configuration.RAW_RETENTION_DAYS,
    disconnectedDataDays: configuration.DISCONNECTED_DATA_DAYS,
  });

  const sharesOrigin = configuration.oneOrigin && roles.has('identity') && roles.has('web');
  if (roles.has('identity')) shutdown.finish(() => identity.close());
  if (roles.has('identity') && !sharesOrigin) await identity.listen();
  if (roles.has('web') || roles.has('api')) {
    const admission = createReportAuthenticator(database, () => new Date());
    const http = await createHttp({
      log,
      trustedProxies: configuration.trustedProxies,
      isHttps: configuration.appOrigin.startsWith('https:'),
      authenticate: sellers.authenticate,
      admitTool: admission.tool,
      identify: (token) => (outside ?? identity).identify(token),
    });
    shutdown.finish(() => http.app.close());
    registerHealthRoutes(http.app, health);
    if (roles.has('api')) {
      sellers.routes(http);
      partners.routes(http);
      collector.routes(http);
      await pushes.routes(http);
      notifications.routes(http);
      privacy.routes(http);
      auditRoutes(http, { database, log, account: (accountId) => identity.account(accountId) });
      (await createReferrals({ configuration, keys, log })).routes(http);
      reportingRoutes(http, {
        database,
        readCoverage: collector.coverage,
        admission,
        lookerStudioConnector: configuration.LOOKER_STUDIO_CONNECTOR ?? null,
        isSignInFresh,
        log,
        appOrigin: configuration.appOrigin,
        account: (accountId) => identity.account(accountId),
        now: () => new Date(),
      });
      reconciliationRoutes(http, {
        database,
        readCoverage: collector.coverage,
        refreshOrders: collector.refreshOrders,
        account: (accountId) => identity.account(accountId),
        now: () => new Date(),
      });
      listRoutes(http, { database, log, readRawResponses: collector.orderAnswers });
      catalogue.routes(http);
      pricing.routes(http);
      clientErrorRoutes(http, { log });
    }
    if (roles.has('web')) {
      const application = await serveWeb(http.app, { configuration, build: buildFolder, outside });
      if (sharesOrigin) await identity.mount(http.app, application);
    }
    await http.app.listen({ host: configuration.HOST, port: configuration.PORT });
  }

  if (!roles.has('web') && !roles.has('api') && !roles.has('identity')) {
    shutdown.close(await startHealthServer(configuration, log, health));
  }

  if (roles.has('worker')) {
    const alertDependencies: AlertDependencies = {
      database,
      readCoverage: collector.coverage,
      async connectedShops(tenantId) {
        const shops = await partners.listShops(tenantId);
        return shops.filter(({ status }) => status === 'connected').map(({ shopId }) => shopId);
      },
    };
    const worker = await collector.work({ concurrency: configuration.WORKER_CONCURRENCY });
    shutdown.finish(() => worker.stop());
    const pushWorker = pushes.work({
      pollIntervalMs: configuration.TIKI_EVENTS_EVERY_SECONDS * 1000,
    });
    shutdown.finish(() => pushWorker.stop());
    const notificationWorker = await notifications.work({
      boss,
      async everyHour() {
        await partners.announceEndingConsents();
        const now = new Date();
        await partners.eachTenant((tenantId) =>
          raiseAlerts(alertDependencies, tenantId, now).catch((error: unknown) =>
            log.error(
              { event: 'reporting.alerts_failed', err: error, tenantId },
              'Alerts of a team could not be evaluated',
            ),
          ),
        );
      },
    });
    shutdown.finish(() => notificationWorker.stop());
    const privacyWorker = await privacy.work();
    shutdown.finish(() => privacyWorker.stop());
    // After a rotation of the vault's keys: once nothing is wrapped by the old key, it can be removed.
    const rewrapping = partners.rewrapSecrets().then(
      (changed) =>
        void (
          changed > 0 &&
          log.info(
            { event: 'vault.rewrapped', changed },
            'Stored secrets were re-encrypted under the current key',
          )
        ),
      (error: unknown) =>
        log.error(
          { event: 'vault.rewrap_failed', err: error },
          'Stored secrets could not be re-encrypted under the current key',
        ),
    );
    shutdown.finish(() => rewrapping);
  }
  // The demo's accounts belong to this program's identity provider.
  if (configuration.demo && !outside && roles.has('worker')) {
    const stopping = new AbortController();
    const demoDependencies = { identity, sellers, partners, catalogue, pricing };
    const withShops = configuration.DEMO_SHOPS !== '0';
    const demo = fillDemo(demoDependencies, withShops, stopping.signal).catch((error: unknown) =>
      log.error({ event: 'demo.seed_failed', err: error }, 'Demo data could not be created'),
    );
    shutdown.finish(async () => {
      stopping.abort();
      await demo;
    });
  }
}

async function startEmbeddedDatabase(
  configuration: Configuration,
  log: Log,
  shutdown: Shutdown,
): Promise<string> {
  const server = await startEmbeddedPostgres({
    dataDir: configuration.dataDir,
    log: (line) => log.debug({ line }, 'postgres'),
    alarm: (line) => log.error({ event: 'database.ended', line }, 'Embedded database has ended'),
  });
  shutdown.close(() => server.stop());
  return server.connectionString;
}

/** Opens a new connection and runs a query. @throws the error when the database cannot be reached */
async function probeDatabase(url: string): Promise<void> {
  const client = new pg.Client({ ...connectionTimeouts, connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
  } finally {
    await client.end();
  }
}
