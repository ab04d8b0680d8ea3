import type { AdsConnector } from '../connector/ads-connector.ts';
import type { ConnectorEnvironment } from '../connector/connector.ts';
import { fetchAccount } from './account.ts';
import type { FacebookApplication } from './application.ts';
import { GraphClient } from './client.ts';
import { deriveDay, fetchDays } from './ad-days.ts';
import { deriveEntity, fetchEntities } from './ad-entities.ts';
import { fetchReport, fetchReportState, startReport } from './reports.ts';
import { exchangeCode, refresh, revokeConsent } from './tokens.ts';

/** Rises with every change of what is read from stored campaigns, ads and days. */
const mappingVersion = 1;

/** To read ads, and the accounts that belong to a business. */
const scope = 'ads_read,business_management';

/** Facebook's Marketing API behind the interface of ad platforms. */
export function createFacebookConnector(
  application: FacebookApplication,
  environment: ConnectorEnvironment,
): AdsConnector {
  const client = new GraphClient(application, environment);
  return {
    kind: 'ads',
    platform: 'FACEBOOK',
    mappingVersion,
    // https://developers.facebook.com/docs/marketing-api/insights: figures settle after 28 days, 37 months are kept.
    unsettledDays: 28,
    historyMonths: 37,
    authorizeUrl({ state, redirectUri }) {
      const url = new URL(application.dialogUrl);
      url.searchParams.set('client_id', application.appId);
      url.searchParams.set('redirect_uri', redirectUri);
      url.searchParams.set('response_type', 'code');
      url.searchParams.set('scope', scope);
      // Asks again for what was declined before; without it the dialog would pass over it in silence.
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
