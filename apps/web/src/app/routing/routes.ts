import {
  BarsIcon,
  BellIcon,
  BoxIcon,
  CheckCircleIcon,
  CoinsIcon,
  DevicesIcon,
  HistoryIcon,
  HomeIcon,
  LockIcon,
  OrdersIcon,
  PaletteIcon,
  SettingsIcon,
  ShieldIcon,
  StoreIcon,
  TagIcon,
  UserIcon,
  UsersIcon,
  WalletIcon,
} from '@seller-connect/ui';
import { callbackPartners, callbackPath } from '../../shops/callbackPartners.ts';
import { partnerName } from '../../i18n/index.ts';
import type { RouteItem } from './routeTable.ts';
import { texts } from '../texts.ts';

const names = texts.routes;
const { summaries } = texts;

/**
 * The route table. Menu, breadcrumbs, titles, guards and the router's tree are derived from it; only screens in this
 * table exist.
 */
export const routes: readonly RouteItem[] = [
  {
    path: '/',
    name: names.home,
    icon: HomeIcon,
    component: () => import('../../screens/dashboard/DashboardScreen.tsx'),
    pages: [
      {
        path: '/views/:viewId',
        name: names.view,
        component: () => import('../../screens/view/ViewScreen.tsx'),
      },
    ],
  },
  {
    path: '/orders',
    name: names.orders,
    group: texts.groups.selling,
    icon: OrdersIcon,
    component: () => import('../../screens/orders/OrdersScreen.tsx'),
    pages: [
      {
        path: '/orders/:shopId/:orderId',
        name: names.order,
        component: () => import('../../screens/orders/detail/OrderScreen.tsx'),
      },
    ],
  },
  {
    path: '/products',
    name: names.products,
    group: texts.groups.selling,
    icon: BoxIcon,
    component: () => import('../../screens/products/ProductsScreen.tsx'),
  },
  {
    path: '/reports/money',
    name: names.money,
    group: texts.groups.finance,
    icon: WalletIcon,
    component: () => import('../../screens/dashboard/money/MoneyScreen.tsx'),
    pages: [
      {
        path: '/reports/money/rows',
        name: names.rows,
        component: () => import('../../screens/dashboard/rows/RowsScreen.tsx'),
      },
    ],
  },
  {
    path: '/reports/reconcile',
    name: names.reconcile,
    group: texts.groups.finance,
    icon: CheckCircleIcon,
    component: () => import('../../screens/reconcile/ReconcileScreen.tsx'),
    pages: [
      {
        path: '/reports/reconcile/:id',
        name: names.check,
        component: () => import('../../screens/reconcile/result/ReconciliationScreen.tsx'),
      },
    ],
  },
  {
    path: '/connect',
    name: names.connect,
    group: texts.groups.connections,
    icon: StoreIcon,
    component: () => import('../../screens/connect/ConnectScreen.tsx'),
    pages: [
      {
        path: '/connect/shops/:shopId',
        name: names.shop,
        component: () => import('../../screens/shop/ShopScreen.tsx'),
      },
      {
        path: '/connect/verified',
        name: names.verified,
        component: () => import('../../screens/verified/VerifiedScreen.tsx'),
      },
      {
        path: '/connect/done',
        name: names.done,
        component: () => import('../../screens/done/DoneScreen.tsx'),
      },
      {
        path: '/connect/unavailable',
        name: names.unavailable,
        component: () => import('../../screens/unavailable/UnavailableScreen.tsx'),
      },
    ],
  },
  {
    name: texts.groups.catalogue,
    permissions: 'catalog',
    children: [
      {
        path: '/brands',
        name: names.brands,
        icon: TagIcon,
        permissions: 'catalog:all:all',
        component: () => import('../../screens/brands/BrandsScreen.tsx'),
        pages: [
          {
            path: '/brands/new',
            name: names.newBrand,
            permissions: 'catalog:all:all',
            component: () => import('../../screens/brands/NewBrandScreen.tsx'),
          },
          {
            path: '/brands/:code',
            name: names.brand,
            permissions: 'catalog:all:all',
            component: () => import('../../screens/brands/BrandScreen.tsx'),
          },
        ],
      },
    ],
  },
  {
    name: texts.groups.prices,
    permissions: 'ppm',
    children: [
      {
        path: '/pricing',
        name: names.prices,
        icon: CoinsIcon,
        permissions: 'ppm:all:all',
        component: () => import('../../screens/pricing/PricingScreen.tsx'),
        pages: [
          {
            path: '/pricing/new',
            name: names.newPrice,
            permissions: 'ppm:all:all',
            component: () => import('../../screens/pricing/NewPriceScreen.tsx'),
          },
          {
            path: '/pricing/:sku',
            name: names.price,
            permissions: 'ppm:all:all',
            component: () => import('../../screens/pricing/PriceScreen.tsx'),
          },
        ],
      },
    ],
  },
  ...callbackPartners.map((partner) => ({
    path: callbackPath(partner),
    name: texts.callbackFrom(partnerName(partner)),
    component: () => import('../../screens/callback/CallbackScreen.tsx'),
  })),
  {
    path: '/oauth/callback/:partner',
    name: names.unavailable,
    component: () => import('../../screens/callback/CallbackScreen.tsx'),
  },
  {
    path: '/profile/complete',
    name: names.completeProfile,
    component: () => import('../../screens/profile/ProfileScreen.tsx'),
  },
  {
    path: '/settings',
    name: names.settings,
    icon: SettingsIcon,
    section: true,
    component: () => import('../../screens/settings/SettingsScreen.tsx'),
    children: [
      {
        path: '/settings/appearance',
        name: names.appearance,
        summary: summaries.appearance,
        icon: PaletteIcon,
        component: () => import('../../screens/appearance/AppearanceScreen.tsx'),
      },
      {
        path: '/settings/profile',
        name: names.profile,
        summary: summaries.profile,
        icon: UserIcon,
        component: () => import('../../screens/profile/ProfileSettings.tsx'),
      },
      {
        path: '/settings/notifications',
        name: names.notifications,
        summary: summaries.notifications,
        icon: BellIcon,
        component: () => import('../../screens/notifications/NotificationSettingsScreen.tsx'),
      },
      {
        path: '/settings/password',
        name: names.password,
        summary: summaries.password,
        icon: LockIcon,
        component: () => import('../../screens/account/PasswordScreen.tsx'),
      },
      {
        path: '/settings/sessions',
        name: names.sessions,
        summary: summaries.sessions,
        icon: DevicesIcon,
        component: () => import('../../screens/account/SessionsScreen.tsx'),
      },
      {
        path: '/settings/account',
        name: names.account,
        summary: summaries.account,
        icon: ShieldIcon,
        component: () => import('../../screens/account/AccountScreen.tsx'),
      },
      {
        path: '/settings/team',
        name: names.team,
        summary: summaries.team,
        icon: UsersIcon,
        component: () => import('../../screens/team/TeamScreen.tsx'),
      },
      {
        path: '/settings/reporting-tools',
        name: names.tools,
        summary: summaries.tools,
        icon: BarsIcon,
        component: () => import('../../screens/tools/ToolsScreen.tsx'),
      },
      {
        path: '/settings/audit',
        name: names.audit,
        summary: summaries.audit,
        icon: HistoryIcon,
        component: () => import('../../screens/audit/AuditScreen.tsx'),
      },
    ],
  },
  {
    path: '/oauth/authorize',
    name: names.signIn,
    layout: 'bare',
    component: () => import('../auth/SignInRedirect.tsx'),
  },
  {
    path: '/oauth/callback/google',
    name: names.callbackGoogle,
    layout: 'bare',
    component: () => import('../../screens/google/GoogleCallbackScreen.tsx'),
  },
  {
    path: '/join',
    name: names.join,
    layout: 'bare',
    component: () => import('../../screens/join/JoinScreen.tsx'),
  },
  {
    path: '/refer/invalid',
    name: names.referInvalid,
    layout: 'bare',
    component: () => import('../../screens/refer/InvalidReferScreen.tsx'),
  },
  {
    path: '/403',
    name: names.forbidden,
    layout: 'bare',
    component: () => import('../errors/ForbiddenPage.tsx'),
  },
  {
    path: '/404',
    name: names.notFound,
    layout: 'bare',
    component: () => import('../errors/NotFoundPage.tsx'),
  },
  {
    path: '/500',
    name: names.broken,
    layout: 'bare',
    component: () => import('../errors/ServerErrorPage.tsx'),
  },
];
