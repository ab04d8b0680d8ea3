import type { AdsConnector } from '../connector/ads-connector.ts';
import type { ConnectorEnvironment } from '../connector/connector.ts';
import { fetchAccount } from './account.ts';
import { type FacebookApplication, GraphClient } from './client.ts';
import { deriveDay, fetchDays } from './ad-days.ts';
import { deriveEntity, fetchEntities } from './ad-entities.ts';
import { fetchReport, fetchReportState, startReport } from './reports.ts';
import { exchangeCode, refresh, revokeConsent } from './tokens.ts';

/** Incremented with every change to the mapping of stored campaigns, ads and days. */
const mappingVersion = 1;

/** Permissions to read ads, and accounts owned by a business. */
const scope = 'ads_read,business_management';

/** Creates the connector for Facebook's Marketing API. */
export function createFacebookConnector(
  application: FacebookApplication,
  environment: ConnectorEnvironment,
): AdsConnector {
  const client = new GraphClient(application, environment);
  return {
    kind: 'ads',
    platform: 'FACEBOOK',
    mappingVersion,
    // Values are final after 28 days and retained for 37 months:
    // https://developers.facebook.com/docs/marketing-api/insights
    unsettledDays: 28,
    historyMonths: 37,
    authorizeUrl({ state, redirectUri }) {
      const url = new URL(application.dialogUrl);
      url.searchParams.set('client_id', application.appId);
      url.searchParams.set('redirect_uri', redirectUri);
      url.searchParams.set('response_type', 'code');
      url.searchParams.set('scope', scope);
      // Asks again for permissions declined before; without it, the dialog silently skips them.
      url.searchParams.set('auth_type', 'rerequest');
      url.searchParams.set('state', state);
      return url.href;
    },
    exchangeCode: (code, extras) => exchangeCode(client, code, extras?.['redirect_uri']),
    refresh: (token) => refresh(client, token),
    withdrawConsent: (token, signal) => revokeConsent(client, token, signal),
    readShop: (access, signal) => fetchAccount(client, access, signal),
    readEntities: (access, level, from, signal) =>
      fetchEntities(client, access, level, from, signal),
    readDays: (access, span, from, signal) => fetchDays(client, access, span, from, signal),
    startReport: (access, span, signal) => startReport(client, access, span, signal),
    reportState: (access, id, signal) => fetchReportState(client, access, id, signal),
    readReport: (access, id, from, signal) => fetchReport(client, access, id, from, signal),
    deriveEntity,
    deriveDay,
  };
}
