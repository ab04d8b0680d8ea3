import type { OpenInvitation } from '@seller-connect/contract';
import { recordAuditEvent } from '../../audit/index.ts';
import { notifyMemberJoined } from '../team/notifications.ts';
import type { Database, TenantTransaction } from '../../platform/database/database.ts';
import type { Session } from '../../platform/http/http.ts';
import { deleteCoreSessionsOf } from '../core-session/core-session-store.ts';
import {
  findInvitation,
  revertInvitationAccepted,
  markInvitationAccepted,
  withdrawInvitations,
  type StoredInvitation,
} from './invitation-store.ts';
import { addMember, lockTeam, removeMember } from '../team/membership.ts';
import { emailKey, type IdentityDirectory } from '../identity-directory.ts';
import {
  copyProfile,
  deleteProfile,
  readProfile,
  type StoredProfile,
} from '../profile/profile-store.ts';
import {
  alreadyInTeamProblem,
  linkProblems,
  movedMeanwhileProblem,
  invitedAddressDiffersProblem,
  othersInTeamProblem,
  ownShopsLinkedProblem,
  unverifiedAddressProblem,
} from '../team/team-problems.ts';
import { rateLimitedProblem } from '../../platform/http/problem.ts';

export interface JoiningDependencies {
  database: Database;
  directory: IdentityDirectory;
  /** Returns the number of shops of a team that are not disconnected. */
  countLinkedShops(tenantId: string): Promise<number>;
  /** Called in the transaction that removes an account from a team. */
  onMemberGone?(tx: TenantTransaction, accountId: string): Promise<void>;
}

type FoundInvitation = StoredInvitation & { tenantId: string; team: string };

interface Joining {
  /** Returns what an invitation link leads to, without changing anything. @throws Problem when the link is invalid */
  findInvitation(token: string, address: string): Promise<OpenInvitation>;
  /**
   * Accepts an invitation: makes the caller a member and moves the account to the team. The caller's sessions in
   * their own team end; the account returns to that team when it leaves the new one.
   * @returns the team's tenant id.
   * @throws Problem when the link is invalid, the address differs, or the caller cannot leave their own team
   */
  accept(session: Session, token: string, address: string): Promise<string>;
}

/** Creates the invited user's side of an invitation. */
export function createJoining({
  database,
  directory,
  countLinkedShops,
}: JoiningDependencies): Joining {
  async function findByToken(token: string, address: string): Promise<FoundInvitation> {
    const refused = await directory.admitLink(address);
    if (refused) throw rateLimitedProblem(refused.retryAfterSeconds);
    const found = await findInvitation(database, token);
    if (!found) throw linkProblems.unknown();
    if (found.withdrawnAt) throw linkProblems.withdrawn();
    return found;
  }

  function assertOpen(invitation: FoundInvitation): void {
    if (invitation.acceptedAt) throw linkProblems.used();
    if (invitation.expiresAt <= new Date()) throw linkProblems.expired();
  }

  async function assertRecipient(
    accountId: string,
    { email, emailKey: invitedKey }: FoundInvitation,
  ) {
    const identityProfile = await directory.account(accountId);
    if (!identityProfile?.email || emailKey(identityProfile.email) !== invitedKey) {
      throw invitedAddressDiffersProblem(email, identityProfile?.email ?? null);
    }
    if (!identityProfile.emailVerified) throw unverifiedAddressProblem(identityProfile.email);
  }

  /** Reads no standby, which may not have the membership of a first click yet. */
  async function isMember(tenantId: string, accountId: string): Promise<boolean> {
    const { members } = await database.tenant(tenantId, lockTeam);
    return members.some((member) => member.accountId === accountId);
  }

  /** Prevents leaving a team that has other members or linked shops. */
  async function prepareOwnTeam({ tenantId, accountId }: Session): Promise<StoredProfile | null> {
    const shops = await countLinkedShops(tenantId);
    return database.tenant(tenantId, async (tx) => {
      const team = await lockTeam(tx);
      if (team.members.length > 1) throw othersInTeamProblem(team.name);
      if (shops > 0) throw ownShopsLinkedProblem(team.name, shops);
      // No member would be left to receive those invited.
      await withdrawInvitations(tx);
      return readProfile(tx, accountId);
    });
  }

  /** Resolves to false when the invitation was accepted by someone else. */
  async function joinTeam(
    invitation: FoundInvitation,
    token: string,
    accountId: string,
    own: StoredProfile | null,
  ) {
    const identityProfile = await directory.account(accountId);
    const name = identityProfile?.name ?? identityProfile?.email ?? '';
    return database.tenant(invitation.tenantId, async (tx) => {
      const team = await lockTeam(tx);
      const { id, role } = invitation;
      const now = new Date();
      if (!(await markInvitationAccepted(tx, { id, token, accountId, now }))) {
        // A repeated call by the same account: a double click, or a program that stopped between the steps.
        return team.members.some((member) => member.accountId === accountId);
      }
      await addMember(tx, accountId, role, now);
      if (own) await copyProfile(tx, accountId, own);
      await recordAuditEvent(
        tx,
        { action: 'team.joined', actorId: accountId, details: { role } },
        now,
      );
      await notifyMemberJoined(tx, { id: accountId, name, role }, now);
      return true;
    });
  }

  async function undoJoin({ tenantId, id }: FoundInvitation, accountId: string): Promise<void> {
    await database.tenant(tenantId, async (tx) => {
      await lockTeam(tx);
      await removeMember(tx, accountId);
      await deleteProfile(tx, accountId);
      await revertInvitationAccepted(tx, { id, accountId });
    });
  }

  return {
    async findInvitation(token, address) {
      const found = await findByToken(token, address);
      assertOpen(found);
      const { team, role, email, expiresAt, invitedBy } = found;
      const inviter = await directory.account(invitedBy);
      const name = inviter?.name ?? inviter?.email ?? null;
      return { team, role, email, invitedBy: name, expiresAt: expiresAt.toISOString() };
    },

    async accept(session, token, address) {
      const { tenantId: from, accountId } = session;
      const invitation = await findByToken(token, address);
      const { tenantId: to } = invitation;
      if (from === to) throw alreadyInTeamProblem();
      if (invitation.acceptedBy !== accountId || !(await isMember(to, accountId)))
        assertOpen(invitation);
      await assertRecipient(accountId, invitation);
      const profile = await prepareOwnTeam(session);
      if (!(await joinTeam(invitation, token, accountId, profile))) throw linkProblems.used();
      if (!(await directory.moveToTeam(accountId, from, to))) {
        const now = await directory.account(accountId);
        // On a double click, the other call has moved the account already.
        if (now?.tenantId !== to) {
          await undoJoin(invitation, accountId);
          throw movedMeanwhileProblem();
        }
      }
      await database.tenant(from, (tx) => deleteCoreSessionsOf(tx, accountId));
      return to;
    },
  };
}
