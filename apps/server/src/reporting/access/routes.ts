import type { CreatedReportAccess, ReportAccess } from '@seller-connect/contract';
import { recordAuditEvent } from '../../audit/index.ts';
import type { Database, TenantTransaction } from '../../platform/database/database.ts';
import { notify } from '../../notifications/index.ts';
import type { Http, Session } from '../../platform/http/http.ts';
import { freshSignInProblem, Problem } from '../../platform/http/problem.ts';
import { assistantPath } from '../../platform/http/scopes.ts';
import { odataPath } from '../odata/routes.ts';
import { findDataSet, findField } from '../query/parse-query.ts';
import {
  insertAccess,
  listAccess,
  lockAccessCount,
  deleteAccess,
  deleteAccessOfAccount,
  type StoredAccess,
} from './access-store.ts';
import { accountName, type FindAccount } from '../account-names.ts';
import { loginName } from './authenticate-tool.ts';

export interface AccessDependencies {
  database: Pick<Database, 'tenant' | 'tenantRead'>;
  appOrigin: string;
  account: FindAccount;
  now(): Date;
  /** Whether the user signed in recently enough for a sensitive action. */
  isSignInFresh(session: Session): Promise<boolean>;
  /** Deployment id of the Looker Studio connector; null if there is none. */
  lookerStudioConnector?: string | null;
}

const dayMs = 86_400_000;
/** Used when the request does not set an expiry. */
const defaultExpiryDays = 180;
/** More tools than a team uses; keeps the list readable. */
export const maxAccesses = 50;

/** Registers the routes that create, list and revoke report accesses. */
export function accessRoutes(http: Http, dependencies: AccessDependencies): void {
  const { database, appOrigin, now, lookerStudioConnector = null } = dependencies;

  http.handle('listReportAccess', async ({ session }) => {
    const found = await listAccess(database, session.tenantId);
    const items = await Promise.all(found.map((access) => presentAccess(dependencies, access)));
    return {
      items,
      total: items.length,
      addresses: {
        query: `${appOrigin}/reports/query`,
        odata: `${appOrigin}${odataPath}/`,
        mcp: `${appOrigin}${assistantPath}`,
        lookerStudio: lookerStudioConnector && lookerStudioUrl(lookerStudioConnector),
      },
    };
  });

  http.handle('createReportAccess', async ({ session, body }): Promise<CreatedReportAccess> => {
    const name = body.name.trim();
    if (name === '') throw nameRequiredProblem();
    const query = body.link ?? null;
    if (query) {
      const dataSet = findDataSet(query.dataSet);
      for (const field of query.fields ?? []) findField(dataSet, field);
    }
    // A secret outlives the session that created it, and the password.
    if (!(await dependencies.isSignInFresh(session))) throw freshSignInProblem();
    const at = now();
    const { days = defaultExpiryDays } = body;
    const input = {
      kind: query ? 'link' : 'tool',
      name,
      query,
      createdBy: session.accountId,
      expiresAt: days === null ? null : new Date(at.getTime() + days * dayMs),
    } as const;
    const creator = await accountName(dependencies.account, session.accountId);
    const { access, secret } = await database.tenant(session.tenantId, async (tx) => {
      if ((await lockAccessCount(tx)) >= maxAccesses) throw tooManyAccessesProblem();
      const created = await insertAccess(tx, input, at);
      await recordAccessEvent(tx, 'reports.access_created', session.accountId, created.access);
      await notifyAccessCreated(tx, created.access, creator ?? '', at);
      return created;
    });
    const url = access.kind === 'link' ? `${appOrigin}/reports/links/${secret}.csv` : null;
    return { access: await presentAccess(dependencies, access), secret, url };
  });

  http.handle('revokeReportAccess', async ({ session, params }) => {
    await database.tenant(session.tenantId, async (tx) => {
      const gone = await deleteAccess(tx, params.accessId);
      if (!gone) throw accessNotFoundProblem();
      await recordAccessEvent(tx, 'reports.access_revoked', session.accountId, gone);
    });
    return null;
  });
}

/** Revokes the accesses that a former member created: the member still knows their secrets. */
export async function revokeAccessOfMember(
  tx: TenantTransaction,
  accountId: string,
): Promise<void> {
  for (const revoked of await deleteAccessOfAccount(tx, accountId)) {
    await recordAccessEvent(tx, 'reports.access_revoked', null, revoked);
  }
}

/** Counts and revokes the accesses that an account created. Used when the account sets a new password. */
export function createAccountAccess(database: Pick<Database, 'tenant' | 'tenantRead'>) {
  return {
    async count({ sub, tenantId }: { sub: string; tenantId: string }): Promise<number> {
      const known = await listAccess(database, tenantId);
      return known.filter((access) => access.createdBy === sub).length;
    },
    async revoke({ sub, tenantId }: { sub: string; tenantId: string }): Promise<void> {
      await database.tenant(tenantId, (tx) => revokeAccessOfMember(tx, sub));
    },
  };
}

/** Notifies the owners and the creator: somebody else may have used the creator's session. */
export function notifyAccessCreated(
  tx: TenantTransaction,
  access: StoredAccess,
  creatorName: string,
  at: Date,
): Promise<void> {
  const { accessId, name, createdBy, expiresAt } = access;
  return notify(
    tx,
    {
      kind: 'report_access_made',
      key: accessId,
      subject: `report_access:${accessId}`,
      facts: {
        shops: [],
        by: { id: createdBy, name: creatorName },
        access: name,
        ...(expiresAt && { endsAt: expiresAt.toISOString() }),
      },
    },
    at,
  );
}

/** Returns the Looker Studio page where the user enters the secret and configures the data source. */
function lookerStudioUrl(connector: string): string {
  return `https://lookerstudio.google.com/datasources/create?connectorId=${encodeURIComponent(connector)}`;
}

export function recordAccessEvent(
  tx: TenantTransaction,
  action: 'reports.access_created' | 'reports.access_revoked',
  actorId: string | null,
  { accessId: id, name }: StoredAccess,
) {
  return recordAuditEvent(tx, { action, actorId, subject: { kind: 'report_access', id, name } });
}

async function presentAccess(
  dependencies: AccessDependencies,
  access: StoredAccess,
): Promise<ReportAccess> {
  return {
    id: access.accessId,
    kind: access.assistant === null ? access.kind : 'assistant',
    name: access.name,
    host: access.assistant && new URL(access.assistant).host,
    login: access.kind === 'tool' && access.assistant === null ? loginName(access.accessId) : null,
    dataSet: access.query?.dataSet ?? null,
    createdBy: await accountName(dependencies.account, access.createdBy),
    createdAt: access.createdAt.toISOString(),
    lastUsedAt: access.lastUsedAt?.toISOString() ?? null,
    expiresAt: access.expiresAt?.toISOString() ?? null,
  };
}

const nameRequiredProblem = () =>
  new Problem(400, 'name_required', {
    vi: 'Hãy đặt tên để sau này bạn biết mã này dùng ở đâu.',
    en: 'Give it a name so you know where it’s used later.',
  });

export const tooManyAccessesProblem = () =>
  new Problem(409, 'too_many_accesses', {
    vi: `Nhóm đã có ${maxAccesses} mã truy cập. Hãy thu hồi mã không còn dùng trước.`,
    en: `Your team already has ${maxAccesses} tools and links with access. Revoke one you no longer use first.`,
  });

const accessNotFoundProblem = () =>
  new Problem(404, 'access_unknown', {
    vi: 'Không tìm thấy mã truy cập này; có thể nó đã bị thu hồi.',
    en: 'Report access not found. It may have already been revoked.',
  });
