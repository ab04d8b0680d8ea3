import { retainFocus } from '@seller-connect/ui';
import type { ReactNode } from 'react';
import { expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AlertRulesCard } from '../../alert-rules/AlertRulesCard.tsx';
import { texts as rules } from '../../alert-rules/texts.ts';
import NotesDialog from '../../screens/dashboard/notes/NotesDialog.tsx';
import { texts as notes } from '../../screens/dashboard/notes/texts.ts';
import { Invitations } from '../../screens/team/Invitations.tsx';
import { texts as team } from '../../screens/team/texts.ts';
import { texts as tools } from '../../screens/tools/texts.ts';
import ToolsScreen from '../../screens/tools/ToolsScreen.tsx';
import { renderScreen } from '../../testing/renderScreen.tsx';

const id = (index: number) => `00000000-0000-4000-8000-00000000000${index}`;
const at = '2026-11-20T03:00:00.000Z';
const texts = ['Một', 'Hai', 'Ba'];

const invitations = texts.map((name, index) => ({
  id: id(index),
  email: `${name}@shop.test`,
  role: 'viewer',
  invitedBy: 'Lan',
  sentAt: at,
  expiresAt: at,
}));
const accesses = texts.map((name, index) => ({
  id: id(index),
  kind: 'tool',
  name,
  host: null,
  login: null,
  dataSet: null,
  createdBy: 'Lan',
  createdAt: at,
  lastUsedAt: null,
  expiresAt: null,
}));
const ruleItems = texts.map((name, index) => ({
  id: id(index),
  name,
  metric: 'gmv',
  platform: null,
  shopIds: [],
  currency: 'VND',
  condition: { kind: 'below', period: 'yesterday', threshold: '5000000' },
  inApp: true,
  mail: false,
  webhook: false,
  quietHours: null,
  isMuted: false,
  isMutedForYou: false,
  lastRaisedAt: null,
}));
const chartNotes = texts.map((text, index) => ({
  id: id(index),
  day: `2026-11-1${3 - index}`,
  text,
  shop: null,
  author: 'Lan',
  changedAt: at,
}));

/** Renders a list whose entries the server deletes, with what a keyboard needs to go on. */
function show(screen: () => ReactNode, items: readonly { readonly id: string }[], more: object) {
  let stored = items;
  onTestFinished(retainFocus());
  renderScreen({
    screen,
    path: '/',
    at: '/',
    answer({ method, url }) {
      if (url.pathname === '/user') return Response.json({ team: { name: 'Hoa', role: 'owner' } });
      if (url.pathname === '/partner/shops') return Response.json({ items: [], total: 0 });
      if (url.pathname === '/reports/data_sets') return Response.json({ dataSets: [] });
      if (method === 'GET') {
        return Response.json({ items: stored, total: stored.length, ...more });
      }
      stored = stored.filter((item) => !url.pathname.includes(item.id));
      return new Response(null, { status: 204 });
    },
  });
}

const button = (name: string) => page.getByRole('button', { name, exact: true });

const pressEnter = () => userEvent.keyboard('{Enter}');

async function pressAndConfirm(): Promise<void> {
  await pressEnter();
  await expect.element(button(tools.revoke.keep)).toHaveFocus();
  await userEvent.keyboard('{Tab}{Enter}');
}

async function chooseLast(): Promise<void> {
  await pressEnter();
  const entries = page.getByRole('menuitem');
  // The first entries depend on the role, which is loaded.
  await expect.element(entries.filter({ hasText: rules.remove })).toBeVisible();
  await expect.poll(() => document.activeElement?.role).toBe('menuitem');
  await userEvent.keyboard('{End}{Enter}');
}

/** Presses what deletes an entry, and expects the focus on that of another one. */
async function deleteAt(name: string, next: string, press: () => Promise<void>): Promise<void> {
  await expect.element(button(name)).toHaveFocus();
  await press();
  await expect.element(button(name)).not.toBeInTheDocument();
  await expect.element(button(next)).toHaveFocus();
}

it.each([
  {
    what: 'invitations',
    list: () => show(() => <Invitations />, invitations, {}),
    nameOf: (name: string) => team.invitations.withdrawOf(`${name}@shop.test`),
    press: pressEnter,
    heading: team.invitations.title,
  },
  {
    what: 'reporting tools, each after a question',
    list: () => show(() => <ToolsScreen />, accesses, { addresses: { lookerStudio: null } }),
    nameOf: tools.access.revokeOf,
    press: pressAndConfirm,
    heading: tools.access.title,
  },
  {
    what: 'alert rules, each in its menu',
    list: () =>
      show(() => <AlertRulesCard />, ruleItems, {
        timeZone: 'Asia/Ho_Chi_Minh',
        mailAvailable: true,
        maxPerTeam: 30,
      }),
    nameOf: rules.actionsOf,
    press: chooseLast,
    heading: rules.title,
  },
  {
    what: 'notes, in a dialog',
    list: () =>
      show(
        () => (
          <NotesDialog
            days={{ from: '2026-11-01', to: '2026-11-20' }}
            shop={undefined}
            onClose={() => undefined}
          />
        ),
        chartNotes.toReversed(),
        { mayChange: true },
      ),
    nameOf: (name: string) => notes.ofNote(notes.remove, name),
    press: pressEnter,
    heading: notes.title,
  },
])('the focus goes on when entries are deleted by keyboard: $what', async (list) => {
  const { nameOf, press } = list;
  list.list();
  await expect.element(button(nameOf('Hai'))).toBeVisible();
  button(nameOf('Hai')).element().focus();
  await deleteAt(nameOf('Hai'), nameOf('Ba'), press);
  await deleteAt(nameOf('Ba'), nameOf('Một'), press);
  await press();
  await expect.element(page.getByRole('heading', { name: list.heading })).toHaveFocus();
});
