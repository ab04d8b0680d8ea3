import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render, violationsInBothThemes } from '../testing/render.tsx';
import { Table } from './Table.tsx';

const showDesktop = () => page.viewport(1280, 720);
beforeEach(showDesktop);
afterEach(showDesktop);

describe('Table', () => {
  interface Row {
    readonly name: string;
    readonly units: number;
  }
  const rows: readonly Row[] = [
    { name: 'Shirt', units: 3 },
    { name: 'Skirt', units: 2 },
  ];
  const table = (onSort: () => void) => (
    <Table<Row>
      caption="Products"
      columns={[
        { id: 'name', header: 'Name', render: (row) => row.name },
        {
          id: 'units',
          header: 'Units',
          align: 'end',
          sortable: true,
          render: (row) => row.units,
        },
      ]}
      rows={rows}
      rowKey={(row) => row.name}
      sort={{ column: 'units', direction: 'descending' }}
      onSort={onSort}
    />
  );

  it('has row headers, is accessible in both themes, and announces its sort order', async () => {
    const onSort = vi.fn();
    render(table(onSort));
    expect(await violationsInBothThemes()).toEqual([]);
    await expect.element(page.getByRole('rowheader', { name: 'Shirt' })).toBeInTheDocument();
    await expect
      .element(page.getByRole('columnheader', { name: 'Units' }))
      .toHaveAttribute('aria-sort', 'descending');
    await page.getByRole('button', { name: 'Units' }).click();
    expect(onSort).toHaveBeenCalledWith({ column: 'units', direction: 'ascending' });
  });

  it('keeps its header visible below the page’s header, or scrolls sideways if it does not fit', async () => {
    await page.viewport(1024, 600);
    const many = Array.from({ length: 60 }, (_, index) => ({ name: `Row ${index}`, units: index }));
    const longTable = (width: number) => {
      // Header height as set by the main layout.
      const style = { width, '--table-head-top': '56px' };
      return (
        <div style={style}>
          <Table<Row>
            caption="Products"
            columns={[
              {
                id: 'name',
                header: 'Name',
                render: (row) => (
                  <span style={{ whiteSpace: 'nowrap' }}>{row.name} of a long name</span>
                ),
              },
              { id: 'units', header: 'Units', align: 'end', render: (row) => row.units },
            ]}
            rows={many}
            rowKey={(row) => row.name}
          />
        </div>
      );
    };
    const { update } = render(longTable(800));
    const area = page.getByRole('group', { name: 'Products' });
    await expect.element(area).not.toHaveAttribute('tabindex');
    window.scrollTo(0, 900);
    const head = page.getByRole('columnheader', { name: 'Units' }).element();
    await expect.poll(() => head.getBoundingClientRect().top).toBe(56);
    window.scrollTo(0, 0);
    update(longTable(120));
    await expect.element(area).toHaveAttribute('tabindex', '0');
    expect(document.documentElement.scrollWidth).toBe(1024);
  });

  it('follows the link of a row with the keys of the click, which can ask for a new tab', async () => {
    render(
      <Table<Row>
        caption="Products"
        columns={[
          { id: 'name', header: 'Name', render: ({ name }) => <a href={`#${name}`}>{name}</a> },
          { id: 'units', header: 'Units', render: ({ units }) => units },
        ]}
        rows={rows}
        rowKey={({ name }) => name}
        linkedRows
      />,
    );
    const followed: string[] = [];
    const onClick = (event: MouseEvent) => {
      if (!(event.target instanceof HTMLAnchorElement)) return;
      event.preventDefault();
      followed.push(`${event.ctrlKey ? 'Ctrl ' : ''}${event.target.hash}`);
    };
    document.addEventListener('click', onClick);
    onTestFinished(() => document.removeEventListener('click', onClick));
    await page.getByRole('cell', { name: '3' }).click();
    await page.getByRole('cell', { name: '2' }).click({ modifiers: ['Control'] });
    expect(followed).toEqual(['#Shirt', 'Ctrl #Skirt']);
  });

  it('keeps its sort buttons visible on a phone', async () => {
    await page.viewport(390, 800);
    render(table(() => undefined));
    const sort = page.getByRole('button', { name: 'Units' }).element().getBoundingClientRect();
    expect(sort.width).toBeGreaterThan(24);
    expect(sort.height).toBeGreaterThanOrEqual(24);
  });

  it('remains a table for screen readers when shown as cards on a phone', async () => {
    await page.viewport(390, 800);
    render(table(() => undefined));
    expect(await violationsInBothThemes()).toEqual([]);
    await expect.element(page.getByRole('rowheader', { name: 'Shirt' })).toBeInTheDocument();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });
});

describe('selectable rows', () => {
  const rows = ['Trà', 'Cà phê', 'Mật ong'];

  function renderTable(chosen: readonly string[], onChoose = vi.fn()) {
    render(
      <Table
        caption="Goods"
        rows={rows}
        rowKey={(row) => row}
        cardOf={(row) => ({ title: row, value: '5' })}
        columns={[
          { id: 'name', header: 'Name', render: (row) => row, sortable: true },
          { id: 'price', header: 'Price', render: () => '5', align: 'end' },
        ]}
        onSort={() => undefined}
        selection={{
          isChosen: (row) => chosen.includes(row),
          onChoose,
          labelOf: (row) => `Choose ${row}`,
          allLabel: 'Choose all',
        }}
      />,
    );
    return onChoose;
  }

  it('have a labeled checkbox each and are accessible, on a desktop and on a phone', async () => {
    renderTable(['Trà']);
    expect(await violationsInBothThemes()).toEqual([]);
    await expect.element(page.getByRole('checkbox', { name: 'Choose Trà' })).toBeChecked();
    await page.viewport(390, 844);
    const cards = page.getByRole('list', { name: 'Goods' }).getByRole('listitem');
    await expect.element(cards.nth(2)).toHaveTextContent('Choose Mật ongMật ong5');
    await expect.element(page.getByRole('checkbox', { name: 'Choose Trà' })).toBeChecked();
    expect(await violationsInBothThemes()).toEqual([]);
    // Minimum touch target on phones.
    const box = document.querySelector('li label')?.getBoundingClientRect();
    expect([box?.width, box?.height]).toEqual([44, 44]);
  });

  it('are selected on a phone too', async () => {
    await page.viewport(390, 844);
    const onChoose = renderTable([]);
    await page.getByRole('checkbox', { name: 'Choose Trà' }).click();
    expect(onChoose).toHaveBeenLastCalledWith(['Trà'], true);
  });

  it('are selected one by one, or all at once', async () => {
    const onChoose = renderTable(['Trà']);
    await page.getByRole('checkbox', { name: 'Choose Cà phê' }).click();
    expect(onChoose).toHaveBeenLastCalledWith(['Cà phê'], true);
    await page.getByRole('checkbox', { name: 'Choose Trà' }).click();
    expect(onChoose).toHaveBeenLastCalledWith(['Trà'], false);
    const all = page.getByRole('checkbox', { name: 'Choose all' });
    await expect.element(all).toBePartiallyChecked();
    await all.click();
    expect(onChoose).toHaveBeenLastCalledWith(rows, true);
  });
});
