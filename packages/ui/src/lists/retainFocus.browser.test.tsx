import { useState, type ReactNode } from 'react';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Button } from '../actions/Button.tsx';
import { EmptyState } from '../feedback/EmptyState.tsx';
import { Toaster } from '../feedback/Toaster.tsx';
import { ToastStore } from '../feedback/toasts.ts';
import { Card } from '../layout/Card.tsx';
import { Popover } from '../overlays/Popover.tsx';
import { render } from '../testing/render.tsx';
import { retainFocus } from './retainFocus.ts';
import { FilterChips } from './FilterChips.tsx';
import { Row, RowList } from './RowList.tsx';

beforeEach(() => onTestFinished(retainFocus()));

const names = ['Lan', 'Minh', 'Nam'];
const button = (name: string) => page.getByRole('button', { name });

it('takes the focus from nowhere else', async () => {
  const list = (shown: readonly string[]) => (
    <Card title="Members">
      <input aria-label="Search" />
      <ul>
        {shown.map((name) => (
          <li key={name}>
            <button type="button">{name}</button>
          </li>
        ))}
      </ul>
      <p>Text</p>
    </Card>
  );
  const { update } = render(list(names));
  const search = page.getByRole('textbox', { name: 'Search' });
  // Another user deletes an entry.
  search.element().focus();
  update(list(['Lan', 'Minh']));
  await expect.element(search).toHaveFocus();
  // The user has left the list by a click beside it.
  button('Lan').element().focus();
  await page.getByText('Text').click();
  expect(document.activeElement).toBe(document.body);
  update(list(['Minh']));
  await expect.element(button('Lan')).not.toBeInTheDocument();
  expect(document.activeElement).toBe(document.body);
});

it('stays behind the entries when the button that loads more of them goes', async () => {
  function Log() {
    const [shown, setShown] = useState(1);
    return (
      <Card title="Log">
        <RowList>
          {names.slice(0, shown).map((name) => (
            <Row key={name} title={name} />
          ))}
        </RowList>
        {shown < names.length && <Button onClick={() => setShown(names.length)}>More</Button>}
      </Card>
    );
  }
  render(<Log />);
  button('More').element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Nam')).toBeVisible();
  expect(document.activeElement).toBe(document.body);
});

it('goes on at the heading when the button for the first entry goes', async () => {
  function Tools() {
    const [isAdded, setAdded] = useState(false);
    return (
      <Card title="Tools">
        {isAdded ? (
          <RowList>
            <Row title="Looker" />
          </RowList>
        ) : (
          <Button onClick={() => setAdded(true)}>Add</Button>
        )}
      </Card>
    );
  }
  render(<Tools />);
  button('Add').element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { name: 'Tools' })).toHaveFocus();
});

it('goes on at the heading when the button that clears the filters goes, also below a list of tabs', async () => {
  function Orders() {
    const [isFiltered, setFiltered] = useState(true);
    return (
      <Card title="Orders">
        <ul>
          <li>All</li>
        </ul>
        <div>
          {isFiltered ? (
            <EmptyState
              title="Nothing matches"
              action={<Button onClick={() => setFiltered(false)}>Clear</Button>}
            />
          ) : (
            <RowList>
              <Row title="4711" />
            </RowList>
          )}
        </div>
      </Card>
    );
  }
  render(<Orders />);
  button('Clear').element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { name: 'Orders' })).toHaveFocus();
});

it('goes on at the next filter of a screen, and then at its heading', async () => {
  function Screen() {
    const [filters, setFilters] = useState(['Fees', 'March']);
    return (
      <main>
        <h1>Rows</h1>
        <FilterChips
          label="Filters"
          removeLabel={(text) => `Remove ${text}`}
          chips={filters.map((text) => ({
            id: text,
            text,
            onRemove: () => setFilters(filters.filter((each) => each !== text)),
          }))}
        />
      </main>
    );
  }
  render(<Screen />);
  button('Remove Fees').element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Remove March')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { name: 'Rows' })).toHaveFocus();
});

it('goes on at the heading of a panel whose button goes', async () => {
  function Panel() {
    const [isRead, setRead] = useState(false);
    return (
      <Popover label="News" renderTrigger={(props) => <Button {...props}>Bell</Button>}>
        {() => (
          <>
            <h2>News</h2>
            {!isRead && <Button onClick={() => setRead(true)}>Read</Button>}
          </>
        )}
      </Popover>
    );
  }
  render(<Panel />);
  await button('Bell').click();
  button('Read').element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { name: 'News' })).toHaveFocus();
});

it('does not scroll back to a list that the user has scrolled away from', async () => {
  const list = (shown: readonly string[]) => (
    <Card title="Members">
      <ul>
        {shown.map((name) => (
          <li key={name}>
            <button type="button">{name}</button>
          </li>
        ))}
      </ul>
      <div style={{ height: 5000 }} />
    </Card>
  );
  const { update } = render(list(names));
  button('Lan').element().focus();
  window.scrollTo(0, 3000);
  expect(window.scrollY).toBe(3000);
  update(list(['Minh', 'Nam']));
  await expect.element(button('Minh')).toHaveFocus();
  expect(window.scrollY).toBeGreaterThan(2000);
});

it('goes on at the heading of the screen where the button stands in no section', async () => {
  const screen = (part: ReactNode) => (
    <main>
      <h1>Shops</h1>
      <ol>
        <li>Step 1</li>
      </ol>
      {part}
    </main>
  );
  const { update } = render(screen(<Button>Try again</Button>));
  button('Try again').element().focus();
  update(screen(<p>Loading</p>));
  await expect.element(page.getByRole('heading', { name: 'Shops' })).toHaveFocus();
});

it('goes on at the heading when a button beside entries goes, and none comes', async () => {
  const card = (part: ReactNode) => (
    <Card title="Log">
      {part}
      <RowList>
        <Row title="Lan" />
      </RowList>
    </Card>
  );
  const { update } = render(card(<Button>Try again</Button>));
  button('Try again').element().focus();
  update(card(null));
  await expect.element(page.getByRole('heading', { name: 'Log' })).toHaveFocus();
});

it('leaves a replaced screen to the router', async () => {
  const { pathname } = location;
  onTestFinished(() => history.replaceState(null, '', pathname));
  const screen = (title: string) => (
    <main>
      <div key={title}>
        <h1>{title}</h1>
        <section>
          <button type="button">Open {title}</button>
        </section>
      </div>
    </main>
  );
  const { update } = render(screen('Home'));
  button('Open Home').element().focus();
  history.replaceState(null, '', '/next');
  update(screen('Next'));
  await expect.element(page.getByRole('heading', { name: 'Next' })).toBeVisible();
  expect(document.activeElement).toBe(document.body);
});

it('leaves a dismissed toast to its region', async () => {
  const store = new ToastStore();
  render(<Toaster label="Messages" closeLabel="Close" store={store} />);
  store.show({ tone: 'info', title: 'Saved' });
  const close = button('Close');
  await close.click();
  await expect.element(close).not.toBeInTheDocument();
  expect(document.activeElement).toBe(document.body);
});
