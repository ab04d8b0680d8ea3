import type { PageConfiguration } from '@seller-connect/contract';

/** The configuration of a page whose installation has its own identity provider. */
export const testConfiguration: PageConfiguration = {
  environment: 'test',
  demo: false,
  catalogueApi: 'https://catalogue.test',
  coreApi: 'https://core.test',
  identity: {
    issuer: 'https://id.test',
    origin: 'https://id.test',
    isOutside: false,
    adminOrigin: 'https://admin.id.test',
    clientId: 'web',
    scopes: ['openid', 'read:permissions'],
    monitor: 'iframe',
    session: 'browser',
    silent: 'known',
    revokeCheck: false,
  },
  reportingTools: [],
};
