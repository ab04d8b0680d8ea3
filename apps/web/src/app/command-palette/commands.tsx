import {
  BookmarkIcon,
  GlobeIcon,
  LinkIcon,
  MoonIcon,
  PartnerMark,
  RefreshIcon,
  SignOutIcon,
} from '@seller-connect/ui';
import type { Platform, SavedView, Shop } from '@seller-connect/contract';
import type { ReactNode } from 'react';
import {
  language,
  languages,
  sharedTexts,
  setLanguage,
  type Language,
  partnerName,
} from '../../i18n/index.ts';
import { setThemeMode, getThemeMode } from '../../theme/index.ts';
import { viewHref } from '../../saved-views/viewAddress.ts';
import { visibleItems } from '../routing/routeAccess.ts';
import type { RouteItem } from '../routing/routeTable.ts';
import type { Searchable } from './searchRank.ts';
import { texts } from './texts.ts';

export type CommandGroup = keyof typeof texts.groups;

/** An entry that the palette can find and run. */
export interface Command extends Searchable {
  readonly id: string;
  readonly group: CommandGroup;
  readonly icon: ReactNode;
  /** The language of the name if it is not the page's. */
  readonly lang?: Language;
  /** Distinguishes entries with the same name, such as the shop of an order. */
  readonly detail?: string;
  /** The figure of an answer. */
  readonly value?: string;
  readonly run: () => void;
}

/** Pages with a fixed address: those of the menu, its groups and its sections. */
export function pageCommands(
  items: readonly RouteItem[],
  permissions: readonly string[] | null,
  goTo: (path: string) => void,
): Command[] {
  const list = (of: readonly RouteItem[], above: RouteItem | null): Command[] =>
    of.flatMap((item) => {
      const { path, icon: Icon = above?.icon, name } = item;
      const inMenu = item.icon !== undefined || (above !== null && above.path === undefined);
      const reachable = path !== undefined && !path.includes(':') && item.component !== undefined;
      const own: Command[] =
        inMenu && reachable
          ? [
              {
                id: `page:${path}`,
                group: 'pages',
                name,
                icon: Icon && <Icon size={20} />,
                keywords: `${above?.name ?? ''} ${item.summary ?? ''} ${texts.keywords.pages[path] ?? ''}`,
                ...(above && { detail: above.name }),
                run: () => goTo(path),
              },
            ]
          : [];
      return [...own, ...list(item.children ?? [], item)];
    });
  return list(visibleItems(items, permissions), null);
}

/** The linked shops; each opens its own page. */
export function shopCommands(shops: readonly Shop[], goTo: (path: string) => void): Command[] {
  return shops.map((shop) => ({
    id: `shop:${shop.id}`,
    group: 'shops',
    name: shop.name,
    detail: partnerName(shop.platform),
    keywords: `${shop.externalShopId} ${partnerName(shop.platform)} ${texts.keywords.shop}`,
    icon: <PartnerMark partner={shop.platform} size={20} />,
    run: () => goTo(`/connect/shops/${shop.id}`),
  }));
}

/** Saved views of the report; each opens with its filters. */
export function viewCommands(
  views: readonly SavedView[],
  shops: readonly Shop[] | undefined,
  goTo: (path: string) => void,
): Command[] {
  return views.map((view) => ({
    id: `view:${view.id}`,
    group: 'views',
    name: view.name,
    keywords: texts.groups.views,
    icon: <BookmarkIcon size={20} />,
    ...(view.owner !== null && { detail: view.owner }),
    run: () => goTo(viewHref(view, shops)),
  }));
}

/** Actions available to the user; null where they are not permitted. */
export interface Actions {
  readonly sync: (() => void) | null;
  readonly link: ((platform: Platform) => void) | null;
  readonly partners: readonly Platform[];
  readonly signOut: () => void;
}

/** Commands that perform an action instead of opening a page. */
export function actionCommands({ sync, link, partners, signOut }: Actions): Command[] {
  const { keywords } = texts;
  const mode = getThemeMode() ?? 'system';
  const group = 'actions' as const;
  return [
    ...(sync
      ? [
          {
            id: 'sync',
            group,
            name: texts.sync,
            keywords: keywords.sync,
            icon: <RefreshIcon size={20} />,
            run: sync,
          },
        ]
      : []),
    ...(link
      ? partners.map((platform) => ({
          id: `link:${platform}`,
          group,
          name: texts.link(partnerName(platform)),
          keywords: keywords.link,
          icon: <LinkIcon size={20} />,
          run: () => link(platform),
        }))
      : []),
    ...(['light', 'dark', 'system'] as const)
      .filter((each) => each !== mode)
      .map((each) => ({
        id: `theme:${each}`,
        group,
        name: texts.theme(sharedTexts.themeModes[each]),
        keywords: `${keywords.theme} ${keywords.modes[each]}`,
        icon: <MoonIcon size={20} />,
        run: () => setThemeMode(each),
      })),
    ...languages
      .filter((each) => each !== language)
      .map((each) => ({
        id: `language:${each}`,
        group,
        name: sharedTexts.languageNames[each],
        lang: each,
        detail: texts.language,
        keywords: keywords.language,
        icon: <GlobeIcon size={20} />,
        run: () => setLanguage(each),
      })),
    {
      id: 'sign-out',
      group,
      name: sharedTexts.signOut,
      keywords: keywords.signOut,
      icon: <SignOutIcon size={20} />,
      run: signOut,
    },
  ];
}
