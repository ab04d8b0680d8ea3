import type { Invitation, Team, TeamMember } from '@seller-connect/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { findings, renderApp } from '../../app/testing/renderApp.tsx';
import { vi as editing } from '../../editing/texts.vi.ts';
import { formMessages } from '../../i18n/texts/formMessages.ts';
import { sharedTexts } from '../../i18n/index.ts';
import { storage } from '../../storage.ts';
import { reauthenticationTexts } from '../../session/reauthenticationTexts.ts';
import { texts } from './texts.ts';

const member = (accountId: string, more: Partial<TeamMember> = {}): TeamMember => ({
  accountId,
  name: accountId,
  email: `${accountId}@shop.test`,
  picture: null,
  role: 'member',
  joinedAt: '2026-11-01T00:00:00Z',
  lastSeenAt: null,
  you: false,
  ...more,
});
const team = (role: Team['role']): Team => ({
  name: 'Hoa Mai',
  role,
  members: [
    member('Lan', { role, you: true }),
    member('Minh', role === 'owner' ? {} : { role: 'owner' }),
  ],
});
const waiting: Invitation = {
  id: '00000000-0000-4000-8000-000000000001',
  email: 'an@shop.test',
  role: 'viewer',
  invitedBy: 'Lan',
  sentAt: '2026-11-01T00:00:00Z',
  expiresAt: '2026-11-08T00:00:00Z',
};

function show(answer: unknown, invitations: readonly Invitation[] = [], more: object = {}) {
  return renderApp('/settings/team', {
    answers: {
      ...more,
      'GET /team': answer,
      'GET /team/invitations': { items: invitations, total: invitations.length },
    },
  });
}

beforeEach(async () => {
  localStorage.clear();
  await page.viewport(1280, 900);
});

describe('the team', () => {
  it('lets owners invite, change roles and remove, and see open invitations', async () => {
    show(team('owner'), [waiting]);
    await expect.element(page.getByRole('button', { name: texts.removeOf('Minh') })).toBeVisible();
    await expect.element(page.getByText(texts.invitations.expired)).toBeVisible();
    await expect
      .element(page.getByRole('button', { name: texts.invitations.resendTo('an@shop.test') }))
      .toBeVisible();
    expect(await findings()).toEqual([]);
  });

  it('shows owners that no one is invited yet', async () => {
    show(team('owner'));
    await expect.element(page.getByText(texts.invitations.none)).toBeVisible();
  });

  it('keeps the focus on a role that is being changed, and changes one at a time', async () => {
    const { requests } = show(team('owner'));
    const role = page.getByRole('combobox', { name: texts.roleOf('Minh') });
    await expect.element(role).toBeVisible();
    role.element().focus();
    // The server does not answer.
    await userEvent.selectOptions(role, 'viewer');
    await expect.poll(() => requests).toContain('PUT /team/members/Minh');
    await expect.element(role).toHaveValue('viewer');
    await userEvent.selectOptions(role, 'owner');
    await expect.element(role).toHaveValue('viewer');
    await expect.element(role).toHaveFocus();
    expect(requests.filter((call) => call.startsWith('PUT'))).toHaveLength(1);
  });

  it('changes the role of a member while that of another one is being changed', async () => {
    const { members, ...rest } = team('owner');
    // The server does not answer.
    const { requests } = show({ ...rest, members: [...members, member('An')] });
    const roleOf = (name: string) => page.getByRole('combobox', { name: texts.roleOf(name) });
    await userEvent.selectOptions(roleOf('Minh'), 'viewer');
    await expect.poll(() => requests).toContain('PUT /team/members/Minh');
    await userEvent.selectOptions(roleOf('An'), 'viewer');
    await expect.poll(() => requests).toContain('PUT /team/members/An');
    await expect.element(roleOf('Minh')).toHaveValue('viewer');
    await expect.element(roleOf('An')).toHaveValue('viewer');
  });

  it('keeps the dialog of one member open when another one is removed', async () => {
    const answer = Promise.withResolvers<Team>();
    const { members, ...rest } = team('owner');
    show({ ...rest, members: [...members, member('An')] }, [], {
      'DELETE /team/members/Minh': answer.promise,
    });
    async function open(name: string) {
      await page.getByRole('button', { name: texts.removeOf(name) }).click();
      return page.getByRole('dialog', { name: texts.removal.title(name) });
    }
    const closed = await open('Minh');
    await closed.getByRole('button', { name: texts.remove }).click();
    await closed.getByRole('button', { name: sharedTexts.close }).click();
    const dialog = await open('An');
    const confirm = dialog.getByRole('button', { name: texts.remove });
    await expect.element(confirm).not.toHaveAttribute('aria-busy', 'true');
    answer.resolve(team('owner'));
    await expect.element(page.getByText(texts.removed('Minh'))).toBeVisible();
    await expect.element(dialog).toBeVisible();
  });

  it('is read-only for viewers, who see whom to contact', async () => {
    const { requests } = show(team('viewer'));
    await expect.element(page.getByText(texts.ownersOnly('Minh'))).toBeVisible();
    for (const name of [texts.rename, texts.removeOf('Minh'), texts.invitations.send]) {
      expect(page.getByRole('button', { name }).query()).toBeNull();
    }
    expect(requests).not.toContain('GET /team/invitations');
    expect(await findings()).toEqual([]);
  });

  it('says that it failed to load, with a retry', async () => {
    const { requests } = show(Response.json({}, { status: 500 }));
    await expect.element(page.getByText(texts.failed)).toBeVisible();
    expect(await findings()).toEqual([]);
    const before = requests.filter((call) => call === 'GET /team').length;
    await page.getByRole('main').getByRole('button', { name: sharedTexts.tryAgain }).last().click();
    await expect
      .poll(() => requests.filter((call) => call === 'GET /team').length)
      .toBeGreaterThan(before);
  });

  it('spec 5: refuses an empty or blank name, by keyboard', async () => {
    const { requests } = show(team('owner'));
    const button = page.getByRole('button', { name: texts.rename });
    await expect.element(button).toBeVisible();
    button.element().focus();
    await userEvent.keyboard('{Enter}');
    const field = page.getByRole('textbox', { name: texts.name });
    for (const [typed, message] of [
      ['', formMessages.required(texts.name)],
      ['  ', formMessages.whitespace(texts.name)],
    ] as const) {
      await userEvent.fill(field, typed);
      await userEvent.keyboard('{Enter}');
      await expect.element(page.getByText(message)).toBeVisible();
      await expect.element(field).toHaveFocus();
    }
    expect(requests).not.toContain('PUT /team');
    expect(await findings()).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await expect.element(button).toHaveFocus();
  });

  it('spec 5: names the field of an invitation that is empty or not an email address', async () => {
    show(team('owner'));
    const field = page.getByRole('textbox', { name: texts.invitations.email });
    await expect.element(field).toBeVisible();
    const send = page.getByRole('button', { name: texts.invitations.send });
    await send.click();
    const label = texts.invitations.email;
    await expect.element(page.getByText(formMessages.required(label))).toBeVisible();
    await userEvent.fill(field, 'an@');
    await send.click();
    await expect.element(page.getByText(formMessages.type.email(label))).toBeVisible();
    await expect.element(field).toHaveFocus();
  });

  it('restores the draft of an invitation, and discards it on request', async () => {
    const values = { email: 'an@shop.test', role: 'viewer', language: 'en' };
    storage.formDraft.write({ form: 'invitation', owner: 'person', values });
    show(team('owner'));
    const field = page.getByRole('textbox', { name: texts.invitations.email });
    await expect.element(field).toHaveValue('an@shop.test');
    const role = page.getByRole('combobox', { name: texts.invitations.role, exact: true });
    await expect.element(role).toHaveValue('viewer');
    await page.getByRole('button', { name: editing.draft.discard }).click();
    await expect.element(field).toHaveValue('');
    expect(storage.formDraft.read()).toBeNull();
    expect(await findings()).toEqual([]);
  });

  it('keeps the address and the role that are entered while an invitation is being sent', async () => {
    const answer = Promise.withResolvers<Invitation>();
    show(team('owner'), [], { 'POST /team/invitations': answer.promise });
    const field = page.getByRole('textbox', { name: texts.invitations.email });
    await userEvent.fill(field, 'an@shop.test');
    await page.getByRole('button', { name: texts.invitations.send }).click();
    await userEvent.fill(field, 'binh@shop.test');
    const role = page.getByRole('combobox', { name: texts.invitations.role, exact: true });
    await role.selectOptions('viewer');
    answer.resolve(waiting);
    await expect.element(page.getByText(texts.invitations.sent('an@shop.test'))).toBeVisible();
    await expect.element(field).toHaveValue('binh@shop.test');
    await expect.element(role).toHaveValue('viewer');
  });

  it('keeps the name dialog open that was opened again while a name is saved', async () => {
    const answer = Promise.withResolvers<Team>();
    show(team('owner'), [], { 'PUT /team': answer.promise });
    const rename = page.getByRole('button', { name: texts.rename });
    await rename.click();
    const name = page.getByRole('dialog').getByLabelText(texts.name);
    await userEvent.fill(name, 'Hoa Mai 2');
    await page.getByRole('button', { name: texts.saveName }).click();
    await userEvent.keyboard('{Escape}');
    await expect.element(name).not.toBeInTheDocument();
    await rename.click();
    await userEvent.fill(name, 'Hoa Mai 3');
    answer.resolve(team('owner'));
    await expect.element(page.getByText(texts.renamed)).toBeVisible();
    await expect.element(name).toHaveValue('Hoa Mai 3');
  });

  it('keeps the name dialog open with what is typed while another name is saved', async () => {
    const answer = Promise.withResolvers<Team>();
    show(team('owner'), [], { 'PUT /team': answer.promise });
    await page.getByRole('button', { name: texts.rename }).click();
    const name = page.getByRole('dialog').getByLabelText(texts.name);
    await userEvent.fill(name, 'Hoa Mai 2');
    await page.getByRole('button', { name: texts.saveName }).click();
    await userEvent.fill(name, 'Hoa Mai 3');
    answer.resolve(team('owner'));
    await expect.element(page.getByText(texts.renamed)).toBeVisible();
    await expect.element(name).toHaveValue('Hoa Mai 3');
    await page.getByRole('button', { name: texts.saveName }).click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });

  it('resets the role of the next invitation to member', async () => {
    show(team('owner'), [], { 'POST /team/invitations': waiting });
    const field = page.getByRole('textbox', { name: texts.invitations.email });
    const role = page.getByRole('combobox', { name: texts.invitations.role, exact: true });
    await userEvent.fill(field, 'an@shop.test');
    await role.selectOptions('owner');
    await page.getByRole('button', { name: texts.invitations.send }).click();
    await expect.element(page.getByText(texts.invitations.sent('an@shop.test'))).toBeVisible();
    await expect.element(field).toHaveValue('');
    await expect.element(role).toHaveValue('member');
  });
});

describe('the data of the team', () => {
  it('is erased by an owner who has seen the consequences', async () => {
    const { requests } = renderApp('/settings/team', {
      answers: {
        'GET /team': team('owner'),
        'GET /team/invitations': { items: [], total: 0 },
        'POST /team/erase_data': null,
      },
    });
    await page.getByRole('button', { name: texts.erasure.action }).click();
    const dialog = page.getByRole('dialog', { name: texts.erasure.confirm });
    for (const each of texts.erasure.consequences) {
      await expect.element(dialog.getByText(each)).toBeVisible();
    }
    expect(await findings()).toEqual([]);
    await dialog.getByRole('button', { name: texts.erasure.do }).click();
    await expect.element(page.getByText(texts.erasure.done)).toBeVisible();
    expect(requests).toContain('POST /team/erase_data');
  });

  it('requires the owner to sign in again if the last sign-in was long ago', async () => {
    renderApp('/settings/team', {
      answers: {
        'GET /team': team('owner'),
        'GET /team/invitations': { items: [], total: 0 },
        'POST /team/erase_data': Response.json(
          { error: 'fresh_sign_in_required', message: 'Hãy đăng nhập lại' },
          { status: 409 },
        ),
      },
    });
    await page.getByRole('button', { name: texts.erasure.action }).click();
    const dialog = page.getByRole('dialog', { name: texts.erasure.confirm });
    await dialog.getByRole('button', { name: texts.erasure.do }).click();
    await expect
      .element(dialog.getByRole('button', { name: reauthenticationTexts.action }))
      .toBeVisible();
    expect(await findings()).toEqual([]);
  });

  it('cannot be erased by members', async () => {
    show(team('member'));
    await expect.element(page.getByText(texts.ownersOnly('Minh'))).toBeVisible();
    await expect
      .element(page.getByRole('button', { name: texts.erasure.action }))
      .not.toBeInTheDocument();
  });
});
