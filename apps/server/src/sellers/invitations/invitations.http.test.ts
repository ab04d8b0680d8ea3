import { Invitation, InvitationList } from '@seller-connect/contract';
import { Value } from 'typebox/value';
import { describe, expect, it, vi } from 'vitest';
import { startTeamFixture, type TeamFixture } from '../testing/team-fixture.ts';

let made = 0;

const world = await startTeamFixture('lan');
const lan = await world.signIn('lan');

async function newcomer(facts: Parameters<TeamFixture['directory']['add']>[1] = {}) {
  made += 1;
  const name = `new${made}`;
  world.directory.add(name, facts);
  const visitor = await world.signIn(name);
  return Object.assign(visitor, { email: `${name}@test.vn` });
}
const open = async () =>
  Value.Parse(InvitationList, (await lan.call('GET', '/team/invitations')).body).items;
const look = (token: string) => lan.call('POST', '/invitation', { token });

describe('an invitation', () => {
  it('is sent as an email in the chosen language and shows what it is for', async () => {
    await lan.call('PUT', '/team', { name: 'Hoa Mai' });
    await lan.call('POST', '/team/invitations', {
      email: ' Someone@Test.vn ',
      role: 'viewer',
      language: 'vi',
    });
    const [sentEmail] = await world.composeQueuedEmails();
    expect(sentEmail).toMatchObject({
      to: 'Someone@Test.vn',
      subject: 'lan mời bạn vào nhóm Hoa Mai trên Seller Connect',
    });
    expect(sentEmail?.text).toContain('với vai trò người xem');
    expect(sentEmail?.text).toMatch(/^http:\/\/app\.test\/join\?token=[\w-]{64}$/m);
    const invitation = await look(await world.secretFor('Someone@Test.vn'));
    expect(invitation.body).toMatchObject({
      team: 'Hoa Mai',
      role: 'viewer',
      email: 'Someone@Test.vn',
      invitedBy: 'lan',
    });
    expect(await open()).toMatchObject([{ email: 'Someone@Test.vn', invitedBy: 'lan' }]);
    expect((await lan.auditSummaries())[0]).toBe('Invited Someone@Test.vn to the team as viewer');
  });

  it('stores only a hash of its secret', async () => {
    await lan.invite('hash@test.vn');
    const secret = await world.secretFor('hash@test.vn');
    const rows = await world.sql('select * from sellers.invitation');
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(JSON.stringify(await world.sql('select * from audit.entry'))).not.toContain(secret);
  });

  it('adds a member with its role and takes the profile along', async () => {
    const minh = await newcomer();
    const form = {
      email: 'minh@shop.vn',
      phoneNumber: '0912345678',
      business: 'fashion',
      purpose: 'reporting',
    };
    await minh.call('POST', '/user', form);
    await lan.invite(minh.email.toUpperCase(), 'member');
    const before = minh.token;
    const accepted = await minh.accept(await world.secretFor(minh.email.toUpperCase()));
    expect(accepted.status).toBe(200);
    const user = await minh.call('GET', '/user');
    expect(user.body).toMatchObject({
      tenant_id: world.directory.get('lan').tenantId,
      team: { name: 'Hoa Mai', role: 'member' },
      profile: { email: 'minh@shop.vn' },
    });
    const old = { ...minh, token: before };
    const answer = await world.http.app.inject({
      url: '/user',
      headers: { authorization: `Bearer ${old.token}` },
    });
    expect(answer.statusCode).toBe(401);
    expect((await lan.auditSummaries())[0]).toBe('Joined the team as member');
    // A new sign-in leads to the same team with the same role.
    expect(await (await world.signIn(minh.name)).team()).toMatchObject({ role: 'member' });
  });

  it('gives no credential for a sign-in that ends meanwhile', async () => {
    const visitor = await newcomer();
    await lan.invite(visitor.email);
    const secret = await world.secretFor(visitor.email);
    vi.spyOn(world.directory, 'isSignInActive').mockResolvedValueOnce(false);
    expect((await visitor.accept(secret)).status).toBe(401);
    const { sub } = world.directory.get(visitor.name);
    const openSessions = `select 1 from sellers.core_session where account_id = '${sub}'`;
    expect(await world.sql(openSessions)).toEqual([]);
  });

  it('works once', async () => {
    const visitor = await newcomer();
    await lan.invite(visitor.email);
    const secret = await world.secretFor(visitor.email);
    await visitor.accept(secret);
    expect(await look(secret)).toMatchObject({ status: 410, body: { error: 'invitation_used' } });
    expect(await visitor.accept(secret)).toMatchObject({ body: { error: 'already_here' } });
    await lan.call('DELETE', `/team/members/${world.directory.get(visitor.name).sub}`);
    const again = await world.signIn(visitor.name);
    expect(await again.accept(secret)).toMatchObject({ body: { error: 'invitation_used' } });
    expect((await again.team()).name).toBe(visitor.name);
  });

  it('can be accepted by the invited, confirmed email address only', async () => {
    const visitor = await newcomer();
    await lan.invite('somebody.else@test.vn');
    const secret = await world.secretFor('somebody.else@test.vn');
    expect(await visitor.accept(secret)).toMatchObject({
      status: 409,
      body: {
        error: 'other_address',
        message: `This invitation is for somebody.else@test.vn, but you’re signed in as ${visitor.email}. Sign out, then sign in with the account for somebody.else@test.vn.`,
      },
    });
    const unproven = await newcomer({ emailVerified: false });
    await lan.invite(unproven.email);
    expect(await unproven.accept(await world.secretFor(unproven.email))).toMatchObject({
      status: 409,
      body: { error: 'address_unverified' },
    });
  });

  it('is accepted by one of two accounts that accept it concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      const email = `both${round}@test.vn`;
      const rivals = [await newcomer({ email }), await newcomer({ email })];
      await lan.invite(email);
      const secret = await world.secretFor(email);
      const answers = await Promise.all(rivals.map((rival) => rival.accept(secret)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410]);
      const members = (await lan.team()).members.filter((member) => member.email === email);
      expect(members).toHaveLength(1);
      for (const { accountId } of members) await lan.call('DELETE', `/team/members/${accountId}`);
    }
  });

  it('treats two concurrent clicks of one account as one', async () => {
    const visitor = await newcomer();
    const second = await world.signIn(visitor.name);
    await lan.invite(visitor.email);
    const secret = await world.secretFor(visitor.email);
    const answers = await Promise.all([visitor.accept(secret), second.accept(secret)]);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    const mine = (await lan.team()).members.filter(({ email }) => email === visitor.email);
    expect(mine).toHaveLength(1);
  });

  it('is replaced by a newer one to the same address, by a resend, and ends when withdrawn', async () => {
    await lan.invite('again@test.vn', 'viewer');
    const first = await world.secretFor('again@test.vn');
    await lan.invite('AGAIN@test.vn', 'member');
    const second = await world.secretFor('AGAIN@test.vn');
    expect((await look(first)).body).toMatchObject({ error: 'invitation_withdrawn' });
    expect((await look(second)).body).toMatchObject({ role: 'member' });
    const mine = (await open()).filter(({ email }) => email.toLowerCase() === 'again@test.vn');
    expect(mine).toHaveLength(1);
    const { id } = mine[0] ?? { id: '' };
    const soon = await lan.call('POST', `/team/invitations/${id}/resend`);
    expect(soon).toMatchObject({ status: 429, body: { error: 'rate_limited' } });
    await world.sql(`update sellers.invitation set sent_at = sent_at - interval '2 minutes'`);
    expect((await lan.call('POST', `/team/invitations/${id}/resend`)).status).toBe(200);
    const third = await world.secretFor('AGAIN@test.vn');
    expect((await look(second)).body).toMatchObject({ error: 'invitation_unknown' });
    expect((await look(third)).status).toBe(200);
    expect((await lan.call('DELETE', `/team/invitations/${id}`)).status).toBe(204);
    expect((await look(third)).body).toMatchObject({ error: 'invitation_withdrawn' });
    expect((await lan.call('DELETE', `/team/invitations/${id}`)).status).toBe(404);
    expect((await lan.auditSummaries()).slice(0, 2)).toEqual([
      'Withdrew the invitation to AGAIN@test.vn',
      'Resent the invitation to AGAIN@test.vn',
    ]);
  });

  it('expires after seven days', async () => {
    const visitor = await newcomer();
    const { body } = await lan.invite(visitor.email);
    const { sentAt, expiresAt } = Value.Parse(Invitation, body);
    const lifeMs = Date.parse(expiresAt) - Date.parse(sentAt);
    expect(lifeMs).toBe(7 * 24 * 60 * 60_000);
    const secret = await world.secretFor(visitor.email);
    await world.sql(
      `update sellers.invitation set expires_at = now() - interval '1 second' where email = '${visitor.email}'`,
    );
    expect(await look(secret)).toMatchObject({
      status: 410,
      body: { error: 'invitation_expired' },
    });
    expect(await visitor.accept(secret)).toMatchObject({ body: { error: 'invitation_expired' } });
  });

  it.each(['', 'x', 'A'.repeat(64), '!'.repeat(64)])(
    'is not found by the secret "%s"',
    async (token) => {
      expect(await look(token)).toMatchObject({
        status: 404,
        body: { error: 'invitation_unknown' },
      });
    },
  );

  it('is refused for a member of the team and for an invalid address', async () => {
    expect(await lan.invite('LAN@test.vn')).toMatchObject({ body: { error: 'already_member' } });
    const bad = await lan.invite('nobody');
    expect(bad).toMatchObject({ status: 400, body: { error: 'validation' } });
  });

  it('is limited to five emails per address', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1) {
      statuses.push((await lan.invite('often@test.vn')).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('waits until the own shops of the account are disconnected, and says so', async () => {
    const visitor = await newcomer();
    world.shops.set(world.directory.get(visitor.name).tenantId, 2);
    await lan.invite(visitor.email);
    const secret = await world.secretFor(visitor.email);
    const refused = await visitor.accept(secret);
    expect(refused).toMatchObject({
      status: 409,
      body: {
        error: 'own_shops_linked',
        message: expect.stringContaining('2 connected shops'),
      },
    });
    expect((await visitor.team()).name).toBe(visitor.name);
    world.shops.clear();
    expect((await visitor.accept(secret)).status).toBe(200);
  });

  it('waits until the account has left a team with other members', async () => {
    const [boss, visitor] = [await newcomer(), await newcomer()];
    await boss.invite(visitor.email, 'owner');
    await visitor.accept(await world.secretFor(visitor.email));
    await lan.invite(visitor.email);
    const secret = await world.secretFor(visitor.email);
    expect(await visitor.accept(secret)).toMatchObject({
      status: 409,
      body: { error: 'others_in_team' },
    });
    await visitor.leave();
    expect((await visitor.accept(secret)).status).toBe(200);
  });

  it('leaves those of the own team open when it is used again by a former member', async () => {
    const [former, guest] = [await newcomer(), await newcomer()];
    await lan.invite(former.email);
    const used = await world.secretFor(former.email);
    await former.accept(used);
    await former.leave();
    await former.invite(guest.email);
    const secret = await world.secretFor(guest.email);
    expect(await former.accept(used)).toMatchObject({ body: { error: 'invitation_used' } });
    expect((await guest.accept(secret)).status).toBe(200);
  });

  it('is void once its sender has left the team', async () => {
    const [moved, guest] = [await newcomer(), await newcomer()];
    await moved.invite(guest.email);
    const stale = await world.secretFor(guest.email);
    await lan.invite(moved.email);
    await moved.accept(await world.secretFor(moved.email));
    expect(await guest.accept(stale)).toMatchObject({ body: { error: 'invitation_withdrawn' } });
  });
});
