import type { LazadaApplication } from './protocol/client.ts';
import { findRegion } from './protocol/regions.ts';

export type { LazadaApplication } from './protocol/client.ts';
export { createLazadaConnector } from './connector.ts';

/** The platform's production hosts; configuration can replace each of them. */
export const lazadaHosts: Pick<LazadaApplication, 'authorizeUrl' | 'authApi' | 'apiFor'> = {
  authorizeUrl: 'https://auth.lazada.com/oauth/authorize',
  authApi: 'https://auth.lazada.com/rest',
  apiFor(country) {
    const region = findRegion(country);
    if (region === null) throw new RangeError(`Lazada has no site in ${country}`);
    return region.api;
  },
};
