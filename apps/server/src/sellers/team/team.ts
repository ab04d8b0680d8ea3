import type { Team, TeamRole } from '@seller-connect/contract';
import { recordAuditEvent } from '../../audit/index.ts';
import { notifyRoleChanged } from './notifications.ts';
import { cutText } from '../../platform/cut-text.ts';
import { sql, type TenantTransaction } from '../../platform/database/database.ts';
import type { Session } from '../../platform/http/http.ts';
import type { Language } from '../../platform/http/problem.ts';
import { deleteCoreSessionsOf } from '../core-session/core-session-store.ts';
import { withdrawInvitations } from '../invitations/invitation-store.ts';
import type { JoiningDependencies } from '../invitations/joining.ts';
import { deleteProfile } from '../profile/profile-store.ts';
import {
  isLastOwner,
  lockTeam,
  lockTeamAsOwner,
  readTeam,
  removeMember,
  setRole,
} from './membership.ts';
import {
  aloneInTeamProblem,
  lastOwnerProblem,
  memberNotFoundProblem,
  missingTeamNameProblem,
  cannotRemoveYourselfProblem,
} from './team-problems.ts';

const updateTeamName = sql(
  'sellers.rename_team',
  'update sellers.team set name = $2 where tenant_id = $1',
);

/** In characters (code points). */
const maxTeamNameLength = 80;

export interface Teams {
  read(session: Session): Promise<Team>;
  rename(session: Session, name: string, language: Language): Promise<Team>;
  changeRole(session: Session, accountId: string, role: TeamRole): Promise<Team>;
  remove(session: Session, accountId: string): Promise<Team>;
  /** Leaves the team. @returns the team that the account is in afterward. */
  leave(session: Session): Promise<string>;
  /**
   * Ends the membership of an account about to be removed, or withdraws the invitations of a team without other members.
   * @throws Problem when it is the last owner among others
   */
  accountLeaves(who: { sub: string; tenantId: string }): Promise<void>;
}

/** Creates the operations on a team. Every change holds the team's lock, so that there is always an owner. */
export function createTeams({
  database,
  directory,
  onMemberGone,
}: Pick<JoiningDependencies, 'database' | 'directory' | 'onMemberGone'>): Teams {
  async function read({ tenantId, accountId, role }: Session): Promise<Team> {
    const { name, members } = await readTeam(database, tenantId);
    const profiles = await Promise.all(
      members.map((member) => directory.account(member.accountId)),
    );
    return {
      name,
      role: members.find((member) => member.accountId === accountId)?.role ?? role,
      members: members.map((member, index) => ({
        accountId: member.accountId,
        name: profiles[index]?.name ?? null,
        email: profiles[index]?.email ?? null,
        picture: profiles[index]?.picture ?? null,
        role: member.role,
        joinedAt: member.joinedAt.toISOString(),
        lastSeenAt: member.lastSeenAt?.toISOString() ?? null,
        you: member.accountId === accountId,
      })),
    };
  }

  /** Ends a membership with all access that came with it, and deletes the member's profile in the team. */
  async function endMembership(tx: TenantTransaction, accountId: string): Promise<void> {
    await removeMember(tx, accountId);
    await deleteProfile(tx, accountId);
    await deleteCoreSessionsOf(tx, accountId);
    await onMemberGone?.(tx, accountId);
  }

  /** Returns a member as the subject of an audit event, with the name that users know. */
  async function auditSubject(accountId: string) {
    const identityProfile = await directory.account(accountId);
    const name = identityProfile?.name ?? identityProfile?.email ?? accountId;
    return { kind: 'member', id: accountId, name } as const;
  }

  return {
    read,

    async rename(session, given, language) {
      const text = given.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
      const name = cutText(text, maxTeamNameLength);
      if (name === '') throw missingTeamNameProblem(language);
      await database.tenant(session.tenantId, async (tx) => {
        const team = await lockTeamAsOwner(tx, session.accountId);
        if (team.name === name) return;
        await tx.execute(updateTeamName, [tx.tenantId, name]);
        const details = { from: team.name, to: name };
        await recordAuditEvent(tx, { action: 'team.renamed', actorId: session.accountId, details });
      });
      return read(session);
    },

    async changeRole(session, accountId, role) {
      const [memberSubject, by] = await Promise.all([
        auditSubject(accountId),
        auditSubject(session.accountId),
      ]);
      await database.tenant(session.tenantId, async (tx) => {
        const team = await lockTeamAsOwner(tx, session.accountId);
        const member = team.members.find((each) => each.accountId === accountId);
        if (!member) throw memberNotFoundProblem();
        if (member.role === role) return;
        if (isLastOwner(team, accountId)) throw lastOwnerProblem();
        await setRole(tx, accountId, role);
        const details = { from: member.role, to: role };
        const actorId = session.accountId;
        const now = new Date();
        await recordAuditEvent(
          tx,
          { action: 'team.role_changed', actorId, subject: memberSubject, details },
          now,
        );
        await notifyRoleChanged(tx, { accountId, role, by }, now);
      });
      return read(session);
    },

    async remove(session, accountId) {
      if (accountId === session.accountId) throw cannotRemoveYourselfProblem();
      const memberSubject = await auditSubject(accountId);
      await database.tenant(session.tenantId, async (tx) => {
        const team = await lockTeamAsOwner(tx, session.accountId);
        if (!team.members.some((each) => each.accountId === accountId))
          throw memberNotFoundProblem();
        await endMembership(tx, accountId);
        const actorId = session.accountId;
        await recordAuditEvent(tx, {
          action: 'team.member_removed',
          actorId,
          subject: memberSubject,
        });
      });
      // If the program stops here, the next sign-in finds no membership in this team and moves the account on.
      await directory.leaveTeam(accountId, session.tenantId);
      return read(session);
    },

    async leave({ tenantId, accountId }) {
      await database.tenant(tenantId, async (tx) => {
        const team = await lockTeam(tx);
        if (team.members.length === 1) throw aloneInTeamProblem();
        if (isLastOwner(team, accountId)) throw lastOwnerProblem();
        await endMembership(tx, accountId);
        await recordAuditEvent(tx, { action: 'team.left', actorId: accountId });
      });
      return (await directory.leaveTeam(accountId, tenantId)) ?? tenantId;
    },

    async accountLeaves({ sub, tenantId }) {
      await database.tenant(tenantId, async (tx) => {
        const team = await lockTeam(tx);
        if (!team.members.some((member) => member.accountId === sub)) return;
        if (team.members.length === 1) {
          // Nobody would be left in the team that those invited join.
          await withdrawInvitations(tx);
          return;
        }
        if (isLastOwner(team, sub)) throw lastOwnerProblem();
        const leaving = await auditSubject(sub);
        await endMembership(tx, sub);
        await recordAuditEvent(tx, { action: 'team.left', actorId: sub, subject: leaving });
      });
    },
  };
}
