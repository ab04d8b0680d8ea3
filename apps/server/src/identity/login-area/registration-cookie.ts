import type { FastifyReply, FastifyRequest } from 'fastify';
import { linkLifetimesMs, secretPattern } from '../accounts/link-tokens.ts';

/**
 * Creates the cookie that marks the browser of a registration, which may confirm the address with a click. It is
 * set alike for known and unknown addresses.
 */
export function createRegistrationCookie(identityOrigin: string) {
  const isHttps = identityOrigin.startsWith('https:');
  const name = `${isHttps ? '__Host-' : ''}seller_connect_registration`;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`;
  const set = (reply: FastifyReply, value: string, seconds: number) =>
    reply.header('set-cookie', `${name}=${value}; ${attributes}; Max-Age=${seconds}`);

  return {
    /** Returns the secret; '' when the cookie is absent. */
    read(request: FastifyRequest): string {
      for (const pair of (request.headers.cookie ?? '').split(';')) {
        const [key = '', value = ''] = pair.trim().split('=', 2);
        if (key === name && secretPattern.test(value)) return value;
      }
      return '';
    },
    write: (reply: FastifyReply, secret: string) =>
      void set(reply, secret, linkLifetimesMs.registration / 1000),
    clear: (reply: FastifyReply) => void set(reply, '', 0),
  };
}
