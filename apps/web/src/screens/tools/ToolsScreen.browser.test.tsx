import type { CreatedReportAccess, ReportAccess, ReportsCatalogue } from '@seller-connect/contract';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { findings, renderApp } from '../../app/testing/renderApp.tsx';
import { formMessages } from '../../i18n/texts/formMessages.ts';
import { sharedTexts } from '../../i18n/index.ts';
import { reauthenticationTexts } from '../../session/reauthenticationTexts.ts';
import { roleTexts } from '../../session/roleTexts.ts';
import { texts as copyableTexts } from '../../copyable/texts.ts';
import { texts } from './texts.ts';

const access: ReportAccess = {
  id: '00000000-0000-4000-8000-000000000001',
  kind: 'tool',
  name: 'Power BI của kế toán',
  host: null,
  login: 'report_00000000000040008000000000000001',
  dataSet: null,
  createdBy: 'Lan',
  createdAt: '2026-11-01T00:00:00Z',
  lastUsedAt: null,
  expiresAt: '2026-10-01T00:00:00Z',
};
const made: CreatedReportAccess = { access, secret: 'scr_secret', url: null };
const sets: ReportsCatalogue = {
  dataSets: [
    {
      id: 'shop_day',
      label: 'Gian hàng theo ngày',
      bases: ['committed'],
      defaultFields: [],
      fields: [],
    },
    { id: 'products', label: 'Sản phẩm đang bán', bases: [], defaultFields: [], fields: [] },
  ],
};
const list = (items: readonly ReportAccess[], lookerStudio: string | null = null) => ({
  items,
  total: items.length,
  addresses: {
    query: 'https://app.test/reports/query',
    odata: 'https://app.test/odata/v1/',
    mcp: 'https://app.test/mcp',
    lookerStudio,
  },
});

function show(
  items: unknown,
  role = 'owner',
  create: unknown = made,
  revoke: unknown = new Response(null, { status: 204 }),
) {
  return renderApp('/settings/reporting-tools', {
    answers: {
      'GET /user': { team: { name: 'Hoa Mai', role } },
      'GET /reports/access': items,
      'GET /reports/data_sets': sets,
      'POST /reports/access': create,
      [`DELETE /reports/access/${access.id}`]: revoke,
    },
  });
}

beforeEach(async () => {
  localStorage.clear();
  await page.viewport(1280, 900);
});

describe('reporting tools', () => {
  it('keeps what is typed while an access is created', async () => {
    const created = Promise.withResolvers<Response>();
    show(list([]), 'owner', created.promise);
    await page.getByRole('button', { name: texts.access.newTool }).click();
    const name = page.getByRole('textbox', { name: texts.create.name });
    await name.fill('Power BI');
    await page.getByRole('button', { name: texts.create.make, exact: true }).click();
    await name.fill('Looker Studio');
    created.resolve(Response.json(made));
    await expect
      .element(page.getByLabelText(texts.made.secret, { exact: true }))
      .toHaveValue('scr_secret');
    await page.getByRole('button', { name: copyableTexts.done }).click();
    await expect.element(name).toHaveValue('Looker Studio');
  });

  it('shows a new secret although the form was closed while the access was created', async () => {
    const created = Promise.withResolvers<Response>();
    const { requests } = show(list([]), 'owner', created.promise);
    await page.getByRole('button', { name: texts.access.newTool }).click();
    const name = page.getByRole('textbox', { name: texts.create.name });
    await name.fill('Power BI');
    await page.getByRole('button', { name: texts.create.make, exact: true }).click();
    await expect.poll(() => requests).toContain('POST /reports/access');
    await userEvent.keyboard('{Escape}');
    await expect.element(name).not.toBeInTheDocument();
    created.resolve(Response.json(made));
    const secret = page.getByLabelText(texts.made.secret, { exact: true });
    await expect.element(secret).toHaveValue('scr_secret');
    await page.getByRole('button', { name: copyableTexts.done }).click();
    await expect.element(secret).not.toBeInTheDocument();
  });

  it('shows a new secret once, after a name is given, by keyboard', async () => {
    const { requests } = show(list([]));
    const give = page.getByRole('button', { name: texts.access.newTool });
    await expect.element(page.getByText(texts.access.none)).toBeVisible();
    expect(await findings()).toEqual([]);
    give.element().focus();
    await userEvent.keyboard('{Enter}');
    const name = page.getByRole('textbox', { name: texts.create.name });
    await expect.element(name).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText(formMessages.required(texts.create.name))).toBeVisible();
    expect(requests).not.toContain('POST /reports/access');
    await userEvent.fill(name, 'Power BI');
    await userEvent.keyboard('{Enter}');
    await expect
      .element(page.getByLabelText(texts.made.secret, { exact: true }))
      .toHaveValue('scr_secret');
    const login = page.getByLabelText(texts.made.login, { exact: true });
    await expect.element(login).toHaveValue(access.login ?? '');
    await expect.element(login).toHaveFocus();
    expect(await findings()).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => page.getByLabelText(texts.made.secret).query()).toBeNull();
    await expect.element(give).toHaveFocus();
  });

  it('keeps the secret on a click beside it, and selects it if it cannot be copied', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText');
    onTestFinished(() => writeText.mockRestore());
    show(list([]));
    await page.getByRole('button', { name: texts.access.newTool }).click();
    await page.getByRole('textbox', { name: texts.create.name }).fill('Power BI');
    await page.getByRole('button', { name: texts.create.make }).click();
    const secret = page.getByRole('textbox', { name: texts.made.secret, exact: true });
    await expect.element(secret).toBeVisible();
    await page
      .elementLocator(document.documentElement)
      .click({ position: { x: 4, y: 4 }, force: true });
    await expect.element(secret).toBeVisible();

    const copy = page.getByRole('button', { name: copyableTexts.copy(texts.made.secret) });
    writeText.mockRejectedValueOnce(new DOMException('No', 'NotAllowedError'));
    await copy.click();
    await expect.element(page.getByText(copyableTexts.notCopied)).toBeVisible();
    await expect.element(secret).toHaveFocus();
    expect(document.getSelection()?.toString()).toBe('scr_secret');
    writeText.mockResolvedValueOnce();
    await copy.click();
    await expect.element(page.getByText(copyableTexts.copied, { exact: true })).toBeVisible();
    expect(writeText.mock.calls).toEqual([['scr_secret'], ['scr_secret']]);
    await page.getByRole('button', { name: copyableTexts.done }).click();
    await expect.element(secret).not.toBeInTheDocument();
  });

  it('clears the validation errors when the dialog is closed', async () => {
    show(list([]));
    const open = page.getByRole('button', { name: texts.access.newTool });
    await open.click();
    await userEvent.keyboard('{Enter}');
    const name = page.getByRole('textbox', { name: texts.create.name });
    await expect.element(name).toHaveAttribute('aria-invalid', 'true');
    await userEvent.keyboard('{Escape}');
    await expect.element(name).not.toBeInTheDocument();
    await open.click();
    await expect.element(name).not.toHaveAttribute('aria-invalid');
  });

  it('lists accesses, and revokes one after confirmation', async () => {
    const { requests } = show(list([access]));
    await expect.element(page.getByText(access.name)).toBeVisible();
    await expect.element(page.getByText(/hết hạn ngày/)).toBeVisible();
    expect(await findings()).toEqual([]);
    await page.getByRole('button', { name: texts.access.revokeOf(access.name) }).click();
    await expect.element(page.getByText(texts.revoke.text)).toBeVisible();
    expect(requests).not.toContain(`DELETE /reports/access/${access.id}`);
    await page.getByRole('button', { name: texts.access.revoke, exact: true }).click();
    await expect.element(page.getByText(texts.access.revoked(access.name))).toBeVisible();
    expect(requests).toContain(`DELETE /reports/access/${access.id}`);
  });

  it('keeps the dialog of the next access when the response for the one before arrives', async () => {
    const response = Promise.withResolvers<Response>();
    const next = { ...access, id: '00000000-0000-4000-8000-000000000002', name: 'Looker Studio' };
    show(list([access, next]), 'owner', made, response.promise);
    await page.getByRole('button', { name: texts.access.revokeOf(access.name) }).click();
    const revoke = page.getByRole('button', { name: texts.access.revoke, exact: true });
    await revoke.click();
    await expect.element(revoke).toHaveAttribute('aria-busy', 'true');
    await page.getByRole('button', { name: texts.revoke.keep }).click();
    await page.getByRole('button', { name: texts.access.revokeOf(next.name) }).click();
    await expect.element(revoke).not.toHaveAttribute('aria-busy');
    response.resolve(new Response(null, { status: 204 }));
    await expect.element(page.getByText(texts.access.revoked(access.name))).toBeVisible();
    await expect
      .element(page.getByRole('dialog', { name: texts.revoke.title(next.name) }))
      .toBeVisible();
  });

  it('leads to a fresh sign-in if the server requires one, and keeps the input', async () => {
    const stale = Response.json(
      { error: 'fresh_sign_in_required', message: 'Hãy đăng nhập lại' },
      { status: 409 },
    );
    show(list([]), 'owner', stale);
    await page.getByRole('button', { name: texts.access.newTool }).click();
    const name = page.getByRole('textbox', { name: texts.create.name });
    await userEvent.fill(name, 'Power BI');
    await userEvent.keyboard('{Enter}');
    const again = page.getByRole('button', { name: reauthenticationTexts.action });
    await expect.element(again).toBeVisible();
    await expect.element(name).toHaveValue('Power BI');
    expect(await findings()).toEqual([]);
  });

  it('lets viewers download files, but not manage accesses', async () => {
    show(list([access]), 'viewer');
    await expect.element(page.getByText(roleTexts.readOnly('Hoa Mai'))).toBeVisible();
    await expect.element(page.getByRole('button', { name: texts.download.do })).toBeVisible();
    for (const name of [texts.access.newTool, texts.access.revokeOf(access.name)]) {
      expect(page.getByRole('button', { name }).query()).toBeNull();
    }
  });

  it('links to the Looker Studio connector if one is deployed', async () => {
    const address = 'https://lookerstudio.google.com/datasources/create?connectorId=AKfycb';
    show(list([], address));
    await expect
      .element(page.getByRole('link', { name: texts.lookerStudio.open }))
      .toHaveAttribute('href', address);
    expect(await findings()).toEqual([]);
  });

  it('disables the period for a data set without days', async () => {
    show(list([]));
    const set = page.getByRole('combobox', { name: texts.download.dataSet });
    await userEvent.selectOptions(set, 'products');
    await expect
      .element(page.getByRole('combobox', { name: texts.download.period }))
      .toBeDisabled();
  });

  it('says that the list failed to load, with a retry', async () => {
    const { requests } = show(Response.json({}, { status: 500 }));
    await expect.element(page.getByText(texts.failed)).toBeVisible();
    expect(await findings()).toEqual([]);
    const before = requests.length;
    await page.getByRole('main').getByRole('button', { name: sharedTexts.tryAgain }).last().click();
    await expect.poll(() => requests.length).toBeGreaterThan(before);
  });
});
