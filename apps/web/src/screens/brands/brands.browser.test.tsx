import type { Brand } from '@seller-connect/contract';
import { violations, violationsInBothThemes } from '@seller-connect/ui/testing/render.tsx';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { texts as editingTexts } from '../../editing/texts.ts';
import { vi as editing } from '../../editing/texts.vi.ts';
import { sharedTexts } from '../../i18n/index.ts';
import { storage } from '../../storage.ts';
import { renderScreen } from '../../testing/renderScreen.tsx';
import BrandScreen from './BrandScreen.tsx';
import BrandsScreen from './BrandsScreen.tsx';
import NewBrandScreen from './NewBrandScreen.tsx';
import { texts } from './texts.ts';

const brand = (name: string, more: Partial<Brand> = {}): Brand => ({
  code: 'HOA',
  name,
  status: 'Active',
  version: 1,
  createdAt: '2026-11-11T00:00:00.000Z',
  updatedAt: '2026-11-11T00:00:00.000Z',
  ...more,
});

const part = (items: Brand[], total = items.length, number = 1) =>
  Response.json({ items, total, page: number, pageSize: 20 });

const refusal = (status: number, error: string, details: object) =>
  Response.json(
    { statusCode: status, error, message: `server: ${error}`, requestId: 'r', details },
    { status },
  );

const search = () => page.getByRole('searchbox');
const rows = () =>
  page
    .getByRole('rowheader')
    .elements()
    .map((each) => each.textContent);

beforeEach(() => page.viewport(1280, 800));

describe('the list of brands', () => {
  const show = (at: string, answer: Parameters<typeof renderScreen>[0]['answer']) =>
    renderScreen({ screen: BrandsScreen, path: '/brands', at, answer });

  it('spec 2: shows brands with their total count, accessible in both themes', async () => {
    show('/brands', () =>
      part([brand('Hoa Mai'), brand('Lá Sen', { code: 'LA', status: 'Inactive' })], 41),
    );
    await expect.element(page.getByRole('status').first()).toHaveTextContent('41 thương hiệu');
    expect(rows()).toEqual(['Hoa Mai', 'Lá Sen']);
    expect(await violationsInBothThemes()).toEqual([]);
  });

  it('is a list of cards on a phone, the first in the upper half', async () => {
    await page.viewport(390, 844);
    show('/brands', () => part([brand('Hoa Mai')]));
    const card = page.getByRole('list', { name: texts.caption }).getByRole('link');
    await expect.element(card).toHaveAttribute('href', '/brands/HOA');
    await expect.element(card.getByText(texts.statuses.Active)).toBeVisible();
    expect(card.element().getBoundingClientRect().bottom).toBeLessThan(844 / 2);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    expect(await violationsInBothThemes()).toEqual([]);
  });

  it('never shows an older response over a newer one', async () => {
    let release = () => {};
    const slow = new Promise<void>((resolve) => {
      release = resolve;
    });
    const rendered = show('/brands', async ({ url }) => {
      const term = url.searchParams.get('search') ?? 'all';
      if (term === 'old') await slow;
      return part([brand(term)]);
    });
    await expect.element(page.getByRole('link', { name: 'all' })).toBeVisible();
    await userEvent.fill(search(), 'old');
    await userEvent.keyboard('{Enter}');
    await userEvent.fill(search(), 'new');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('link', { name: 'new' })).toBeVisible();
    release();
    await expect.poll(() => rendered.requests.length).toBe(3);
    // By now the older response has arrived and would have been painted.
    for (const _ of [1, 2]) await new Promise((painted) => requestAnimationFrame(painted));
    expect(rows()).toEqual(['new']);
    expect(rendered.address()).toBe('/brands?q=new');
  });

  it('searches from the first page, and moves to the last if the page no longer exists', async () => {
    const rendered = show('/brands?page=9', ({ url }) => {
      const number = Number(url.searchParams.get('page'));
      return number > 3 ? part([], 45, number) : part([brand('Hoa')], 45, number);
    });
    await expect.poll(() => rendered.address()).toBe('/brands?page=3');
    await userEvent.type(search(), 'hoa{Enter}');
    await expect.poll(() => rendered.address()).toBe('/brands?q=hoa');
  });

  it('says that nothing matches, that there is nothing yet, or that loading failed', async () => {
    let failing = true;
    const rendered = show('/brands?q=x&status=Inactive', ({ url }) => {
      if (failing) return refusal(500, 'internal', {});
      return url.searchParams.has('search') ? part([]) : part([]);
    });
    await expect.element(page.getByText(texts.failed)).toBeVisible();
    expect(await violations()).toEqual([]);
    failing = false;
    await page.getByRole('button', { name: 'Thử lại' }).click();
    await expect.element(page.getByText('Không có kết quả phù hợp')).toBeVisible();
    expect(await violations()).toEqual([]);
    await page.getByRole('button', { name: 'Bỏ bộ lọc' }).click();
    await expect.element(page.getByText(texts.empty)).toBeVisible();
    expect(rendered.address()).toBe('/brands');
    expect(await violations()).toEqual([]);
  });
});

describe('a new brand', () => {
  it('spec 5: shows the server’s message at the field, and keeps the input', async () => {
    const rendered = renderScreen({
      screen: NewBrandScreen,
      path: '/brands/new',
      at: '/brands/new',
      answer: () => refusal(409, 'code_taken', { code: 'Mã này đã được dùng' }),
    });
    await userEvent.fill(page.getByLabelText(texts.name), 'Hoa Mới');
    await page.getByRole('button', { name: texts.create }).click();
    await expect
      .element(page.getByLabelText(texts.code))
      .toHaveAccessibleDescription('Mã này đã được dùng');
    await expect.element(page.getByLabelText(texts.code)).toHaveFocus();
    await expect.element(page.getByLabelText(texts.name)).toHaveValue('Hoa Mới');
    expect(rendered.requests.at(-1)?.body).toEqual({
      name: 'Hoa Mới',
      code: 'HOA-MOI',
      status: 'Active',
    });
    expect(await violations()).toEqual([]);
  });

  /** Renders the screen; the response to its form waits for `created`. */
  function renderSlowCreation() {
    const created = Promise.withResolvers<void>();
    const rendered = renderScreen({
      screen: NewBrandScreen,
      path: '/brands/new',
      at: '/brands/new',
      async answer() {
        await created.promise;
        return Response.json(brand('Hoa'));
      },
    });
    return { rendered, created };
  }

  it('makes what is typed while it is created the draft of the created brand', async () => {
    onTestFinished(() => storage.formDraft.remove());
    const { rendered, created } = renderSlowCreation();
    const name = page.getByLabelText(texts.name);
    await userEvent.fill(name, 'Hoa');
    await page.getByRole('button', { name: texts.create }).click();
    await userEvent.fill(name, 'Hoa Mai');
    created.resolve();
    await expect.poll(rendered.address).toBe('/brands/HOA');
    expect(storage.formDraft.read()).toMatchObject({
      form: 'brand HOA',
      owner: 'person',
      values: { name: 'Hoa Mai', version: '1' },
    });
  });

  it('does not lead away from the screen to which the user left while it is created', async () => {
    const { rendered, created } = renderSlowCreation();
    await userEvent.fill(page.getByLabelText(texts.name), 'Hoa');
    await page.getByRole('button', { name: texts.create }).click();
    rendered.go('/pricing/new');
    await page.getByRole('button', { name: editing.leave.go }).click();
    await expect.element(page.getByText('elsewhere')).toBeVisible();
    created.resolve();
    await expect.element(page.getByText(texts.created('Hoa'))).toBeVisible();
    expect(rendered.address()).toBe('/pricing/new');
  });

  it('asks before leaving with unsaved input only', async () => {
    const rendered = renderScreen({
      screen: NewBrandScreen,
      path: '/brands/new',
      at: '/brands/new',
      answer: () => refusal(500, 'internal', {}),
    });
    await userEvent.fill(page.getByLabelText(texts.name), 'Hoa');
    rendered.go('/brands');
    await page.getByRole('button', { name: 'Ở lại' }).click();
    await expect.element(page.getByLabelText(texts.name)).toHaveValue('Hoa');
    rendered.go('/brands');
    expect(storage.formDraft.read()?.values).toMatchObject({ name: 'Hoa', hasOwnCode: '' });
    await page.getByRole('button', { name: 'Rời trang, bỏ thay đổi' }).click();
    await expect.element(page.getByText('elsewhere')).toBeVisible();
    expect(storage.formDraft.read()).toBeNull();
  });

  it('restores the draft from before a sign-in until it is discarded', async () => {
    const values = { name: 'Hoa Mai', code: 'HM', hasOwnCode: 'yes', status: 'Inactive' };
    storage.formDraft.write({ form: 'new brand', owner: 'person', values });
    renderScreen({
      screen: NewBrandScreen,
      path: '/brands/new',
      at: '/brands/new',
      answer: () => refusal(500, 'internal', {}),
    });
    await expect.element(page.getByLabelText(texts.name)).toHaveValue('Hoa Mai');
    await expect.element(page.getByLabelText(texts.code)).toHaveValue('HM');
    expect(await violations()).toEqual([]);
    await userEvent.fill(page.getByLabelText(texts.name), ' ');
    await page.getByRole('button', { name: texts.create }).click();
    await expect.element(page.getByLabelText(texts.name)).toHaveAttribute('aria-invalid', 'true');
    await page.getByRole('button', { name: editing.draft.discard }).click();
    await expect.element(page.getByLabelText(texts.name)).toHaveValue('');
    await expect.element(page.getByLabelText(texts.name)).not.toHaveAttribute('aria-invalid');
    expect(page.getByText(editing.draft.restored).query()).toBeNull();
    expect(storage.formDraft.read()).toBeNull();
  });
});

describe('the brand root', () => {
  /** Simulates a server with one brand and optimistic locking, like the real one. */
  function show(first: Brand = brand('Hoa Mai')) {
    const server = { brand: first, isRefusing: false, saved: Promise.resolve() };
    const rendered = renderScreen({
      screen: BrandScreen,
      path: '/brands/:code',
      at: '/brands/HOA',
      async answer({ method, url, body }) {
        if (url.pathname.endsWith('/history')) {
          return Response.json({ items: [], total: 1, page: 1, pageSize: 10 });
        }
        if (method === 'GET') return Response.json(server.brand);
        await server.saved;
        if (server.isRefusing) return refusal(422, 'read_only', {});
        const { version, ...change } = Object(body);
        if (version !== server.brand.version) {
          return refusal(409, 'changed_meanwhile', { current: server.brand });
        }
        server.brand = { ...server.brand, ...change, version: version + 1 };
        return Response.json(server.brand);
      },
    });
    return { ...rendered, server };
  }

  it('spec 4: becomes Inactive, and Active again by undo', async () => {
    const { server } = show();
    await page.getByRole('button', { name: texts.deactivate }).click();
    await expect.element(page.getByRole('button', { name: texts.activate })).toBeVisible();
    expect(server.brand).toMatchObject({ status: 'Inactive', version: 2 });
    expect(await violations()).toEqual([]);
    await page.getByRole('button', { name: sharedTexts.undo }).click();
    await expect.poll(() => server.brand).toMatchObject({ status: 'Active', version: 3 });
  });

  it('shows both versions on a conflict, and lets the user choose', async () => {
    const { server } = show();
    await userEvent.fill(page.getByLabelText(texts.name), 'Tên của tôi');
    server.brand = brand('Tên của họ', { version: 5, status: 'Inactive' });
    await page.getByRole('button', { name: editingTexts.save }).click();
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByText('Tên của tôi')).toBeVisible();
    await expect.element(dialog.getByText('Tên của họ')).toBeVisible();
    expect(await violations()).toEqual([]);
    await dialog.getByRole('button', { name: 'Lưu bản của tôi' }).click();
    // The other user's status is kept: only the name was changed here.
    await expect
      .poll(() => server.brand)
      .toMatchObject({
        name: 'Tên của tôi',
        status: 'Inactive',
        version: 6,
      });
  });

  it('saves a name that was typed before the status was changed, without a conflict', async () => {
    const { server } = show();
    await userEvent.fill(page.getByLabelText(texts.name), 'Hoa Mới');
    await page.getByRole('button', { name: texts.deactivate }).click();
    await expect.element(page.getByRole('button', { name: texts.activate })).toBeVisible();
    await page.getByRole('button', { name: editingTexts.save }).click();
    await expect.element(page.getByText(texts.saved)).toBeVisible();
    expect(server.brand).toMatchObject({ name: 'Hoa Mới', status: 'Inactive', version: 3 });
  });

  it('keeps what is typed during a save as the next change', async () => {
    const { server } = show();
    const { promise, resolve: release } = Promise.withResolvers<void>();
    server.saved = promise;
    const save = page.getByRole('button', { name: editingTexts.save });
    await userEvent.fill(page.getByLabelText(texts.name), 'Hoa Mai Vàng');
    await save.click();
    await userEvent.fill(page.getByLabelText(texts.name), 'Hoa Mai Vàng Tết');
    release();
    await expect.element(page.getByRole('heading', { name: 'Hoa Mai Vàng' })).toBeVisible();
    await expect.element(page.getByLabelText(texts.name)).toHaveValue('Hoa Mai Vàng Tết');
    expect(storage.formDraft.read()?.values).toEqual({ name: 'Hoa Mai Vàng Tết', version: '2' });
    await save.click();
    await expect.poll(() => server.brand).toMatchObject({ name: 'Hoa Mai Vàng Tết', version: 3 });
    expect(page.getByRole('dialog').query()).toBeNull();
  });

  it('clears the validation errors on cancel', async () => {
    show();
    await userEvent.fill(page.getByLabelText(texts.name), ' ');
    await page.getByRole('button', { name: editingTexts.save }).click();
    await expect.element(page.getByLabelText(texts.name)).toHaveAttribute('aria-invalid', 'true');
    await page.getByRole('button', { name: sharedTexts.cancel }).click();
    await expect.element(page.getByLabelText(texts.name)).not.toHaveAttribute('aria-invalid');
  });

  it('clears the server’s refusal on cancel', async () => {
    const { server } = show();
    server.isRefusing = true;
    await userEvent.fill(page.getByLabelText(texts.name), 'Hoa Mới');
    await page.getByRole('button', { name: editingTexts.save }).click();
    await expect.element(page.getByText('server: read_only')).toBeVisible();
    await page.getByRole('button', { name: sharedTexts.cancel }).click();
    await expect.element(page.getByText('server: read_only')).not.toBeInTheDocument();
    await expect.element(page.getByLabelText(texts.name)).toHaveValue('Hoa Mai');
  });

  it('clears the validation errors when a restored draft is discarded', async () => {
    const values = { name: ' ', version: '1' };
    storage.formDraft.write({ form: 'brand HOA', owner: 'person', values });
    show();
    await page.getByRole('button', { name: editingTexts.save }).click();
    await expect.element(page.getByLabelText(texts.name)).toHaveAttribute('aria-invalid', 'true');
    await page.getByRole('button', { name: editing.draft.discard }).click();
    await expect.element(page.getByLabelText(texts.name)).toHaveValue('Hoa Mai');
    await expect.element(page.getByLabelText(texts.name)).not.toHaveAttribute('aria-invalid');
  });

  it('saves a restored draft against its original version, and then deletes it', async () => {
    const values = { name: 'Hoa Mai Vàng', version: '1' };
    storage.formDraft.write({ form: 'brand HOA', owner: 'person', values });
    const { requests } = show();
    await expect.element(page.getByText(editing.draft.restored)).toBeVisible();
    await page.getByRole('button', { name: editingTexts.save }).click();
    await expect.element(page.getByText(texts.saved)).toBeVisible();
    expect(requests.find(({ method }) => method !== 'GET')?.body).toEqual({
      name: 'Hoa Mai Vàng',
      version: 1,
    });
    expect(storage.formDraft.read()).toBeNull();
    expect(page.getByText(editing.draft.restored).query()).toBeNull();
  });

  it('takes the newer version if the user chooses it', async () => {
    const { server } = show();
    await userEvent.fill(page.getByLabelText(texts.name), 'Tên của tôi');
    server.brand = brand('Tên của họ', { version: 5 });
    await page.getByRole('button', { name: editingTexts.save }).click();
    await page.getByRole('button', { name: 'Dùng bản mới nhất' }).click();
    await expect.element(page.getByLabelText(texts.name)).toHaveValue('Tên của họ');
    expect(server.brand.version).toBe(5);
  });

  it('says that the brand does not exist', async () => {
    renderScreen({
      screen: BrandScreen,
      path: '/brands/:code',
      at: '/brands/nope',
      answer: () => refusal(404, 'not_found', {}),
    });
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('NOPE');
    await expect
      .element(page.getByRole('link', { name: texts.backToList }))
      .toHaveAttribute('href', '/brands');
  });
});
