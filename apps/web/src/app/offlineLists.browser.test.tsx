import { onlineManager } from '@tanstack/react-query';
import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { texts } from '../lists/texts.ts';
import { AuditLog } from '../screens/audit/AuditLog.tsx';
import RowsScreen from '../screens/dashboard/rows/RowsScreen.tsx';
import NotificationList from '../screens/notifications/NotificationList.tsx';
import ReconcileScreen from '../screens/reconcile/ReconcileScreen.tsx';
import { Differences } from '../screens/reconcile/result/Differences.tsx';
import { reconciliation } from '../screens/reconcile/testing/sampleReconciliation.ts';
import { LinkHistory } from '../screens/shop/ShopScreen.tsx';
import TeamScreen from '../screens/team/TeamScreen.tsx';
import ToolsScreen from '../screens/tools/ToolsScreen.tsx';
import { renderScreen } from '../testing/renderScreen.tsx';

const ignore = () => undefined;

it.each([
  {
    name: 'audit events',
    path: '/audit',
    screen: () => <AuditLog filters={{ period: '30' }} onClear={ignore} />,
  },
  {
    name: 'rows of a figure',
    path: '/reports/query',
    screen: RowsScreen,
    search: '?of=fees&from=2026-11-01&to=2026-11-08',
  },
  { name: 'comparisons', path: '/reporting/reconciliations', screen: ReconcileScreen },
  {
    name: 'differences',
    path: `/reporting/reconciliations/${reconciliation.id}/differences`,
    screen: () => <Differences reconciliation={reconciliation} />,
  },
  {
    name: 'notifications',
    path: '/user/notifications',
    screen: () => <NotificationList onClose={ignore} />,
  },
  {
    name: 'a shop’s history',
    path: '/partner/shops/1/history',
    screen: () => <LinkHistory shopId="1" />,
  },
  { name: 'members of the team', path: '/team', screen: TeamScreen },
  { name: 'reporting tools', path: '/reports/access', screen: ToolsScreen },
])(
  'offline, the list of $name says so, and loads by itself once online',
  async ({ screen, path, search = '' }) => {
    onlineManager.setOnline(false);
    onTestFinished(() => onlineManager.setOnline(true));
    const { requests } = renderScreen({
      screen,
      path: '/list',
      at: `/list${search}`,
      answer: () => new Promise(() => undefined),
    });
    const offline = page.getByText(texts.offlineText);
    await expect.element(offline).toBeVisible();
    const isBusy = () => offline.element().closest('[aria-busy="true"]') !== null;
    expect(isBusy()).toBe(false);
    expect(requests).toEqual([]);
    onlineManager.setOnline(true);
    await expect.element(offline).not.toBeInTheDocument();
    await expect.poll(() => requests.map(({ url }) => url.split('?')[0])).toContain(path);
  },
);
