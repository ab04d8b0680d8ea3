import type { FastifyReply, FastifyRequest } from 'fastify';

/** Returns the name with the prefix that browsers enforce with https. `__Host-` requires the path `/`. */
export function cookieName(
  identityOrigin: string,
  name: string,
  prefix: '__Host-' | '__Secure-' = '__Host-',
): string {
  return identityOrigin.startsWith('https:') ? prefix + name : name;
}

/** A cookie that scripts cannot read. */
export interface Cookie {
  /** Returns the value; null when the cookie is absent or not in base64url. */
  read(request: FastifyRequest): string | null;
  /** @param end lifetime in seconds, or the instant it ends; null for a cookie that ends with the browser */
  write(reply: FastifyReply, value: string, end: number | Date | null): void;
  clear(reply: FastifyReply): void;
}

export function createCookie(
  identityOrigin: string,
  name: string,
  { path = '/', sameSite = 'Lax' }: { path?: string; sameSite?: 'Lax' | 'Strict' } = {},
): Cookie {
  const fullName = cookieName(identityOrigin, name, path === '/' ? '__Host-' : '__Secure-');
  const secure = identityOrigin.startsWith('https:') ? '; Secure' : '';
  const attributes = `Path=${path}; HttpOnly; SameSite=${sameSite}${secure}`;

  function write(reply: FastifyReply, value: string, end: number | Date | null): void {
    const lifetime =
      typeof end === 'number' ? `; Max-Age=${end}` : end ? `; Expires=${end.toUTCString()}` : '';
    reply.header('set-cookie', `${fullName}=${value}; ${attributes}${lifetime}`);
  }

  return {
    read({ headers: { cookie = '' } }) {
      const pair = cookie.split(/;\s*/).find((each) => each.startsWith(`${fullName}=`));
      const value = pair?.slice(fullName.length + 1) ?? '';
      return /^[\w-]+$/.test(value) ? value : null;
    },
    write,
    clear: (reply) => write(reply, '', 0),
  };
}
