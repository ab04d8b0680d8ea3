import { useState } from 'react';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Button } from '../actions/Button.tsx';
import { EmptyState } from '../feedback/EmptyState.tsx';
import { Card } from '../layout/Card.tsx';
import { ConfirmDialog } from '../overlays/ConfirmDialog.tsx';
import { Dialog } from '../overlays/Dialog.tsx';
import { MoreMenu } from '../overlays/MoreMenu.tsx';
import { render } from '../testing/render.tsx';
import { retainFocus } from './retainFocus.ts';
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
