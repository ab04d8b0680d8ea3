import type { ApiClient } from './client/apiClient.ts';

export { createApiClient } from './client/apiClient.ts';
export type { ApiClient } from './client/apiClient.ts';
export { ApiError, missingRecordStatuses } from './client/apiError.ts';

/** The two API clients (specification, section 7). */
export interface Clients {
  readonly core: ApiClient;
  readonly catalogue: ApiClient;
}

let clients: Clients | null = null;

/** Sets the clients. Called once by the entry before rendering. */
export function setClients(made: Clients): void {
  clients = made;
}

/**
 * Returns the client of the core business API.
 * @throws Error before `setClients`
 */
export function coreClient(): ApiClient {
  if (!clients) throw new Error('The API clients are not there yet');
  return clients.core;
}

/**
 * Returns the client of the catalogue API (brands and prices).
 * @throws Error before `setClients`
 */
export function catalogueClient(): ApiClient {
  if (!clients) throw new Error('The API clients are not there yet');
  return clients.catalogue;
}
