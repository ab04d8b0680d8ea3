import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { User } from '@seller-connect/contract';
import { render, violations } from '@seller-connect/ui/testing/render.tsx';
import { expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { createApiClient, setClients } from '../../api/index.ts';
import { vi as editing } from '../../editing/texts.vi.ts';
import { SessionContext } from '../../session/index.ts';
import { createSignedInAuth, createTestSession } from '../../session/testing/testSession.ts';
import { storage } from '../../storage.ts';
import { anotherTab } from '../../testing/anotherTab.ts';
import { formMessages } from '../../i18n/texts/formMessages.ts';
import { other, valuesOf } from './form.ts';
import { ProfileFields } from './ProfileFields.tsx';
import { texts } from './texts.ts';

const user: User = {
  sub: 'person',
  name: 'Lan',
  picture: null,
  email: null,
  phone_number: null,
  address: null,
  birthday: null,
  roles: ['seller'],
  permissions: [],
  meta_data: {},
  updated_at: null,
  tenant_id: 'tenant',
  profile: null,
  profileCompletedAt: null,
  team: { name: 'Lan', role: 'owner' as const },
};

/** Renders the form for a user without a profile; `answer` is the response of `POST /user`. */
function show(answer: () => Response | Promise<Response> = () => Response.json(user)) {
  const sent: unknown[] = [];
  const versions: (string | null)[] = [];
  const client = createApiClient({
    base: '',
    token: () => '',
    language: 'vi',
    onFailure: () => undefined,
    fetch: (_url, init) => {
      sent.push(typeof init?.body === 'string' ? JSON.parse(init.body) : null);
      versions.push(new Headers(init?.headers).get('if-match'));
      return Promise.resolve(answer());
    },
  });
  setClients({ core: client, catalogue: client });
  const form = (who: User) => (
    <QueryClientProvider client={new QueryClient()}>
      <SessionContext value={createTestSession({ present: createSignedInAuth(who.sub) })}>
        <ProfileFields user={who} />
      </SessionContext>
    </QueryClientProvider>
  );
  const { update } = render(form(user));
  onTestFinished(() => storage.formDraft.remove());
  return {
    sent,
    versions,
    /** Shows the profile as it was fetched since. */
    refetched: (who: User) => update(form(who)),
    /** Leaves the page and returns as this user. */
    comeBack(who: User) {
      update(null);
      update(form(who));
    },
  };
}

const save = () => page.getByRole('button', { name: texts.save }).click();
const list = (label: string) => page.getByRole('combobox', { name: label, exact: true });

it('spec 5: each empty field says that it is required, and nothing is sent', async () => {
  const { sent } = show();
  await save();
  for (const message of Object.values(texts.required)) {
    await expect.element(page.getByText(message)).toBeVisible();
  }
  await expect.element(page.getByText(formMessages.several(4))).toBeVisible();
  await expect.element(page.getByLabelText(texts.email)).toHaveFocus();
  expect(sent).toEqual([]);
  expect(await violations()).toEqual([]);
  await page.getByLabelText(texts.email).fill('l');
  await expect.element(page.getByText(texts.required.email)).not.toBeInTheDocument();
});

it('spec 3: the form is sent as email, phone number, business and purpose of use', async () => {
  const messages = anotherTab();
  const { sent } = show();
  await page.getByLabelText(texts.email).fill('lan@shop.vn');
  await page.getByLabelText(texts.phone).fill('0912345678');
  await list(texts.business).selectOptions('beauty');
  await list(texts.purpose).selectOptions(other);
  await page.getByLabelText(texts.purposeOther).fill('Vay vốn');
  await save();
  await vi.waitFor(
    () =>
      expect(sent).toEqual([
        {
          email: 'lan@shop.vn',
          phoneNumber: '0912345678',
          business: 'beauty',
          purpose: 'Vay vốn',
        },
      ]),
    { timeout: 60_000 },
  );
  await expect.poll(() => messages).toContainEqual(['getUser', 'readAudit']);
  expect(storage.formDraft.read()).toBeNull();
});

it('keeps what is typed while the profile is being saved', async () => {
  const answer = Promise.withResolvers<Response>();
  const { comeBack } = show(() => answer.promise);
  await page.getByLabelText(texts.email).fill('lan@shop.vn');
  await page.getByLabelText(texts.phone).fill('0912345678');
  await list(texts.business).selectOptions('beauty');
  await list(texts.purpose).selectOptions('stock');
  await save();
  await page.getByLabelText(texts.phone).fill('0987654321');
  answer.resolve(Response.json(user));
  await expect
    .element(page.getByRole('button', { name: texts.save }))
    .not.toHaveAttribute('aria-busy');
  await expect.element(page.getByLabelText(texts.phone)).toHaveValue('0987654321');
  comeBack(user);
  await expect.element(page.getByLabelText(texts.phone)).toHaveValue('0987654321');
});

it('shows the server’s message at the field that it is about', async () => {
  const message = 'Ngành nghề dài quá';
  show(() =>
    Response.json({ error: 'validation', details: { business: message } }, { status: 400 }),
  );
  await page.getByLabelText(texts.email).fill('lan@shop.vn');
  await page.getByLabelText(texts.phone).fill('0912345678');
  await list(texts.business).selectOptions(other);
  await page.getByLabelText(texts.businessOther).fill('Đồ thủ công');
  await list(texts.purpose).selectOptions('reporting');
  await save();
  await expect.element(page.getByText(message)).toBeVisible();
  await expect.element(page.getByLabelText(texts.businessOther)).toHaveFocus();
});

it('restores an unsent draft for the user who typed it, and for no other', async () => {
  const { comeBack } = show();
  await page.getByLabelText(texts.email).fill('lan@shop.vn');
  await list(texts.business).selectOptions(other);
  await page.getByLabelText(texts.businessOther).fill('Đồ thủ công');

  comeBack(user);
  await expect.element(page.getByText(editing.draft.restored)).toBeVisible();
  await expect.element(page.getByLabelText(texts.email)).toHaveValue('lan@shop.vn');
  await expect.element(page.getByLabelText(texts.businessOther)).toHaveValue('Đồ thủ công');
  expect(await violations()).toEqual([]);

  comeBack({ ...user, sub: 'somebody-else' });
  await expect.element(page.getByLabelText(texts.email)).toHaveValue('');
  expect(page.getByText(editing.draft.restored).query()).toBeNull();
  expect(storage.formDraft.read()).toBeNull();
});

it('discards a restored draft', async () => {
  storage.formDraft.write({
    form: 'profile',
    owner: user.sub,
    values: { ...valuesOf(user), email: 'half@', version: '0' },
  });
  show();
  await save();
  await expect.element(page.getByLabelText(texts.email)).toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('button', { name: editing.draft.discard }).click();
  await expect.element(page.getByLabelText(texts.email)).toHaveValue('');
  await expect.element(page.getByLabelText(texts.email)).not.toHaveAttribute('aria-invalid');
  expect(storage.formDraft.read()).toBeNull();
});

const stored: User = {
  ...user,
  profile: {
    email: 'lan@shop.vn',
    phoneNumber: '+84912345678',
    business: 'food',
    purpose: 'stock',
  },
  profileCompletedAt: '2026-11-02T03:00:00.000Z',
  profileVersion: 1,
  profileUpdatedAt: '2026-11-02T03:00:00.000Z',
};
const newer: User = {
  ...stored,
  profile: {
    email: 'lan@shop.vn',
    phoneNumber: '+84912345678',
    business: 'sport',
    purpose: 'stock',
  },
  profileVersion: 2,
  profileUpdatedAt: '2026-11-03T03:00:00.000Z',
};

it('shows what another tab saved, until something is typed', async () => {
  const { refetched } = show();
  refetched(stored);
  await expect.element(list(texts.business)).toHaveValue('food');
  refetched(newer);
  await expect.element(list(texts.business)).toHaveValue('sport');
  await page.getByLabelText(texts.email).fill('l@shop.vn');
  refetched(stored);
  await expect.element(list(texts.business)).toHaveValue('sport');
});

it('a restored draft replaces a profile that another tab saved only when asked', async () => {
  const { profile, profileVersion, profileUpdatedAt } = newer;
  const current = { profile, profileVersion, profileUpdatedAt };
  const conflict = Response.json(
    { statusCode: 409, error: 'changed_meanwhile', message: 'newer', details: { current } },
    { status: 409 },
  );
  const answers = [conflict, Response.json({ ...newer, profileVersion: 3 })];
  storage.formDraft.write({
    form: 'profile',
    owner: user.sub,
    values: { ...valuesOf(stored), phoneNumber: '0987654321', version: '1' },
  });
  const { versions, sent, refetched } = show(() => answers.shift() ?? Response.error());
  refetched(newer);
  await save();
  const dialog = page.getByRole('dialog', { name: texts.changedElsewhere });
  await expect.element(dialog.getByText('0987 654 321')).toBeVisible();
  await expect.element(dialog.getByText(texts.businesses.sport)).toBeVisible();
  expect(dialog.getByText('lan@shop.vn').query()).toBeNull();
  expect(await violations()).toEqual([]);
  await dialog.getByRole('button', { name: editing.conflict.saveMine }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(versions).toEqual(['"1"', '"2"']);
  expect(sent.at(-1)).toMatchObject({ phoneNumber: '0987654321', business: 'food' });
  await expect.poll(() => storage.formDraft.read()).toBeNull();
});

it('asks about a choice and its free text as one field', async () => {
  const { profile, profileVersion, profileUpdatedAt } = newer;
  const details = {
    current: {
      profile: { ...profile, phoneNumber: '+84987654321' },
      profileVersion,
      profileUpdatedAt,
    },
  };
  const conflict = Response.json({ error: 'changed_meanwhile', details }, { status: 409 });
  const answers = [conflict, Response.json({ ...newer, profileVersion: 3 })];
  const { versions, sent, refetched } = show(() => answers.shift() ?? Response.error());
  refetched(stored);
  await list(texts.business).selectOptions(other);
  await page.getByLabelText(texts.businessOther).fill('Đồ thủ công');
  await save();
  const dialog = page.getByRole('dialog', { name: texts.changedElsewhere });
  await expect.element(dialog.getByText('Đồ thủ công')).toBeVisible();
  await expect.element(dialog.getByText(texts.businesses.sport)).toBeVisible();
  expect(dialog.getByText('0987 654 321').query()).toBeNull();
  await dialog.getByRole('button', { name: editing.conflict.saveMine }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(versions).toEqual(['"1"', '"2"']);
  expect(sent.at(-1)).toMatchObject({ phoneNumber: '0987 654 321', business: 'Đồ thủ công' });
});

it('is saved without a version where the server is of an earlier release', async () => {
  const { versions, refetched } = show(() => Response.json(stored));
  const { profileVersion: _version, profileUpdatedAt: _updatedAt, ...unversioned } = stored;
  refetched(unversioned);
  await save();
  await expect.poll(() => versions).toEqual([null]);
});
