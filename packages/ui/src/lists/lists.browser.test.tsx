/// <reference types="@vitest/browser-playwright" />
import { useState } from 'react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { SearchField } from '../forms/SearchField.tsx';
import { FilterChips } from './FilterChips.tsx';
import { Pagination, visiblePages } from './Pagination.tsx';
import { Table } from './Table.tsx';
import { Timeline } from './Timeline.tsx';
import { ConfirmDialog } from '../overlays/ConfirmDialog.tsx';
import { render, violationsInBothThemes } from '../testing/render.tsx';

const field = () => page.getByRole('searchbox', { name: 'Search' });

/** Enters text like a browser: React listens to the event and reads the element's native value. */
function enterText(input: Element, text: string): void {
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
  set?.call(input, text);
  input.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

function Searching({ onSearch }: { readonly onSearch: (text: string) => void }) {
  const [value, setValue] = useState('');
  return (
    <>
      <SearchField
        label="Search"
        value={value}
        clearLabel="Clear"
        onSearch={(text) => {
          onSearch(text);
          setValue(text);
        }}
      />
      <button type="button" onClick={() => setValue('from the address')}>
        Back
      </button>
    </>
  );
}

describe('SearchField', () => {
  it('is accessible in both themes', async () => {
    render(<SearchField label="Search" value="trà" clearLabel="Clear" onSearch={() => {}} />);
    expect(await violationsInBothThemes()).toEqual([]);
  });

  it('searches after a pause in typing, not on every key', async () => {
    const onSearch = vi.fn();
    render(<Searching onSearch={onSearch} />);
    // All keystrokes occur in one task, so that a slow machine cannot exceed the debounce between them.
    for (const text of ['t', 'tr', 'trà']) enterText(field().element(), text);
    expect(onSearch).not.toHaveBeenCalled();
    await vi.waitFor(() => expect(onSearch).toHaveBeenCalledExactlyOnceWith('trà'), {
      timeout: 60_000,
    });
    await expect.element(field()).toHaveValue('trà');
  });

  it('searches at once on Enter and on clearing, and keeps the focus', async () => {
    const onSearch = vi.fn();
    render(<Searching onSearch={onSearch} />);
    await userEvent.type(field(), 'a{Enter}');
    expect(onSearch).toHaveBeenLastCalledWith('a');
    await page.getByRole('button', { name: 'Clear' }).click();
    expect(onSearch).toHaveBeenLastCalledWith('');
    await expect.element(field()).toHaveFocus();
    await expect.element(field()).toHaveValue('');
  });

  it('shows the value of the address when that changes', async () => {
    render(<Searching onSearch={() => {}} />);
    await userEvent.type(field(), 'x{Enter}');
    await page.getByRole('button', { name: 'Back' }).click();
    await expect.element(field()).toHaveValue('from the address');
  });
});

describe('Pagination', () => {
  const labels = { previous: 'Previous', next: 'Next', page: (text: string) => `Page ${text}` };
  const show = (current: number, pages: number) =>
    render(
      <Pagination
        label="Pages"
        page={current}
        pages={pages}
        hrefOf={(each) => `/list?page=${each}`}
        labels={labels}
      />,
    );

  it.each([1, 5])('is accessible in both themes, on page %i of 9', async (current) => {
    show(current, 9);
    expect(await violationsInBothThemes()).toEqual([]);
  });

  it('links to the pages, marks the current one, and disables Previous on the first', async () => {
    show(1, 3);
    await expect
      .element(page.getByRole('link', { name: 'Page 2' }))
      .toHaveAttribute('href', '/list?page=2');
    await expect
      .element(page.getByRole('link', { name: 'Page 1' }))
      .toHaveAttribute('aria-current', 'page');
    const previous = page.getByRole('link', { name: 'Previous' });
    await expect.element(previous).not.toHaveAttribute('href');
    await expect.element(previous).toHaveAttribute('aria-disabled', 'true');
    await expect
      .element(page.getByRole('link', { name: 'Next' }))
      .toHaveAttribute('href', '/list?page=2');
  });

  it('is hidden for a single page', () => {
    show(1, 1);
    expect(document.querySelector('nav')).toBeNull();
  });

  it.each([
    [1, 1, [1]],
    [1, 4, [1, 2, 3, 4]],
    [2, 4, [1, 2, 3, 4]],
    [5, 9, [1, 'gap', 4, 5, 6, 'gap', 9]],
    [4, 9, [1, 2, 3, 4, 5, 'gap', 9]],
    [9, 9, [1, 'gap', 8, 9]],
  ] as const)('on page %i of %i shows %j', (current, pages, expected) => {
    expect(visiblePages(current, pages)).toEqual(expected);
  });
});

describe('ConfirmDialog', () => {
  it('names its action, focuses the safe choice, and is accessible', async () => {
    const onConfirm = vi.fn();
    const onClose = vi.fn();
    render(
      <ConfirmDialog
        open
        title="Leave the page?"
        confirmLabel="Leave"
        cancelLabel="Stay"
        closeLabel="Close"
        danger
        onConfirm={onConfirm}
        onClose={onClose}
      >
        <p>What you entered is lost.</p>
      </ConfirmDialog>,
    );
    await expect.element(page.getByRole('button', { name: 'Stay' })).toHaveFocus();
    expect(await violationsInBothThemes()).toEqual([]);
    await page.getByRole('button', { name: 'Leave' }).click();
    expect(onConfirm).toHaveBeenCalledOnce();
    await userEvent.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
  });
});

it('a timeline is a named list, accessible in both themes', async () => {
  render(
    <Timeline
      label="History"
      entries={[
        { id: '2', title: 'Renamed', meta: 'Lan, today' },
        { id: '1', title: 'Added', meta: 'Minh, yesterday' },
      ]}
    />,
  );
  await expect.element(page.getByRole('list', { name: 'History' })).toBeVisible();
  expect(document.querySelectorAll('li')).toHaveLength(2);
  expect(await violationsInBothThemes()).toEqual([]);
});

it('a printed table has heads that wrap and stand on each page, and names of at most two lines', async () => {
  await page.viewport(700, 900);
  onTestFinished(() => page.viewport(1280, 720));
  const name = 'Trà & Đặc Sản Sương Mai';
  const amounts = [1, 2, 3, 4, 5, 6].map((id) => `Amount that is due of kind ${id}`);
  render(
    <Table
      caption="Shops"
      rows={[name]}
      rowKey={(row) => row}
      sort={{ column: 'name', direction: 'ascending' }}
      onSort={() => {}}
      columns={[
        { id: 'name', header: 'Shop', render: (row) => <span>{row}</span>, sortable: true },
        ...amounts.map((header) => ({
          id: header,
          header,
          align: 'end' as const,
          render: () => '12.345.678 ₫',
        })),
      ]}
    />,
  );
  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' });
  onTestFinished(async () => {
    await cdp().send('Emulation.setEmulatedMedia', { media: '' });
  });
  const head = page.getByRole('columnheader', { name: 'Shop' }).element();
  await expect.poll(() => getComputedStyle(head).position).toBe('static');
  // Chromium paints a box of a button on the first page only.
  expect(getComputedStyle(head.querySelector('button') ?? head).display).toBe('contents');
  const shop = page.getByText(name).element();
  const lineHeight = parseFloat(getComputedStyle(shop).fontSize) * 1.6;
  expect(shop.getBoundingClientRect().height).toBeLessThan(2 * lineHeight);
});

it('keeps the times of a list that is oldest first below each other, whatever has a line of its own', async () => {
  const entries = ['Placed', 'Handed over to the carrier by the seller'].map((title) => ({
    id: title,
    title,
    meta: `${title.length}/11/2026`,
  }));
  render(
    <div style={{ width: 300 }}>
      <Timeline label="Order" entries={entries} order="oldestFirst" />
    </div>,
  );
  const rights = entries.map(({ meta }) =>
    Math.round(page.getByText(meta).element().getBoundingClientRect().right),
  );
  expect(rights[0]).toBe(rights[1]);
});

it('a filter with a long code stays within a phone', async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 720));
  const chip = { id: 'sku', text: 'AO_THUN_'.repeat(20), onRemove: () => {} };
  render(<FilterChips label="Filters" chips={[chip]} removeLabel={(text) => `Remove ${text}`} />);
  const { right } = page.getByRole('button').element().getBoundingClientRect();
  expect(right).toBeLessThanOrEqual(390);
});
