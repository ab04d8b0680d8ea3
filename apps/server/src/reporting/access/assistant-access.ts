import type { TeamRole } from '@seller-connect/contract';
import type { Database } from '../../platform/database/database.ts';
import { cutText } from '../../platform/cut-text.ts';
import { Problem } from '../../platform/http/problem.ts';
import { insertAssistantAccess, lockAccessCount } from './access-store.ts';
import {
  maxAccesses,
  recordAccessEvent,
  notifyAccessCreated,
  tooManyAccessesProblem,
} from './routes.ts';

export interface AssistantGrant {
  sub: string;
  tenantId: string;
  /** Name of the user, for the notification. */
  userName: string;
  /** Address and name of the OAuth client. The name is the client's own claim. */
  clientId: string;
  clientName: string;
  grantHash: Buffer;
  expiresAt: Date;
}

const maxNameLength = 80;

/**
 * Returns the function that gives an assistant read access to the reports of the user's team. The access is listed,
 * limited, notified and recorded like one with a secret, and revoked where that is.
 * @param roleOf returns the role of an account in its team; null for none
 */
export function createAssistantAccess(
  database: Pick<Database, 'tenant'>,
  roleOf: (tenantId: string, sub: string) => Promise<TeamRole | null>,
) {
  /** @throws Problem 403 for a viewer, 409 without a team or if it has too many accesses */
  return async function grantAssistant(grant: AssistantGrant, now = new Date()): Promise<void> {
    const { sub, tenantId, userName, clientId, clientName, grantHash, expiresAt } = grant;
    const role = await roleOf(tenantId, sub);
    if (role === null) throw noTeamYetProblem();
    if (role === 'viewer') throw viewersCannotConnectProblem();
    const name = cutText(clientName, maxNameLength);
    await database.tenant(tenantId, async (tx) => {
      if ((await lockAccessCount(tx)) >= maxAccesses) throw tooManyAccessesProblem();
      const created = await insertAssistantAccess(
        tx,
        { name, createdBy: sub, expiresAt },
        { assistant: clientId, grantHash },
        now,
      );
      await recordAccessEvent(tx, 'reports.access_created', sub, created);
      await notifyAccessCreated(tx, created, userName, now);
    });
  };
}

/** A team is created when its first user opens the product. */
const noTeamYetProblem = () =>
  new Problem(409, 'no_team_yet', {
    vi: 'Hãy mở Seller Connect một lần để có nhóm, rồi kết nối lại trợ lý.',
    en: 'Open Seller Connect once so that you have a team, then connect the assistant again.',
  });

const viewersCannotConnectProblem = () =>
  new Problem(403, 'members_only', {
    vi: 'Trong nhóm này bạn chỉ có quyền xem nên không kết nối trợ lý được. Hãy nhờ chủ nhóm.',
    en: 'You have view-only access to this team, so you can’t connect an assistant. Ask a team owner.',
  });
