import { auditRoutes } from '../audit/index.ts';
import type { Configuration } from '../platform/config/configuration.ts';
import type { Http } from '../platform/http/http.ts';
import type { Log } from '../platform/log.ts';
import { createReferrals } from '../referrals/index.ts';
import {
  createPictureLinks,
  listRoutes,
  reconciliationRoutes,
  reportingRoutes,
  type createReportAuthenticator,
} from '../reporting/index.ts';
import { clientErrorRoutes } from '../web/index.ts';
import type { Domains } from './domains.ts';
import type { Resources } from './resources.ts';

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
