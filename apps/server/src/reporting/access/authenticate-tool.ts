import type { Database } from '../../platform/database/database.ts';
import { equalsInConstantTime, parseBasicCredentials, hashToken } from '../../platform/secrets.ts';
import type { Session } from '../../platform/http/http.ts';
import { Problem, rateLimitedProblem } from '../../platform/http/problem.ts';
import { createRequestLimiter } from '../../platform/http/limits/request-limiter.ts';
import {
  findAccess,
  findAssistantAccess,
  isReportSecret,
  type StoredAccess,
} from './access-store.ts';

/** Per access. Covers a workbook refresh with all pages of its tables; four requests a second on average. */
const requestsPerMinute = 240;
/** Wrong secrets per address. */
const failuresPerMinute = 20;

export interface ReportAuthenticator {
  /**
   * Authenticates a reporting tool by its secret: a bearer token, or the password of its login with HTTP Basic.
   * Returns null if the header holds no report secret; it may hold another kind of credential.
   * @throws Problem 401 for an invalid secret or login, 429 for too many requests
   */
  tool(authorization: string | undefined, address: string): Promise<Session | null>;
  /**
   * Authenticates an assistant by its OAuth access token.
   * @returns null if the header holds no bearer token
   * @throws Problem 401 for an invalid token or a revoked access, 429 for too many requests
   */
  assistant(authorization: string | undefined, address: string): Promise<Session | null>;
  /**
   * Returns the access of a link's secret.
   * @throws Problem 404 for an unknown secret, 429 for too many requests
   */
  link(secret: string, address: string): Promise<StoredAccess>;
}

/** Returns the team and the grant of an assistant's access token; null for any other token. */
export type VerifyAssistantToken = (
  token: string,
) => Promise<{ tenantId: string; grantHash: Buffer } | null>;

export function createReportAuthenticator(
  database: Pick<Database, 'tenantRead' | 'tenant'>,
  now: () => Date,
  verifyAssistantToken: VerifyAssistantToken = async () => null,
): ReportAuthenticator {
  const requestLimiter = createRequestLimiter(requestsPerMinute);
  const failureLimiter = createRequestLimiter(failuresPerMinute);

  async function find(secret: string, address: string, kind: StoredAccess['kind']) {
    const access = await findAccess(database, secret, now());
    if (access?.kind !== kind) {
      failureLimiter.admit(address);
      return null;
    }
    requestLimiter.admit(access.accessId);
    return access;
  }

  const toSession = (access: StoredAccess, secret: string): Session => ({
    tenantId: access.tenantId,
    accountId: access.accessId,
    role: 'viewer',
    expiresAt: new Date(now().getTime() + 60_000),
    tokenHash: hashToken(secret),
  });

  return {
    async tool(authorization, address) {
      const credentials = parseAuthorization(authorization);
      if (!credentials || (credentials.name === null && !isReportSecret(credentials.secret)))
        return null;
      const access = await find(credentials.secret, address, 'tool');
      if (!access) throw invalidCredentialsProblem;
      if (
        credentials.name !== null &&
        !equalsInConstantTime(credentials.name, loginName(access.accessId))
      )
        throw invalidCredentialsProblem;
      return toSession(access, credentials.secret);
    },
    async assistant(authorization, address) {
      const credentials = parseAuthorization(authorization);
      if (credentials?.name !== null) return null;
      const seconds = failureLimiter.wait(address);
      if (seconds > 0) throw rateLimitedProblem(seconds);
      const grant = await verifyAssistantToken(credentials.secret);
      const access = grant && (await findAssistantAccess(database, grant, now()));
      if (!access) {
        failureLimiter.admit(address);
        throw assistantRefusedProblem;
      }
      requestLimiter.admit(access.accessId);
      return toSession(access, credentials.secret);
    },
    async link(secret, address) {
      const access = await find(secret, address, 'link');
      if (access) return access;
      throw new Problem(404, 'link_unknown', {
        vi: 'Liên kết này không tồn tại, đã hết hạn hoặc đã bị thu hồi. Hãy tạo liên kết mới trong phần Cài đặt.',
        en: 'This link doesn’t exist, has expired, or was revoked. Create a new one in Settings.',
      });
    },
  };
}

/** Parses bearer (RFC 6750) and Basic credentials; null for any other scheme. A bearer token has no name. */
function parseAuthorization(
  header: string | undefined,
): { name: string | null; secret: string } | null {
  const token = /^Bearer ([A-Za-z0-9+/=_.~-]+)$/i.exec(header ?? '')?.[1];
  return token === undefined ? parseBasicCredentials(header) : { name: null, secret: token };
}

const invalidCredentialsProblem = new Problem(401, 'report_access_refused', {
  vi: 'Tên đăng nhập hoặc mã truy cập báo cáo không đúng, hoặc đã hết hạn hay bị thu hồi. Hãy tạo mã mới trong phần Cài đặt.',
  en: 'The report access login or secret is incorrect, has expired, or was revoked. Create a new one in Settings.',
});

const assistantRefusedProblem = new Problem(401, 'assistant_refused', {
  vi: 'Kết nối của trợ lý đã hết hạn hoặc bị thu hồi. Hãy kết nối lại trong trợ lý.',
  en: 'The assistant’s connection has expired or was revoked. Connect it again in the assistant.',
});

/** Returns the login of a tool, for clients that need a user name (HTTP Basic). */
export function loginName(accessId: string): string {
  return `report_${accessId.replaceAll('-', '')}`;
}
