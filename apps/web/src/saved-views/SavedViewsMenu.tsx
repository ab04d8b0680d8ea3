import type { SavedView, SavedViewPath } from '@seller-connect/contract';
import {
  BookmarkIcon,
  CopyIcon,
  EditIcon,
  MailIcon,
  MenuButton,
  PlusIcon,
  RefreshIcon,
  showToast,
  TrashIcon,
  useIsPhone,
  UsersIcon,
  type MenuEntry,
  type MenuEntries,
} from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { savedViewsQuery, shopsQuery } from '../api/queries/sharedQueries.ts';
import { plainSearch } from '../lists/useUrlState.ts';
import { useTeamRole } from '../session/useTeamRole.ts';
import { lazyBlock } from '../loading/lazyBlock.tsx';
import { useOpenAtOnce } from '../loading/useOpenAtOnce.ts';
import { SaveViewDialog } from './SaveViewDialog.tsx';
import { sharedTexts } from '../i18n/index.ts';
import { knownText } from '../i18n/knownText.ts';
import { texts } from './texts.ts';
import { copyLink, useChangeView, useDeleteView } from './useChangeViews.ts';
import { goneShopOf, viewHref } from './viewAddress.ts';

/** Loaded when opened. */
const ScheduleDialog = lazyBlock(() => import('../report-emails/ScheduleDialog.tsx'), null);

export interface SavedViewsMenuProps {
  readonly path: SavedViewPath;
  /** The view in the address; empty without one. */
  readonly viewId: string;
  /** The search parameters of the displayed filters. */
  readonly current: string;
  /** Returns saved search parameters in the form of `current`. */
  readonly normalize: (search: string) => string;
  /** The user has pressed the button for this menu before it was loaded. */
  readonly opensAtOnce: boolean;
}

/** Opens, saves, renames, shares and deletes views of the report. */
export default function SavedViewsMenu(props: SavedViewsMenuProps) {
  const { path, viewId, current, normalize, opensAtOnce } = props;
  const trigger = useRef<HTMLButtonElement>(null);
  const query = useQuery(savedViewsQuery);
  const shops = useQuery(shopsQuery).data?.items;
  const navigate = useNavigate();
  const { history } = useRouter();
  const { isViewer } = useTeamRole();
  const change = useChangeView();
  const [dialog, setDialog] = useState<'save' | SavedView | null>(null);
  const [scheduling, setScheduling] = useState<SavedView | null>(null);
  const views = query.data?.items ?? [];
  const open = views.find((view) => view.id === viewId && view.path === path);
  const isChanged = open !== undefined && normalize(open.search) !== current;
  const isPhone = useIsPhone();

  /** Shows the displayed filters with another view, or without one. */
  const goTo = (search: string, view: string | null) =>
    void navigate({
      to: path,
      search: { ...plainSearch.parseSearch(search), ...(view !== null && { view }) },
      resetScroll: false,
      replace: true,
    });
  /** The displayed filters; null after the user has left the screen. */
  const shown = useRef<string | null>(null);
  useEffect(() => {
    shown.current = current;
    return () => void (shown.current = null);
  }, [current]);
  const remove = useDeleteView(({ id }) => {
    if (shown.current !== null && id === viewId) goTo(shown.current, null);
  });
  useOpenAtOnce(trigger, opensAtOnce, !query.isPending);

  const goneShop = open ? goneShopOf(open, shops) : null;
  const isGoneShopShown =
    goneShop !== null && new URLSearchParams(current).get('shop') === goneShop;
  useEffect(() => {
    if (!open || !isGoneShopShown) return;
    const search = new URLSearchParams(current);
    search.delete('shop');
    goTo(search.toString(), open.id);
    showGoneShop(open);
    // Runs once for each view that names a shop which is gone.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [open?.id, isGoneShopShown]);

  const toEntry = (view: SavedView): MenuEntry => ({
    kind: 'choice',
    id: view.id,
    label:
      view.path === path
        ? view.name
        : texts.onScreen(view.name, knownText(texts.screens, view.path, sharedTexts.other)),
    chosen: view === open,
    onSelect() {
      if (goneShopOf(view, shops) !== null) showGoneShop(view);
      history.push(viewHref(view, shops));
    },
  });
  const section = (id: 'own' | 'team'): MenuEntries => {
    const items = views.filter((view) => view.isOwn === (id === 'own'));
    return [items.length > 0 && { kind: 'heading', id, label: texts[id] }, ...items.map(toEntry)];
  };
  const action = (id: keyof typeof texts.actions, icon: ReactNode, onSelect: () => void) => ({
    id,
    label: texts.actions[id],
    icon,
    onSelect,
  });
  const isFailed = query.isError && !query.data;
  const isEmpty = query.data !== undefined && views.length === 0;
  const entries: MenuEntries = [
    ...section('own'),
    ...section('team'),
    isFailed && { kind: 'heading', id: 'failed', label: texts.failed },
    isFailed && action('retry', <RefreshIcon />, () => void query.refetch()),
    isEmpty && { kind: 'heading', id: 'none', label: texts.none },
    { kind: 'separator', id: 'line' },
    open &&
      isChanged &&
      open.canChange && {
        id: 'update',
        label: texts.update(open.name),
        icon: <BookmarkIcon />,
        onSelect: () => change.mutate({ view: open, body: { search: current } }),
      },
    action('saveNew', <PlusIcon />, () => setDialog('save')),
    (open || current !== '') && action('reset', <RefreshIcon />, () => goTo('', null)),
    open && { kind: 'heading', id: 'open', label: open.name },
    open?.isShared && action('copyLink', <CopyIcon />, () => void copyLink(open)),
    open?.path === '/' && action('email', <MailIcon />, () => setScheduling(open)),
    open?.isOwn &&
      !isViewer &&
      action(open.isShared ? 'unshare' : 'share', <UsersIcon />, () =>
        change.mutate({ view: open, body: { isShared: !open.isShared } }),
      ),
    open?.canChange && action('rename', <EditIcon />, () => setDialog(open)),
    open?.canChange && {
      ...action('remove', <TrashIcon />, () => remove.mutate(open)),
      tone: 'danger',
    },
  ];
  return (
    <>
      <MenuButton
        triggerRef={trigger}
        label={isChanged ? texts.changedMenu : texts.menu}
        value={open?.name ?? texts.menu}
        icon={<BookmarkIcon />}
        marked={isChanged}
        compact={isPhone}
        entries={entries}
      />
      {dialog !== null && (
        <SaveViewDialog
          view={dialog === 'save' ? null : dialog}
          path={path}
          search={current}
          mayShare={!isViewer}
          onSaved={(view) => {
            // The user may have closed the dialog and gone on before the view was saved.
            if (dialog === 'save' && shown.current === current) goTo(current, view.id);
          }}
          onClose={() => setDialog(null)}
        />
      )}
      {scheduling && (
        <ScheduleDialog view={scheduling} schedule={null} onClose={() => setScheduling(null)} />
      )}
    </>
  );
}

function showGoneShop({ name }: SavedView): void {
  showToast({ tone: 'attention', title: texts.shopGone(name), text: texts.shopGoneText });
}
