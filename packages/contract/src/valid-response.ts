import { Check } from 'typebox/value';
import type { EndpointName } from './endpoints.ts';
import { api } from './routes.ts';

export const isEndpointName = (name: string): name is EndpointName => Object.hasOwn(api, name);

/** Returns whether a body is what the contract defines as the response of a call. */
export function isValidResponse(name: EndpointName, body: unknown): boolean {
  return Check(api[name].response, body);
}
