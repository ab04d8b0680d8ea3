import { afterAll } from 'vitest';
import { openTestDatabase } from './open-database.ts';
import type { Database } from '../src/platform/database/database.ts';
import { createHttp, type Http, type IdentitySession } from '../src/platform/http/http.ts';
import { newId } from '../src/platform/ids.ts';
import { createLog } from '../src/platform/log.ts';

export interface BackOfficeRequest {
  method?: 'GET' | 'POST' | 'PUT';
  url: string;
  payload?: object;
  language?: 'vi' | 'en';
}

export interface BackOfficeApi {
  database: Database;
  http: Http;
  /** Signs in a member of staff, in a new company unless one is given. The name is the token. */
  staff(name: string, permissions: readonly string[], tenantId?: string): IdentitySession;
  /** Calls as a member of staff, or anonymously for an empty name. The path is below the catalogue's base. */
  ask(name: string, request: BackOfficeRequest): Promise<{ status: number; body: unknown }>;
}

/** Starts the product API with the accounts that a test names, on a database of its own, for the tests of a file. */
export async function createBackOfficeApi(): Promise<BackOfficeApi> {
  const { database } = await openTestDatabase({ poolSize: 6 });
  const sessions = new Map<string, IdentitySession>();
  const http = await createHttp({
    log: createLog('silent'),
    authenticate: async () => null,
    identify: async (token) => sessions.get(token) ?? null,
  });
  afterAll(() => http.app.close());
  return {
    database,
    http,
    staff(name, permissions, tenantId = newId()) {
      const session = {
        tenantId,
        accountId: newId(),
        name,
        permissions,
        expiresAt: new Date(Date.now() + 60_000),
        tokenHash: Buffer.alloc(32),
      };
      sessions.set(name, session);
      return session;
    },
    async ask(name, { method = 'GET', url, payload, language = 'en' }) {
      const answer = await http.app.inject({
        method,
        url: `/catalogue${url}`,
        headers: {
          'accept-language': language,
          ...(name !== '' && { authorization: `Bearer ${name}` }),
        },
        ...(payload && { payload }),
      });
      return { status: answer.statusCode, body: answer.json() };
    },
  };
}
