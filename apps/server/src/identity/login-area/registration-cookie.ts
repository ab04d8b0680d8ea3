import type { FastifyRequest } from 'fastify';
import { createCookie, type Cookie } from '../http/cookies.ts';
import { secretPattern } from '../../platform/secrets.ts';

/**
 * Creates the cookie that marks the browser of a registration, which may confirm the address with a click. It is
 * set alike for known and unknown addresses.
 */
export const createRegistrationCookie = (identityOrigin: string): Cookie =>
  createCookie(identityOrigin, 'seller_connect_registration');

/** Returns the secret of a browser's registration; '' when it has none. */
export function registrationSecret(cookie: Cookie, request: FastifyRequest): string {
  const value = cookie.read(request) ?? '';
  return secretPattern.test(value) ? value : '';
}
