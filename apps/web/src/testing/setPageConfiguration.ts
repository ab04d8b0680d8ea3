import type { PageConfiguration } from '@seller-connect/contract';
import { onTestFinished } from 'vitest';

const origin = 'https://id.example.test';

const identity: PageConfiguration['identity'] = {
  issuer: origin,
  origin,
  isOutside: false,
  adminOrigin: origin,
  clientId: 'web',
  scopes: ['openid'],
  monitor: 'iframe',
  session: 'browser',
  silent: 'known',
  revokeCheck: false,
};

interface ChangedConfiguration {
  readonly identity?: Partial<PageConfiguration['identity']>;
  readonly reportingTools?: PageConfiguration['reportingTools'];
}

/** Adds the server's configuration to the page until the test ends. Returns it. */
export function setPageConfiguration(changed: ChangedConfiguration = {}): PageConfiguration {
  const configuration: PageConfiguration = {
    environment: 'test',
    demo: false,
    catalogueApi: '/catalogue',
    coreApi: '/core',
    identity: { ...identity, ...changed.identity },
    reportingTools: changed.reportingTools ?? [],
  };
  const element = document.createElement('script');
  element.type = 'application/json';
  element.id = 'page-configuration';
  element.textContent = JSON.stringify(configuration);
  document.head.append(element);
  onTestFinished(() => element.remove());
  return configuration;
}
