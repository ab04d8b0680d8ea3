import type { ApiClient } from './client/apiClient.ts';

export { createApiClient } from './client/apiClient.ts';
export type { ApiClient, CallInput, ClientOptions } from './client/apiClient.ts';
export { ApiError } from './client/apiError.ts';
export { createErrorHandler } from './client/errorHandler.ts';

/** The two clients of the specification's section 7. */
export interface Clients {
  readonly core: ApiClient;
  readonly catalogue: ApiClient;
}

let clients: Clients | null = null;

/** Called once by the entry, before anything is rendered. */
export function setClients(made: Clients): void {
  clients = made;
}

/** The client of the core business service. Throws before the entry has made it. */
export function coreClient(): ApiClient {
  if (!clients) throw new Error('The API clients are not there yet');
  return clients.core;
}

/** The client of the catalogue service: brands and prices. Throws before the entry has made it. */
export function catalogueClient(): ApiClient {
  if (!clients) throw new Error('The API clients are not there yet');
  return clients.catalogue;
}
