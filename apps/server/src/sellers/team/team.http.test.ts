import { describe, expect, it, vi } from 'vitest';
import { callJson } from '../../../test/call-json.ts';
import { newId } from '../../platform/ids.ts';
import { startTeamFixture, type SignedInUser } from '../testing/team-fixture.ts';

let made = 0;
const began = Date.now();

const world = await startTeamFixture();

/** Creates a new team of an owner and members who have accepted, each with a unique name. */
async function newTeam(...roles: ('owner' | 'member' | 'viewer')[]) {
  made += 1;
  const visitors: SignedInUser[] = [];
  for (const name of ['founder', ...roles].map((role, index) => `${role}${made}-${index}`)) {
    world.directory.add(name);
    visitors.push(await world.signIn(name));
  }
  const [founder, ...others] = visitors;
  if (!founder) throw new Error('A team has a founder');
  for (const [index, visitor] of others.entries()) {
    const email = `${visitor.name}@test.vn`;
    await founder.invite(email, roles[index]);
    const accepted = await visitor.accept(await world.secretFor(email));
    expect(accepted.status).toBe(200);
  }
  return { founder, others };
}

const idOf = (visitor: SignedInUser | undefined) => world.directory.get(visitor?.name ?? '').sub;
const roles = async (visitor: SignedInUser) =>
  (await visitor.team()).members.map(({ name, role }) => [name, role]);

describe('a team', () => {
  it('lists its members with role and last activity', async () => {
    const { founder, others } = await newTeam('viewer');
    const [viewer] = others;
    const team = await viewer?.team();
    expect(team).toMatchObject({
      name: founder.name,
      role: 'viewer',
      members: [
        { name: founder.name, email: `${founder.name}@test.vn`, role: 'owner', you: false },
        { accountId: idOf(viewer), role: 'viewer', you: true },
      ],
    });
    for (const member of team?.members ?? []) {
      expect(Date.parse(member.lastSeenAt ?? '')).toBeGreaterThanOrEqual(began);
    }
  });

  it.each([
    ['PUT', '/team', { name: 'Mine' }],
    ['PUT', '/team/members/x', { role: 'owner' }],
    ['DELETE', '/team/members/x', undefined],
    ['GET', '/team/invitations', undefined],
    ['POST', '/team/invitations', { email: 'x@test.vn', role: 'owner' }],
    ['POST', '/team/invitations/018f0000-0000-7000-8000-000000000000/resend', undefined],
    ['DELETE', '/team/invitations/018f0000-0000-7000-8000-000000000000', undefined],
    ['GET', '/audit', undefined],
  ] as const)('lets only owners %s %s', async (method, url, payload) => {
    const { others } = await newTeam('member', 'viewer');
    for (const visitor of others) {
      const answer = await visitor.call(method, url, payload);
      expect(answer).toMatchObject({ status: 403, body: { error: 'owners_only' } });
    }
  });

  it('is renamed by an owner, as shown in the audit log and the profile', async () => {
    const { founder, others } = await newTeam('member');
    const answer = await founder.call('PUT', '/team', { name: '  Hoa   Mai ' });
    expect(answer.body).toMatchObject({ name: 'Hoa Mai' });
    const user = await others[0]?.call('GET', '/user');
    expect(user?.body).toMatchObject({ team: { name: 'Hoa Mai', role: 'member' } });
    expect((await founder.auditSummaries())[0]).toBe(
      `Renamed the team from “${founder.name}” to “Hoa Mai”`,
    );
    const empty = await founder.call('PUT', '/team', { name: ' ' }, 'vi');
    expect(empty).toMatchObject({
      status: 400,
      body: { message: 'Vui lòng nhập tên nhóm.', details: { name: 'Vui lòng nhập tên nhóm.' } },
    });
  });

  it('gets no half of a character at the end of a name that is cut', async () => {
    const { founder } = await newTeam();
    const answer = await founder.call('PUT', '/team', { name: `${'x'.repeat(79)}😀😀` });
    expect(answer).toMatchObject({ status: 200, body: { name: `${'x'.repeat(79)}😀` } });
  });

  it('applies a changed role from the next request, in both directions', async () => {
    const { founder, others } = await newTeam('viewer');
    const [member] = others;
    const change = (role: string) => founder.call('PUT', `/team/members/${idOf(member)}`, { role });
    expect((await member?.call('GET', '/audit'))?.status).toBe(403);
    expect((await change('owner')).status).toBe(200);
    expect((await member?.call('GET', '/audit'))?.status).toBe(200);
    await change('viewer');
    expect((await member?.call('GET', '/audit'))?.status).toBe(403);
    expect((await founder.auditSummaries()).slice(0, 2)).toEqual([
      `Changed ${member?.name}’s role from owner to viewer`,
      `Changed ${member?.name}’s role from viewer to owner`,
    ]);
    // Setting the same role again changes nothing and records no audit event.
    await change('viewer');
    expect((await founder.auditSummaries())[1]).toContain('from viewer to owner');
  });

  it('revokes the sessions of a removed member, who signs in to their own team again', async () => {
    const { founder, others } = await newTeam('member');
    const [member] = others;
    if (!member) throw new Error('no member');
    const answer = await founder.call('DELETE', `/team/members/${idOf(member)}`);
    expect(answer.body).toMatchObject({ members: [{ name: founder.name }] });
    expect((await member.call('GET', '/user')).status).toBe(401);
    const again = await world.signIn(member.name);
    expect(await again.team()).toMatchObject({ name: member.name, role: 'owner' });
    expect((await founder.auditSummaries())[0]).toBe(`Removed ${member.name} from the team`);
  });

  it('refuses a session that outlived the membership', async () => {
    const { founder, others } = await newTeam('member');
    const [member] = others;
    await world.sql(`delete from sellers.member where account_id = '${idOf(member)}'
      and tenant_id = '${world.directory.get(founder.name).tenantId}'`);
    expect((await member?.call('GET', '/user'))?.status).toBe(401);
    // A sign-in after a program that stopped halfway does not restore the membership.
    const again = await world.signIn(member?.name ?? '');
    expect((await again.team()).name).toBe(member?.name);
    expect(await roles(founder)).toEqual([[founder.name, 'owner']]);
  });

  it('is created for an account without any team', async () => {
    const { others } = await newTeam('member');
    const [member] = others;
    await world.sql(`delete from sellers.member where account_id = '${idOf(member)}'`);
    const again = await world.signIn(member?.name ?? '');
    expect(await again.team()).toMatchObject({ name: member?.name, role: 'owner' });
  });

  it('can be left with a credential for the own team, which revokes the old one', async () => {
    const { founder, others } = await newTeam('member');
    const [member] = others;
    if (!member) throw new Error('no member');
    const oldToken = member.token;
    expect((await member.leave()).status).toBe(200);
    expect((await callJson(world.http, oldToken, 'GET', '/user')).status).toBe(401);
    expect(await member.team()).toMatchObject({ name: member.name, role: 'owner' });
    expect((await founder.auditSummaries())[0]).toBe('Left the team');
  });

  it('is left without a credential if the sign-in ends meanwhile', async () => {
    const { others } = await newTeam('member');
    const [member] = others;
    const { sub } = world.directory.get(member?.name ?? '');
    const signInId = `sign-in of ${member?.name}`;
    vi.spyOn(world.directory, 'leaveTeam').mockImplementationOnce(async (_, tenantId) => {
      vi.spyOn(world.directory, 'isSignInActive').mockResolvedValueOnce(false);
      await world.sellers.signInsEnded({ tenantId, sub }, { only: signInId });
      return newId();
    });
    expect((await member?.leave())?.status).toBe(401);
    const left = `select 1 from sellers.core_session where account_id = '${sub}'`;
    expect(await world.sql(left)).toEqual([]);
  });

  it('never loses its last owner', async () => {
    const { founder } = await newTeam('member');
    const demoted = await founder.call('PUT', `/team/members/${idOf(founder)}`, { role: 'viewer' });
    expect(demoted).toMatchObject({ status: 409, body: { error: 'last_owner' } });
    const left = await founder.call('POST', '/team/leave');
    expect(left).toMatchObject({ status: 409, body: { error: 'last_owner' } });
    const removed = await founder.call('DELETE', `/team/members/${idOf(founder)}`);
    expect(removed).toMatchObject({ status: 409, body: { error: 'not_yourself' } });
    const { sub, tenantId } = world.directory.get(founder.name);
    await expect(world.sellers.accountLeaves({ sub, tenantId })).rejects.toMatchObject({
      code: 'last_owner',
    });
  });

  it('cannot be left by its only member', async () => {
    const { founder } = await newTeam();
    const left = await founder.call('POST', '/team/leave');
    expect(left).toMatchObject({ status: 409, body: { error: 'alone_in_team' } });
  });

  it('is left by a removed account', async () => {
    const { founder, others } = await newTeam('owner');
    const { sub, tenantId } = world.directory.get(others[0]?.name ?? '');
    await world.sellers.accountLeaves({ sub, tenantId });
    expect(await roles(founder)).toEqual([[founder.name, 'owner']]);
    // A sole member stays in the team, which is removed with the account.
    const own = world.directory.get(founder.name);
    await world.sellers.accountLeaves(own);
    expect(await roles(founder)).toEqual([[founder.name, 'owner']]);
  });

  it('cannot be joined once the account of its only member is being removed', async () => {
    const { founder } = await newTeam();
    const [guest] = (await newTeam('owner')).others;
    if (!guest) throw new Error('no guest');
    await guest.leave();
    await founder.invite(`${guest.name}@test.vn`);
    const secret = await world.secretFor(`${guest.name}@test.vn`);
    await world.sellers.accountLeaves(world.directory.get(founder.name));
    expect(await guest.accept(secret)).toMatchObject({ body: { error: 'invitation_withdrawn' } });
  });

  it.each(['leaves', 'is removed'])('stores no profile of a member who %s', async (way) => {
    const { founder, others } = await newTeam('member');
    const [member] = others;
    if (!member) throw new Error('no member');
    const form = { phoneNumber: '0912345678', business: 'fashion', purpose: 'reporting' };
    const saved = await member.call('POST', '/user', { ...form, email: 'member@shop.vn' });
    expect(saved.status).toBe(200);
    const stored = `select from sellers.profile where account_id = '${idOf(member)}'`;
    expect(await world.sql(stored)).toHaveLength(1);
    if (way === 'leaves') await member.leave();
    else await founder.call('DELETE', `/team/members/${idOf(member)}`);
    expect(await world.sql(stored)).toHaveLength(0);
  });

  it('keeps an owner when two demote each other concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { founder, others } = await newTeam('owner');
      const [second] = others;
      if (!second) throw new Error('no second owner');
      const answers = await Promise.all([
        founder.call('PUT', `/team/members/${idOf(second)}`, { role: 'viewer' }),
        second.call('PUT', `/team/members/${idOf(founder)}`, { role: 'viewer' }),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
      const owners = (await roles(founder)).filter(([, role]) => role === 'owner');
      expect(owners).toHaveLength(1);
    }
  });

  it('keeps an owner when two leave concurrently', async () => {
    const { founder, others } = await newTeam('owner', 'viewer');
    const [second, viewer] = others;
    if (!second || !viewer) throw new Error('no others');
    const answers = await Promise.all([
      founder.call('POST', '/team/leave'),
      second.call('POST', '/team/leave'),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await roles(viewer)).filter(([, role]) => role === 'owner')).toHaveLength(1);
  });

  it('cannot be changed by other teams', async () => {
    const { founder } = await newTeam('member');
    const { founder: stranger, others } = await newTeam('member');
    const member = idOf(others[0]);
    for (const [method, payload] of [
      ['PUT', { role: 'owner' }],
      ['DELETE', undefined],
    ] as const) {
      const answer = await founder.call(method, `/team/members/${member}`, payload);
      expect(answer).toMatchObject({ status: 404, body: { error: 'member_not_found' } });
    }
    expect((await roles(stranger)).map(([, role]) => role)).toEqual(['owner', 'member']);
  });
});

it('notifies of repeated role changes once an hour, so by one email', async () => {
  const { founder, others } = await newTeam('viewer');
  const url = `/team/members/${idOf(others[0])}`;
  for (let change = 0; change < 12; change += 1) {
    const role = change % 2 === 0 ? 'member' : 'viewer';
    expect((await founder.call('PUT', url, { role })).status).toBe(200);
  }
  const { tenantId } = world.directory.get(founder.name);
  const changes = await world.sql(
    `select count(*)::int as changes, count(distinct date_trunc('hour', occurred_at at time zone 'UTC'))::int as hours
       from audit.entry where tenant_id = '${tenantId}' and action = 'team.role_changed'`,
  );
  const events = await world.sql(
    `select data ->> 'role' as role from notifications.event
      where tenant_id = '${tenantId}' and kind = 'role_changed' order by occurred_at`,
  );
  // Two if the clock struck meanwhile.
  expect(changes).toEqual([{ changes: 12, hours: events.length }]);
  expect(events.at(-1)).toEqual({ role: 'viewer' });
});

it('sends emails to confirmed addresses of accounts, never to addresses of profiles', async () => {
  const { founder, others } = await newTeam('member');
  const [unconfirmed] = others;
  const form = { email: 'victim@elsewhere.vn', phoneNumber: '+84912345678' };
  for (const visitor of [founder, unconfirmed]) {
    const saved = await visitor?.call('POST', '/user', {
      ...form,
      business: 'fashion',
      purpose: 'reporting',
    });
    expect(saved).toMatchObject({ status: 200 });
  }
  world.directory.get(unconfirmed?.name ?? '').emailVerified = false;
  const { tenantId } = world.directory.get(founder.name);
  expect(await world.sellers.recipients(tenantId)).toMatchObject([
    { accountId: idOf(founder), email: `${founder.name}@test.vn` },
    { accountId: idOf(unconfirmed), email: null },
  ]);
});
