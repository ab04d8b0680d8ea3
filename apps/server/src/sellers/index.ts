import type { User } from '@seller-connect/contract';
import type { Database, TenantTransaction } from '../platform/database.ts';
import { sql } from '../platform/database.ts';
import type { Http, Session } from '../platform/http.ts';
import { Problem } from '../platform/problem.ts';
import { endCoreSession, findCoreSession, openCoreSession } from './core-session.ts';
import { parseProfileForm } from './profile-form.ts';

/** What this domain needs to know of a person; the identity provider's part of the current-user profile. */
export interface Person {
  sub: string;
  tenantId: string;
  name: string | null;
  picture: string | null;
  email: string | null;
  phoneNumber: string | null;
  address: string | null;
  birthday: string | null;
  roles: string[];
  permissions: string[];
  metaData: Record<string, string>;
  updatedAt: Date | null;
}

/** The identity provider, seen from here: ours in the same program, or an outside one. */
export interface People {
  /** Null when issuer, audience, signature or expiry of the token do not hold. */
  verifyAccessToken(
    token: string,
  ): Promise<{ sub: string; tenantId: string; sessionEndsAt: Date | null } | null>;
  person(sub: string): Promise<Person | null>;
  /** Whose Google access token it is. @throws Problem when that is nobody, or cannot be told. */
  googleAccount(
    accessToken: string,
    caller: { address: string; requestId: string },
  ): Promise<{ sub: string; tenantId: string }>;
}

export interface Sellers {
  authenticate(token: string): Promise<Session | null>;
  routes(http: Http): void;
  /** Fills in a profile that the demo’s second account is said to have completed. Does nothing when it is there. */
  completeDemoProfile(person: { tenantId: string; sub: string; email: string }): Promise<void>;
}

const addTeam = sql(
  'sellers.add_team',
  `insert into sellers.team (tenant_id, name, created_at) values ($1, $2, $3)
   on conflict (tenant_id) do nothing`,
);
const addMember = sql(
  'sellers.add_member',
  `insert into sellers.member (tenant_id, account_id, role, joined_at) values ($1, $2, 'owner', $3)
   on conflict (tenant_id, account_id) do nothing`,
);
const readProfile = sql(
  'sellers.read_profile',
  `select email, phone_number, business, purpose, completed_at
   from sellers.profile where tenant_id = $1 and account_id = $2`,
);
const saveProfile = sql(
  'sellers.save_profile',
  `insert into sellers.profile
     (tenant_id, account_id, email, phone_number, business, purpose, completed_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $7)
   on conflict (tenant_id, account_id) do update set
     email = excluded.email, phone_number = excluded.phone_number, business = excluded.business,
     purpose = excluded.purpose, updated_at = excluded.updated_at`,
);

interface ProfileRow {
  email: string;
  phone_number: string;
  business: string;
  purpose: string;
  completed_at: Date;
}

const refused = new Problem(401, 'identity_refused', {
  vi: 'Không xác nhận được đăng nhập của bạn. Vui lòng đăng nhập lại.',
  en: 'Your sign-in could not be confirmed. Please sign in again.',
});

export function createSellers(options: { database: Database; people: People }): Sellers {
  const { database, people } = options;

  async function joinTeam(tx: TenantTransaction, accountId: string, name: string) {
    const now = new Date();
    await tx.execute(addTeam, [tx.tenantId, name, now]);
    await tx.execute(addMember, [tx.tenantId, accountId, now]);
  }

  async function openFor(who: { sub: string; tenantId: string }, notAfter: Date | null) {
    const person = await people.person(who.sub);
    if (!person) throw refused;
    const name = person.name ?? person.email ?? '';
    await database.tenant(who.tenantId, (tx) => joinTeam(tx, who.sub, name));
    return openCoreSession(database, { tenantId: who.tenantId, accountId: who.sub, notAfter });
  }

  async function currentUser(session: Session): Promise<User> {
    const person = await people.person(session.accountId);
    if (!person) throw refused;
    const [profile] = await database.tenantRead<ProfileRow>(session.tenantId, readProfile, [
      session.tenantId,
      session.accountId,
    ]);
    return toUser(person, session.tenantId, profile);
  }

  return {
    authenticate: (token) => findCoreSession(database, token),

    routes({ handle }) {
      handle('identityLogin', async ({ body }) => {
        const verified = await people.verifyAccessToken(body.accessToken);
        if (!verified) throw refused;
        return openFor(verified, verified.sessionEndsAt);
      });

      handle('googleLogin', async ({ body, request }) => {
        const caller = { address: request.ip, requestId: request.id };
        return openFor(await people.googleAccount(body.accessToken, caller), null);
      });

      handle('validate', async ({ session }) => ({
        sub: session.accountId,
        expiresAt: session.expiresAt.toISOString(),
      }));

      handle('endSession', async ({ session }) => {
        await endCoreSession(database, session);
        return null;
      });

      handle('getUser', ({ session }) => currentUser(session));

      handle('saveUser', async ({ session, body, language }) => {
        const form = parseProfileForm(body, language);
        await database.tenant(session.tenantId, (tx) =>
          tx.execute(saveProfile, [
            session.tenantId,
            session.accountId,
            form.email,
            form.phoneNumber,
            form.business,
            form.purpose,
            new Date(),
          ]),
        );
        return currentUser(session);
      });
    },

    async completeDemoProfile({ tenantId, sub, email }) {
      await database.tenant(tenantId, async (tx) => {
        await joinTeam(tx, sub, 'Gian hàng mẫu');
        const [existing] = await tx.query<ProfileRow>(readProfile, [tenantId, sub]);
        if (existing) return;
        await tx.execute(saveProfile, [
          tenantId,
          sub,
          email,
          '+84912345678',
          'fashion',
          'reporting',
          new Date(),
        ]);
      });
    },
  };
}

function toUser(person: Person, tenantId: string, profile: ProfileRow | undefined): User {
  return {
    sub: person.sub,
    name: person.name,
    picture: person.picture,
    email: person.email,
    phone_number: person.phoneNumber,
    address: person.address,
    birthday: person.birthday,
    roles: person.roles,
    permissions: person.permissions,
    meta_data: person.metaData,
    updated_at: person.updatedAt?.toISOString() ?? null,
    tenant_id: tenantId,
    profile: profile
      ? {
          email: profile.email,
          phoneNumber: profile.phone_number,
          business: profile.business,
          purpose: profile.purpose,
        }
      : null,
    profileCompletedAt: profile?.completed_at.toISOString() ?? null,
  };
}
