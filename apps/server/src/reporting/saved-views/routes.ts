import type { SavedView } from '@seller-connect/contract';
import type { Database } from '../../platform/database/database.ts';
import type { Http, Session } from '../../platform/http/http.ts';
import { Problem } from '../../platform/http/problem.ts';
import { accountName, accountNames, type FindAccount } from '../account-names.ts';
import {
  reopenViewNotifications,
  resolveViewNotifications,
} from '../report-emails/schedule-notifications.ts';
import {
  findView,
  insertView,
  listViews,
  lockViewCount,
  markViewDeleted,
  unmarkViewDeleted,
  updateView,
  type StoredView,
} from './view-store.ts';

export interface SavedViewDependencies {
  database: Pick<Database, 'tenant' | 'tenantRead'>;
  account: FindAccount;
  now(): Date;
}

/** Keeps the menu readable. */
const maxViewsPerAccount = 50;

/** Registers the routes that list, save, change and delete views of the report. */
export function savedViewRoutes(
  http: Http,
  { database, account, now }: SavedViewDependencies,
): void {
  http.handle('listSavedViews', async ({ session }) => {
    const views = await listViews(database, session.tenantId, session.accountId);
    const names = await accountNames(
      account,
      views.map(({ ownerId }) => ownerId),
    );
    const items = views.map((view) => presentView(view, session, names.get(view.ownerId) ?? null));
    items.sort((a, b) => a.name.localeCompare(b.name, 'vi') || a.id.localeCompare(b.id));
    return { items, maxOwn: maxViewsPerAccount };
  });

  http.handle('saveView', async ({ session, body }) => {
    const { path, isShared } = body;
    if (isShared) requireMember(session);
    const ownerId = session.accountId;
    const view = { ownerId, path, isShared, ...cleanView(body) };
    const stored = await database.tenant(session.tenantId, async (tx) => {
      if ((await lockViewCount(tx, ownerId)) >= maxViewsPerAccount) throw tooManyViewsProblem();
      return insertView(tx, view, now());
    });
    return presentView(stored, session, null);
  });

  http.handle('changeSavedView', async ({ session, params, body }) => {
    if (body.isShared) requireMember(session);
    const stored = await database.tenant(session.tenantId, async (tx) => {
      const view = changeable(await findView(tx, params.viewId, session.accountId), session);
      // The team's view without an owner would be nobody's.
      if (body.isShared === false && view.ownerId !== session.accountId) throw notOwnViewProblem();
      const { isShared = view.isShared } = body;
      const changed = { ...view, ...cleanView({ ...view, ...body }), isShared, changedAt: now() };
      await updateView(tx, changed);
      return changed;
    });
    return presentView(stored, session, await accountName(account, stored.ownerId));
  });

  http.handle('deleteSavedView', async ({ session, params }) => {
    await database.tenant(session.tenantId, async (tx) => {
      const view = changeable(await findView(tx, params.viewId, session.accountId), session);
      const deletedAt = now();
      await resolveViewNotifications(tx, view.viewId, deletedAt);
      await markViewDeleted(tx, view.viewId, deletedAt);
    });
    return null;
  });

  http.handle('restoreSavedView', async ({ session, params }) => {
    const stored = await database.tenant(session.tenantId, async (tx) => {
      const deleted = { isDeleted: true };
      const found = await findView(tx, params.viewId, session.accountId, deleted);
      const view = changeable(found, session);
      const { ownerId } = view;
      if (ownerId !== null && (await lockViewCount(tx, ownerId)) >= maxViewsPerAccount) {
        throw tooManyViewsProblem();
      }
      await reopenViewNotifications(tx, view.viewId);
      await unmarkViewDeleted(tx, view.viewId);
      return view;
    });
    return presentView(stored, session, await accountName(account, stored.ownerId));
  });
}

function canChange({ ownerId, isShared }: StoredView, { accountId, role }: Session): boolean {
  return ownerId === accountId || (isShared && role === 'owner');
}

/** @throws Problem 404 without a view that the caller sees, 403 if they may not change it */
function changeable(view: StoredView | null, session: Session): StoredView {
  if (!view) throw viewNotFoundProblem();
  if (!canChange(view, session)) throw notOwnViewProblem();
  return view;
}

/** Removes what is no part of a view: the page of a list and the name of the view that was open. */
const transientParameters = ['page', 'view', 'setup'] as const;

/** @throws Problem 400 for a blank name */
function cleanView({ name, search }: Pick<StoredView, 'name' | 'search'>) {
  const cleanName = name.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
  if (cleanName === '') throw nameRequiredProblem();
  const parameters = new URLSearchParams(search);
  for (const each of transientParameters) parameters.delete(each);
  return { name: cleanName, search: parameters.toString() };
}

function presentView(view: StoredView, session: Session, owner: string | null): SavedView {
  const { viewId, name, path, search, isShared, ownerId, changedAt } = view;
  const isOwn = ownerId === session.accountId;
  return {
    id: viewId,
    name,
    path,
    search,
    isShared,
    isOwn,
    canChange: canChange(view, session),
    owner: isOwn ? null : owner,
    changedAt: changedAt.toISOString(),
  };
}

function requireMember({ role }: Session): void {
  if (role === 'viewer') {
    throw new Problem(403, 'members_only', {
      vi: 'Bạn chỉ có quyền xem trong nhóm này nên chế độ xem của bạn là riêng tư. Hãy nhờ chủ nhóm đổi vai trò của bạn thành thành viên.',
      en: 'You have view-only access to this team, so your views are private. Ask a team owner to make you a member.',
    });
  }
}

const nameRequiredProblem = () =>
  new Problem(400, 'name_required', {
    vi: 'Hãy đặt tên cho chế độ xem.',
    en: 'Give the view a name.',
  });

const tooManyViewsProblem = () =>
  new Problem(
    409,
    'too_many_views',
    {
      vi: `Bạn đã lưu ${maxViewsPerAccount} chế độ xem. Hãy xoá bớt chế độ xem không còn dùng.`,
      en: `You’ve saved ${maxViewsPerAccount} views. Delete one you no longer use first.`,
    },
    { max: maxViewsPerAccount },
  );

const viewNotFoundProblem = () =>
  new Problem(404, 'view_unknown', {
    vi: 'Không tìm thấy chế độ xem này; có thể nó đã bị xoá hoặc là riêng tư.',
    en: 'View not found. It may have been deleted or is private.',
  });

const notOwnViewProblem = () =>
  new Problem(403, 'view_of_another', {
    vi: 'Chỉ người đã lưu hoặc chủ nhóm mới đổi được chế độ xem này. Bạn có thể lưu thành chế độ xem của mình.',
    en: 'Only the person who saved this view or a team owner can change it. You can save it as your own.',
  });
