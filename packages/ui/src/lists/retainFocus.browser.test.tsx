import { useState, type ReactNode } from 'react';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Button } from '../actions/Button.tsx';
import { EmptyState } from '../feedback/EmptyState.tsx';
import { Toaster } from '../feedback/Toaster.tsx';
import { ToastStore } from '../feedback/toasts.ts';
import { Card } from '../layout/Card.tsx';
import { ConfirmDialog } from '../overlays/ConfirmDialog.tsx';
import { Dialog } from '../overlays/Dialog.tsx';
import { MoreMenu } from '../overlays/MoreMenu.tsx';
import { Popover } from '../overlays/Popover.tsx';
import { render } from '../testing/render.tsx';
import { retainFocus } from './retainFocus.ts';
import { FilterChips } from './FilterChips.tsx';
import { Row, RowList } from './RowList.tsx';
import { Table } from './Table.tsx';

beforeEach(() => onTestFinished(retainFocus()));

const names = ['Lan', 'Minh', 'Nam'];
const button = (name: string) => page.getByRole('button', { name });

/** Entries with two actions each, of which the last deletes the entry. */
function Members() {
  const [members, setMembers] = useState(names);
  return (
    <Card title="Members" actions={<Button>Invite</Button>}>
      {members.length === 0 ? (
        <EmptyState title="Nobody is here" />
      ) : (
        <RowList label="All">
          {members.map((name) => (
            <Row
              key={name}
              title={name}
              actions={
                <>
                  <Button>Edit {name}</Button>
                  <Button onClick={() => setMembers(members.filter((each) => each !== name))}>
                    Delete {name}
                  </Button>
                </>
              }
            />
          ))}
        </RowList>
      )}
    </Card>
  );
}

describe('deleting entries by keyboard', () => {
  it('goes on at the next one, at the end at the previous one, and then at the heading', async () => {
    render(<Members />);
    button('Delete Minh').element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(button('Delete Nam')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(button('Delete Lan')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('heading', { name: 'Members' })).toHaveFocus();
    await userEvent.tab();
    await expect.element(button('Invite')).toHaveFocus();
  });

  it('goes on in a table, and in a list of a dialog', async () => {
    function Tables({ dialog }: { readonly dialog: boolean }) {
      const [rest, setRest] = useState(names);
      const table = (
        <Table
          caption="Keys"
          rows={rest}
          rowKey={(name) => name}
          columns={[
            { id: 'name', header: 'Name', render: (name) => name },
            {
              id: 'actions',
              header: 'Actions',
              render: (name) => (
                <Button onClick={() => setRest(rest.filter((each) => each !== name))}>
                  Revoke {name}
                </Button>
              ),
            },
          ]}
        />
      );
      return dialog ? (
        <Dialog open title="Keys of the team" closeLabel="Close" onClose={() => {}}>
          {table}
        </Dialog>
      ) : (
        <Card title="Keys of the team">{table}</Card>
      );
    }
    const rendered = render(<Tables dialog={false} />);
    button('Revoke Lan').element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(button('Revoke Minh')).toHaveFocus();
    rendered.update(<Tables key="dialog" dialog />);
    button('Revoke Nam').element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(button('Revoke Minh')).toHaveFocus();
  });

  it('goes on after a menu of the entry, whenever the entry goes', async () => {
    function Rules() {
      const [rules, setRules] = useState(names);
      const remove = (name: string) =>
        // The server has to delete it first.
        void Promise.resolve().then(() => setRules(rules.filter((each) => each !== name)));
      return (
        <Card title="Rules">
          <RowList>
            {rules.map((name) => (
              <Row
                key={name}
                title={name}
                actions={
                  <MoreMenu
                    label={`Actions of ${name}`}
                    entries={[{ id: 'remove', label: 'Delete', onSelect: () => remove(name) }]}
                  />
                }
              />
            ))}
          </RowList>
        </Card>
      );
    }
    render(<Rules />);
    button('Actions of Lan').element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('menuitem', { name: 'Delete' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(button('Actions of Minh')).toHaveFocus();
  });

  it.each(['before', 'after', 'with'])(
    'goes on after a question, if the entry goes %s the dialog',
    async (order) => {
      function Accesses() {
        const [accesses, setAccesses] = useState(names);
        const [chosen, setChosen] = useState<string | null>(null);
        const close = () => setChosen(null);
        const remove = () => setAccesses(accesses.filter((each) => each !== chosen));
        function confirm(): void {
          if (order === 'with') {
            remove();
            close();
            return;
          }
          const [first, second] = order === 'before' ? [remove, close] : [close, remove];
          first();
          requestAnimationFrame(second);
        }
        return (
          <Card title="Accesses">
            <ul>
              {accesses.map((name) => (
                <li key={name}>
                  {name}
                  <Button onClick={() => setChosen(name)}>Revoke {name}</Button>
                </li>
              ))}
            </ul>
            <ConfirmDialog
              open={chosen !== null}
              title="Revoke?"
              confirmLabel="Yes"
              cancelLabel="No"
              closeLabel="Close"
              onConfirm={confirm}
              onClose={close}
            >
              It cannot be undone.
            </ConfirmDialog>
          </Card>
        );
      }
      render(<Accesses />);
      button('Revoke Minh').element().focus();
      await userEvent.keyboard('{Enter}');
      await expect.element(button('No')).toHaveFocus();
      await userEvent.tab();
      await userEvent.keyboard('{Enter}');
      await expect.element(button('Revoke Nam')).toHaveFocus();
      expect(button('Revoke Minh').query()).toBeNull();
    },
  );
});

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
