import type { Credential, User } from '@seller-connect/contract';
import { recordAuditEvent } from '../audit/index.ts';
import type { Http, Session } from '../platform/http/http.ts';
import type { EmailComposer } from '../platform/mail/mail-queue.ts';
import { Problem } from '../platform/http/problem.ts';
import {
  bindCoreSessions,
  deleteCoreSession,
  deleteCoreSessionsOfSignIns,
  findCoreSession,
  createCoreSession,
  type EndedSignIns,
} from './core-session/core-session-store.ts';
import { createInvitationComposer } from './invitations/invitation-email.ts';
import { createInvitations } from './invitations/invitations.ts';
import { createJoining, type JoiningDependencies } from './invitations/joining.ts';
import { enterTeam } from './team/membership.ts';
import type { IdentityProfile } from './identity-directory.ts';
import { parseProfileForm } from './profile/profile-form.ts';
import {
  readProfile,
  readProfileAndTeam,
  saveProfile,
  type StoredProfile,
} from './profile/profile-store.ts';
import { listRecipients, type Recipient } from './team/recipients.ts';
import { createTeams, type Teams } from './team/team.ts';
import { removeAccountFromTeam } from './team/removal.ts';

export { sellerRows } from './erase.ts';
export { invitationEmailKind } from './invitations/invitation-email.ts';
export type { IdentityDirectory, IdentityProfile } from './identity-directory.ts';

export interface SellersDependencies extends JoiningDependencies {
  /** Where the links in letters lead. */
  appOrigin: string;
}

export interface Sellers extends Pick<Teams, 'accountLeaves'> {
  /** The members of a team with the address at which each of them wants to be reached. */
  recipients(tenantId: string): Promise<Recipient[]>;
  authenticate(token: string): Promise<Session | null>;
  routes(http: Http): void;
  /** Writes the letter of an invitation from what it was queued with. */
  composeInvitation: EmailComposer;
  /** A Google login has led to a sign-in at the identity provider: what it opened here ends with that. */
  signInBegan(who: { tenantId: string; sub: string }, signInId: string): Promise<void>;
  /** Sign-ins were ended at the identity provider: what they opened here ends with them. */
  signInsEnded(who: { tenantId: string; sub: string }, ended: EndedSignIns): Promise<void>;
  /** The account is gone: its sessions, profile and membership too. @returns whether anybody is left in the team. */
  accountRemoved(tenantId: string, accountId: string): Promise<{ someoneLeft: boolean }>;
  /** Fills in a profile that the demo’s second account is said to have completed. Does nothing when it is there. */
  completeDemoProfile(account: { tenantId: string; sub: string; email: string }): Promise<void>;
}

const identityRefused = new Problem(401, 'identity_refused', {
  vi: 'Không xác nhận được đăng nhập của bạn. Vui lòng đăng nhập lại.',
  en: 'Your sign-in could not be confirmed. Please sign in again.',
});

/** Milliseconds. Until `signInBegan` no sign-in ends this session: should it never come, it does not outlive one for long. */
const maxUnboundSessionMs = 10 * 60_000;

export function createSellers(options: SellersDependencies): Sellers {
  const { database, directory, appOrigin } = options;
  const teams = createTeams(options);
  const invitations = createInvitations(options);
  const joining = createJoining(options);

  /** Into the account's team, which whoever comes first founds. */
  async function openSession(
    who: { sub: string; tenantId: string },
    from: { signInId: string | null; notAfter: Date | null },
  ): Promise<Credential> {
    const identityProfile = await directory.account(who.sub);
    if (!identityProfile) throw identityRefused;
    const name = identityProfile.name ?? identityProfile.email ?? '';
    const enter = (tenantId: string) =>
      database.tenant(tenantId, (tx) => enterTeam(tx, who.sub, name));
    let tenantId = who.tenantId;
    for (let moves = 0; !(await enter(tenantId)); moves += 1) {
      // Taken out of the team, and the program ended before the account was told: on to the one before, then a new one.
      const next = moves < 2 ? await directory.leaveTeam(who.sub, tenantId) : null;
      if (next === null) throw identityRefused;
      tenantId = next;
    }
    return createCoreSession(database, { tenantId, accountId: who.sub, ...from });
  }

  async function currentUser({ tenantId, accountId, role }: Session): Promise<User> {
    const identityProfile = await directory.account(accountId);
    if (!identityProfile) throw identityRefused;
    const { team, profile } = await readProfileAndTeam(database, tenantId, accountId);
    return { ...toUser(identityProfile, tenantId, profile), team: { name: team, role } };
  }

  return {
    recipients: (tenantId) => listRecipients(database, directory, tenantId),
    authenticate: (token) => findCoreSession(database, token),
    accountLeaves: teams.accountLeaves,
    composeInvitation: createInvitationComposer({ database, directory, appOrigin }),

    routes({ handle }) {
      handle('identityLogin', async ({ body }) => {
        const verified = await directory.verifyAccessToken(body.accessToken);
        if (!verified) throw identityRefused;
        const { sessionUid: signInId, sessionEndsAt: notAfter } = verified;
        return openSession(verified, { signInId, notAfter });
      });
      handle('googleLogin', async ({ body, request }) => {
        const caller = { address: request.ip, requestId: request.id };
        const account = await directory.googleAccount(body.accessToken, caller);
        // The sign-in begins after this call: `signInBegan` names it.
        const notAfter = new Date(Date.now() + maxUnboundSessionMs);
        return openSession(account, { signInId: null, notAfter });
      });
      handle('validate', async ({ session }) => ({
        sub: session.accountId,
        expiresAt: session.expiresAt.toISOString(),
      }));
      handle('endSession', async ({ session }) => {
        await deleteCoreSession(database, session);
        return null;
      });

      handle('getUser', ({ session }) => currentUser(session));
      handle('saveUser', async ({ session, body, language }) => {
        const form = parseProfileForm(body, language);
        const { tenantId, accountId } = session;
        await database.tenant(tenantId, async (tx) => {
          const isChanged = await saveProfile(tx, accountId, form);
          if (isChanged)
            await recordAuditEvent(tx, { action: 'profile.saved', actorId: accountId });
        });
        return currentUser(session);
      });

      handle('readTeam', ({ session }) => teams.read(session));
      handle('renameTeam', ({ session, body, language }) =>
        teams.rename(session, body.name, language),
      );
      handle('changeRole', ({ session, params, body }) =>
        teams.changeRole(session, params.accountId, body.role),
      );
      handle('removeMember', ({ session, params }) => teams.remove(session, params.accountId));
      handle('leaveTeam', async ({ session }) => {
        const tenantId = await teams.leave(session);
        return openSession({ sub: session.accountId, tenantId }, inheritSession(session));
      });

      handle('listInvitations', ({ session }) => invitations.list(session));
      handle('invite', ({ session, body, language }) =>
        invitations.invite(session, body, language),
      );
      handle('resendInvitation', ({ session, params }) =>
        invitations.resend(session, params.invitationId),
      );
      handle('withdrawInvitation', async ({ session, params }) => {
        await invitations.withdraw(session, params.invitationId);
        return null;
      });
      handle('openInvitation', ({ body, request }) => joining.look(body.token, request.ip));
      handle('acceptInvitation', async ({ session, body, request }) => {
        const tenantId = await joining.accept(session, body.token, request.ip);
        return openSession({ sub: session.accountId, tenantId }, inheritSession(session));
      });
    },

    signInBegan: ({ tenantId, sub }, signInId) =>
      database.tenant(tenantId, (tx) => bindCoreSessions(tx, sub, signInId)),
    signInsEnded: ({ tenantId, sub }, ended) =>
      database.tenant(tenantId, (tx) => deleteCoreSessionsOfSignIns(tx, sub, ended)),
    accountRemoved: (tenantId, accountId) =>
      removeAccountFromTeam(database, tenantId, accountId, options.onMemberGone),

    async completeDemoProfile({ tenantId, sub, email }) {
      await database.tenant(tenantId, async (tx) => {
        await enterTeam(tx, sub, 'Gian hàng mẫu');
        if (await readProfile(tx, sub)) return;
        const phoneNumber = '+84912345678';
        const form = { email, phoneNumber, business: 'fashion', purpose: 'reporting' };
        await saveProfile(tx, sub, form);
      });
    },
  };
}

/** A session that takes the place of another lasts no longer, and ends with the same sign-in. */
function inheritSession(session: Session) {
  return { signInId: session.signInId ?? null, notAfter: session.expiresAt };
}

function toUser(
  identityProfile: IdentityProfile,
  tenantId: string,
  saved: StoredProfile | null,
): Omit<User, 'team'> {
  return {
    sub: identityProfile.sub,
    name: identityProfile.name,
    picture: identityProfile.picture,
    email: identityProfile.email,
    phone_number: identityProfile.phoneNumber,
    address: identityProfile.address,
    birthday: identityProfile.birthday,
    roles: identityProfile.roles,
    permissions: identityProfile.permissions,
    meta_data: identityProfile.metaData,
    updated_at: identityProfile.updatedAt?.toISOString() ?? null,
    tenant_id: tenantId,
    profile: saved && {
      email: saved.email,
      phoneNumber: saved.phoneNumber,
      business: saved.business,
      purpose: saved.purpose,
    },
    profileCompletedAt: saved?.completedAt.toISOString() ?? null,
  };
}
