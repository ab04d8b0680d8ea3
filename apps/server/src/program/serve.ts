import { prepareDemoSeller } from '../demo/index.ts';
import type { Configuration } from '../platform/config/configuration.ts';
import { normalizePageUrl } from '../identity/login-area/page-paths.ts';
import { createHttp, type Session, type Http } from '../platform/http/http.ts';
import type { Log } from '../platform/log.ts';
import type { Shutdown } from '../platform/process/shutdown.ts';
import {
  registerHealthRoutes,
  startHealthServer,
  startMetricsServer,
} from '../platform/telemetry/health.ts';
import {
  createReportAuthenticator,
  createPictureLinks,
  listRoutes,
  reconciliationRoutes,
  reportingRoutes,
} from '../reporting/index.ts';
import { serveWeb, clientErrorRoutes } from '../web/index.ts';
import type { Domains } from './domains.ts';
import type { Resources } from './resources.ts';
import { auditRoutes } from '../audit/index.ts';
import { createReferrals } from '../referrals/index.ts';

/** Listens for the roles `web`, `api` and `identity`; a process with none of them only for its health checks. */
export async function serve(
  configuration: Configuration,
  resources: Resources,
  domains: Domains,
  { log, shutdown, buildFolder }: { log: Log; shutdown: Shutdown; buildFolder: string },
): Promise<void> {
  const { roles } = configuration;
  const { health } = resources;
  const { identity, outside, sellers } = domains;
  const { HOST: host, METRICS_PORT: port } = configuration;
  if (port !== undefined) shutdown.close(await startMetricsServer({ host, port }, log, health));
  const sharesOrigin = configuration.oneOrigin && roles.has('identity') && roles.has('web');
  if (roles.has('identity')) shutdown.finish(() => identity.close());
  if (roles.has('identity') && !sharesOrigin) await identity.listen();
  if (roles.has('web') || roles.has('api')) {
    const admission = createReportAuthenticator(
      resources.database,
      () => new Date(),
      (token) => identity.verifyAssistantToken(token),
    );
    const http = await createHttp({
      log,
      trustedProxies: configuration.trustedProxies,
      isHttps: configuration.appOrigin.startsWith('https:'),
      ...(sharesOrigin && { rewriteUrl: normalizePageUrl }),
      authenticate: sellers.authenticate,
      ...(configuration.DATABASE_READ_URL !== undefined && {
        // The change itself is stored: at worst, a report lacks it for the lag of the standby.
        onChanged: (session: Session) =>
          sellers
            .recordSessionChange(session)
            .catch((error: unknown) =>
              log.warn(
                { event: 'database.change_unrecorded', err: error },
                'Position of a change could not be recorded for reads from the standby',
              ),
            ),
      }),
      admitTool: admission.tool,
      identify: (token) => (outside ?? identity).identify(token),
    });
    shutdown.finish(() => http.app.close());
    registerHealthRoutes(http.app, health);
    if (roles.has('api')) {
      await registerApiRoutes(http, configuration, resources, domains, { log, admission });
    }
    if (roles.has('web')) {
      const application = await serveWeb(http.app, { configuration, build: buildFolder, outside });
      if (sharesOrigin) await identity.mount(http.app, application);
    }
    if (roles.has('api') && configuration.demo && !outside) await prepareDemoSeller(domains);
    await http.app.listen({ host: configuration.HOST, port: configuration.PORT });
  }

  if (!roles.has('web') && !roles.has('api') && !roles.has('identity')) {
    shutdown.close(await startHealthServer(configuration, log, health));
  }
}

/** Registers every call of the contract, and the webhooks of the partners. */
export async function registerApiRoutes(
  http: Http,
  configuration: Configuration,
  { database, reads, keys }: Pick<Resources, 'database' | 'reads' | 'keys'>,
  domains: Domains,
  { log, admission }: { log: Log; admission: ReturnType<typeof createReportAuthenticator> },
): Promise<void> {
  const { identity, outside, isSignInFresh, collector } = domains;
  const account = (accountId: string) => identity.account(accountId);
  const readCoverage = collector.coverage;
  const now = () => new Date();
  const pictures = await createPictureLinks(keys, sandboxOrigins(configuration));
  domains.sellers.routes(http);
  domains.partners.routes(http);
  collector.routes(http);
  await domains.pushes.routes(http);
  await domains.notifications.routes(http);
  domains.webhooks.routes(http);
  domains.privacy.routes(http);
  auditRoutes(http, { database, log, account });
  (await createReferrals({ configuration, keys, log })).routes(http);
  reportingRoutes(http, {
    database,
    pictures,
    reads,
    readCoverage,
    admission,
    lookerStudioConnector: configuration.LOOKER_STUDIO_CONNECTOR ?? null,
    isSignInFresh,
    log,
    appOrigin: configuration.appOrigin,
    assistantIssuer: outside === null ? configuration.identityOrigin : null,
    account,
    now,
  });
  domains.reportEmails.routes(http);
  domains.alertRules.routes(http);
  const { refreshOrders } = collector;
  reconciliationRoutes(http, { database, readCoverage, refreshOrders, account, now });
  listRoutes(http, { database, reads, log, pictures, readRawResponses: collector.orderAnswers });
  domains.catalogue.routes(http);
  domains.pricing.routes(http);
  clientErrorRoutes(http, { log });
}

/** Returns the origins at which the sandbox serves pictures; none outside demo mode. */
function sandboxOrigins({ demo, SANDBOX_PORT }: Configuration): string[] {
  return demo ? [`http://127.0.0.1:${SANDBOX_PORT}`, `http://localhost:${SANDBOX_PORT}`] : [];
}
