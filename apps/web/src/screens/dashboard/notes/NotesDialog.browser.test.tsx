import type { ChartNote } from '@seller-connect/contract';
import { violations } from '@seller-connect/ui/testing/render.tsx';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { vi as editing } from '../../../editing/texts.vi.ts';
import { sharedTexts } from '../../../i18n/index.ts';
import { storage } from '../../../storage.ts';
import { renderScreen } from '../../../testing/renderScreen.tsx';
import { otherShop, shop } from '../testing/sampleReport.ts';
import NotesDialog from './NotesDialog.tsx';
import { vi as texts } from './texts.vi.ts';

const days = { from: '2026-10-24', to: '2026-11-20' };
let stored: ChartNote[] = [];
beforeEach(() => {
  stored = [];
});

const isNote = (body: unknown): body is Pick<ChartNote, 'day' | 'text' | 'shop'> =>
  typeof body === 'object' && body !== null && 'text' in body;

/** Renders the dialog with a server that keeps notes. */
function show({
  mayChange = true,
  fails = false,
  losesFirstResponse = false,
  saved = Promise.resolve(),
} = {}) {
  let isLost = losesFirstResponse;
  return renderScreen({
    screen: () => <NotesDialog days={days} shop={undefined} onClose={() => undefined} />,
    path: '/',
    at: '/',
    async answer({ method, url, body }) {
      if (url.pathname === '/partner/shops') {
        return Response.json({ items: [shop, otherShop], total: 2 });
      }
      if (fails) {
        const busy = {
          statusCode: 503,
          error: 'busy',
          message: 'Máy chủ đang bận.',
          requestId: '',
        };
        return Response.json(busy, { status: 503 });
      }
      const id = url.pathname.split('/').at(-1) ?? '';
      if (method === 'GET') return Response.json({ items: stored, mayChange });
      await saved;
      const basedOn = url.searchParams.get('changedAt');
      const current = stored.find((note) => note.id === id);
      if (current && basedOn !== null && basedOn !== current.changedAt) {
        const conflict = {
          statusCode: 409,
          error: 'changed_meanwhile',
          message: 'Người khác vừa thay đổi',
          requestId: '',
        };
        return Response.json({ ...conflict, details: { current } }, { status: 409 });
      }
      stored = stored.filter((note) => note.id !== id);
      if (method === 'DELETE') return new Response(null, { status: 204 });
      if (!isNote(body)) return new Response(null, { status: 400 });
      const note = { ...body, id, author: 'Lan', changedAt: '2026-11-20T03:00:00.000Z' };
      stored.push(note);
      if (isLost) {
        isLost = false;
        throw new TypeError('Failed to fetch');
      }
      return Response.json(note);
    },
  });
}

const field = (name: string) => page.getByRole('textbox', { name });
const button = (name: string) => page.getByRole('button', { name, exact: true });

it('a note is written by keyboard, changed, deleted, and restored by undo', async () => {
  show();
  await expect.element(page.getByText(texts.empty)).toBeVisible();
  await field(texts.text).click();
  await userEvent.keyboard('Livestream{Enter}');
  await expect.element(button(texts.ofNote(sharedTexts.edit, 'Livestream'))).toBeVisible();
  expect(stored).toMatchObject([{ day: '2026-11-20', text: 'Livestream', shop: null }]);
  expect(await violations()).toEqual([]);

  await button(texts.ofNote(sharedTexts.edit, 'Livestream')).click();
  await field(texts.day).fill('8/11/2026');
  await page.getByRole('combobox', { name: texts.shop }).selectOptions(shop.id);
  await button(texts.save).click();
  await expect.element(page.getByText(/8\/11\/2026 · .*· do Lan viết/)).toBeVisible();
  expect(stored).toMatchObject([{ day: '2026-11-08', shop: shop.id }]);
  const [before] = stored;

  await button(texts.ofNote(texts.remove, 'Livestream')).click();
  await expect.element(page.getByText(texts.empty)).toBeVisible();
  await button(sharedTexts.undo).click();
  await expect.element(button(texts.ofNote(sharedTexts.edit, 'Livestream'))).toBeVisible();
  expect(stored).toEqual([before]);
});

it('an unsent draft is restored until it is sent, canceled or closed', async () => {
  const rendered = show();
  await field(texts.text).fill('Livestream');
  await button(texts.add).click();
  await button(texts.ofNote(sharedTexts.edit, 'Livestream')).click();
  await field(texts.text).fill('Livestream 11.11');
  // As where the session ends.
  const comeBack = async () => {
    rendered.go('/elsewhere');
    await expect.element(page.getByText('elsewhere')).toBeVisible();
    rendered.go('/');
  };
  await comeBack();
  await expect.element(page.getByText(editing.draft.restored)).toBeVisible();
  await expect.element(field(texts.text)).toHaveValue('Livestream 11.11');
  expect(await violations()).toEqual([]);
  await button(texts.save).click();
  await expect.element(button(texts.ofNote(sharedTexts.edit, 'Livestream 11.11'))).toBeVisible();
  expect(stored).toHaveLength(1);
  expect(storage.formDraft.read()).toBeNull();

  await field(texts.day).fill('8/11');
  await comeBack();
  await expect.element(field(texts.day)).toHaveValue('8/11');
  await button(sharedTexts.close).click();
  expect(storage.formDraft.read()).toBeNull();
});

it('a note whose response was lost is not written twice', async () => {
  show({ losesFirstResponse: true });
  await field(texts.text).fill('Livestream');
  await button(texts.add).click();
  await expect.poll(() => stored).toHaveLength(1);
  await expect.element(button(texts.add)).not.toHaveAttribute('aria-busy', 'true');
  await button(texts.add).click();
  await expect.element(button(texts.ofNote(sharedTexts.edit, 'Livestream'))).toBeVisible();
  expect(stored).toHaveLength(1);
  // The next one is another.
  await field(texts.text).fill('Kho nghỉ');
  await button(texts.add).click();
  await expect.poll(() => stored).toHaveLength(2);
});

it('what is typed while a note is saved becomes the next note', async () => {
  const saving = Promise.withResolvers<void>();
  show({ saved: saving.promise });
  await field(texts.text).click();
  await userEvent.keyboard('Livestream{Enter} 11.11');
  saving.resolve();
  await expect.element(button(texts.ofNote(sharedTexts.edit, 'Livestream'))).toBeVisible();
  await expect.element(field(texts.text)).toHaveValue('Livestream 11.11');
  await expect.element(field(texts.text)).toHaveFocus();
  await expect.element(button(texts.add)).not.toHaveAttribute('aria-busy', 'true');
  await userEvent.keyboard('{Enter}');
  await expect.element(button(texts.ofNote(sharedTexts.edit, 'Livestream 11.11'))).toBeVisible();
  expect(stored.map(({ text }) => text)).toEqual(['Livestream', 'Livestream 11.11']);
  await expect.element(field(texts.text)).toHaveValue('');
  await expect.element(field(texts.text)).toHaveFocus();
});

it('a restored draft of a note that another user has changed meanwhile overwrites it only when asked', async () => {
  const note = { id: '1', day: '2026-11-08', shop: null, author: 'Lan' };
  const newer = { ...note, text: 'Kho nghỉ hai ngày', changedAt: '2026-11-20T05:00:00.000Z' };
  const draft = { id: '1', day: '8/11/2026', text: 'Kho nghỉ sáng', shop: '' };
  const values = { ...draft, changedAt: '2026-11-20T04:00:00.000Z' };
  storage.formDraft.write({ form: 'chart note', owner: 'person', values });
  onTestFinished(() => storage.formDraft.remove());
  stored = [newer];
  show();
  await expect.element(field(texts.text)).toHaveValue('Kho nghỉ sáng');
  await button(texts.save).click();
  const conflict = page.getByRole('dialog', { name: editing.conflict.title });
  await expect.element(conflict.getByText('Kho nghỉ hai ngày')).toBeVisible();
  expect(stored).toEqual([newer]);
  expect(await violations()).toEqual([]);
  await conflict.getByRole('button', { name: sharedTexts.close }).click();
  await expect.element(field(texts.text)).toHaveValue('Kho nghỉ sáng');
  await button(texts.save).click();
  await conflict.getByRole('button', { name: editing.conflict.saveMine }).click();
  await expect.element(button(texts.ofNote(sharedTexts.edit, 'Kho nghỉ sáng'))).toBeVisible();
  await expect.element(conflict).not.toBeInTheDocument();
  await expect.element(field(texts.text)).toHaveValue('');
  const refusal = page.getByText('Người khác vừa thay đổi');
  await expect.element(refusal).not.toBeInTheDocument();

  await button(texts.ofNote(sharedTexts.edit, 'Kho nghỉ sáng')).click();
  stored = [{ ...newer, changedAt: '2026-11-20T06:00:00.000Z' }];
  await field(texts.text).fill('Kho nghỉ chiều');
  await button(texts.save).click();
  await conflict.getByRole('button', { name: editing.conflict.takeTheirs }).click();
  await expect.element(field(texts.text)).toHaveValue('Kho nghỉ hai ngày');
  await expect.element(refusal).not.toBeInTheDocument();
});

it('a restored draft names its shop that was erased meanwhile, until another one is chosen', async () => {
  const values = { id: '', changedAt: '', day: '8/11/2026', text: 'Kho nghỉ', shop: 'erased' };
  storage.formDraft.write({ form: 'chart note', owner: 'person', values });
  onTestFinished(() => storage.formDraft.remove());
  show();
  const choice = page.getByRole('combobox', { name: texts.shop });
  await expect.element(choice).toHaveDisplayValue(texts.goneShop);
  await choice.selectOptions(texts.allShops);
  await button(texts.add).click();
  await expect.poll(() => stored).toMatchObject([{ text: 'Kho nghỉ', shop: null }]);
});

it('another note is not edited while one is saved', async () => {
  const saving = Promise.withResolvers<void>();
  stored = [
    { id: '1', day: '2026-11-08', text: 'Kho nghỉ', shop: null, author: null, changedAt: '' },
  ];
  show({ saved: saving.promise });
  await field(texts.text).fill('Livestream');
  await button(texts.add).click();
  await expect.element(button(texts.ofNote(sharedTexts.edit, 'Kho nghỉ'))).toBeDisabled();
  saving.resolve();
  await expect.element(button(texts.ofNote(sharedTexts.edit, 'Kho nghỉ'))).toBeEnabled();
});

it('a note that is changed gets the focus, and is not written again once it is deleted', async () => {
  show();
  await field(texts.text).fill('Livestream');
  await button(texts.add).click();
  await button(texts.ofNote(sharedTexts.edit, 'Livestream')).click();
  await expect.element(field(texts.text)).toHaveFocus();
  await button(texts.ofNote(texts.remove, 'Livestream')).click();
  await expect.element(page.getByText(texts.empty)).toBeVisible();
  await expect.element(field(texts.text)).toHaveValue('');
  await expect.element(button(texts.add)).toBeVisible();
});

it('validation errors are shown before a note is sent', async () => {
  const { requests } = show();
  await field(texts.day).fill('31/2/2026');
  await button(texts.add).click();
  await expect.element(field(texts.day)).toHaveAttribute('aria-invalid', 'true');
  await expect.element(field(texts.text)).toHaveAttribute('aria-invalid', 'true');
  expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
});

it('a viewer reads the notes on a phone, and can retry a failure', async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 720));
  stored = [
    {
      id: '1',
      day: '2026-11-08',
      text: 'Kho nghỉ',
      shop: null,
      author: null,
      changedAt: '',
    },
  ];
  show({ mayChange: false });
  await expect.element(page.getByText('Kho nghỉ')).toBeVisible();
  expect(page.getByRole('textbox').elements()).toEqual([]);
  expect(button(texts.ofNote(sharedTexts.edit, 'Kho nghỉ')).query()).toBeNull();
  show({ fails: true });
  await expect.element(page.getByText(texts.failed)).toBeVisible();
});

it('a click beside the dialog does not discard what is typed', async () => {
  show();
  await field(texts.text).fill('Livestream');
  await page
    .elementLocator(document.documentElement)
    .click({ position: { x: 4, y: 4 }, force: true });
  expect(storage.formDraft.read()?.values).toMatchObject({ text: 'Livestream' });
  await button(sharedTexts.close).click();
  expect(storage.formDraft.read()).toBeNull();
});

it('a new note that is half written comes back after another one is edited', async () => {
  const note = { day: '2026-11-08', shop: null, author: 'Lan', changedAt: '' };
  stored = [
    { ...note, id: '1', text: 'Kho nghỉ' },
    { ...note, id: '2', text: 'Đổi giá' },
  ];
  show();
  await field(texts.text).fill('Livestream');
  await button(texts.ofNote(sharedTexts.edit, 'Kho nghỉ')).click();
  await button(texts.ofNote(sharedTexts.edit, 'Đổi giá')).click();
  await button(sharedTexts.cancel).click();
  await expect.element(field(texts.text)).toHaveValue('Livestream');
  await button(texts.ofNote(sharedTexts.edit, 'Kho nghỉ')).click();
  await field(texts.text).fill('Kho nghỉ sáng');
  await button(texts.save).click();
  await expect.element(field(texts.text)).toHaveValue('Livestream');
  await button(texts.add).click();
  await expect.element(field(texts.text)).toHaveValue('');
  expect(stored.map(({ text }) => text)).toEqual(['Đổi giá', 'Kho nghỉ sáng', 'Livestream']);
});
