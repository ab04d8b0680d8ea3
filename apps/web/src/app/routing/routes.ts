import { callbackPartners, callbackPath } from '../../shops/callbackPartners.ts';
import { sharedTexts } from '../../i18n/index.ts';
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
    icon: 'home',
    component: () => import('../../screens/dashboard/index.ts'),
  },
  {
    path: '/orders',
    name: names.orders,
    icon: 'orders',
    component: () => import('../../screens/orders/index.ts'),
    pages: [
      {
        path: '/orders/:shopId/:orderId',
        name: names.order,
        component: () => import('../../screens/orders/order.ts'),
      },
    ],
  },
  {
    path: '/products',
    name: names.products,
    icon: 'box',
    component: () => import('../../screens/products/index.ts'),
  },
  {
    path: '/reports/money',
    name: names.money,
    icon: 'wallet',
    component: () => import('../../screens/dashboard/money/index.ts'),
  },
  {
    path: '/reports/reconcile',
    name: names.reconcile,
    icon: 'scale',
    component: () => import('../../screens/reconcile/index.ts'),
    pages: [
      {
        path: '/reports/reconcile/:id',
        name: names.check,
        component: () => import('../../screens/reconcile/check.ts'),
      },
    ],
  },
  {
    path: '/connect',
    name: names.connect,
    icon: 'store',
    component: () => import('../../screens/connect/index.ts'),
    pages: [
      {
        path: '/connect/shops/:shopId',
        name: names.shop,
        component: () => import('../../screens/shop/index.ts'),
      },
      {
        path: '/connect/verified',
        name: names.verified,
        component: () => import('../../screens/verified/index.ts'),
      },
      {
        path: '/connect/done',
        name: names.done,
        component: () => import('../../screens/done/index.ts'),
      },
      {
        path: '/connect/unavailable',
        name: names.unavailable,
        component: () => import('../../screens/unavailable/index.ts'),
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
        icon: 'tag',
        permissions: 'catalog:all:all',
        component: () => import('../../screens/brands/index.ts'),
        pages: [
          {
            path: '/brands/new',
            name: names.newBrand,
            permissions: 'catalog:all:all',
            component: () => import('../../screens/brands/new.ts'),
          },
          {
            path: '/brands/:code',
            name: names.brand,
            permissions: 'catalog:all:all',
            component: () => import('../../screens/brands/brand.ts'),
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
        icon: 'coins',
        permissions: 'ppm:all:all',
        component: () => import('../../screens/pricing/index.ts'),
        pages: [
          {
            path: '/pricing/new',
            name: names.newPrice,
            permissions: 'ppm:all:all',
            component: () => import('../../screens/pricing/new.ts'),
          },
          {
            path: '/pricing/:sku',
            name: names.price,
            permissions: 'ppm:all:all',
            component: () => import('../../screens/pricing/price.ts'),
          },
        ],
      },
    ],
  },
  ...callbackPartners.map((partner) => ({
    path: callbackPath(partner),
    name: texts.callbackFrom(sharedTexts.partners[partner]),
    component: () => import('../../screens/callback/index.ts'),
  })),
  {
    path: '/oauth/callback/:partner',
    name: names.unavailable,
    component: () => import('../../screens/callback/index.ts'),
  },
  {
    path: '/profile/complete',
    name: names.completeProfile,
    component: () => import('../../screens/profile/index.ts'),
  },
  {
    path: '/settings',
    name: names.settings,
    icon: 'settings',
    section: true,
    component: () => import('../../screens/settings/index.ts'),
    children: [
      {
        path: '/settings/appearance',
        name: names.appearance,
        summary: summaries.appearance,
        icon: 'palette',
        component: () => import('../../screens/appearance/index.ts'),
      },
      {
        path: '/settings/profile',
        name: names.profile,
        summary: summaries.profile,
        icon: 'user',
        component: () => import('../../screens/profile/settings.ts'),
      },
      {
        path: '/settings/notifications',
        name: names.notifications,
        summary: summaries.notifications,
        icon: 'bell',
        component: () => import('../../screens/notifications/index.ts'),
      },
      {
        path: '/settings/password',
        name: names.password,
        summary: summaries.password,
        icon: 'lock',
        component: () => import('../../screens/account/password.ts'),
      },
      {
        path: '/settings/sessions',
        name: names.sessions,
        summary: summaries.sessions,
        icon: 'devices',
        component: () => import('../../screens/account/sessions.ts'),
      },
      {
        path: '/settings/account',
        name: names.account,
        summary: summaries.account,
        icon: 'shield',
        component: () => import('../../screens/account/index.ts'),
      },
      {
        path: '/settings/team',
        name: names.team,
        summary: summaries.team,
        icon: 'users',
        component: () => import('../../screens/team/index.ts'),
      },
      {
        path: '/settings/reporting-tools',
        name: names.tools,
        summary: summaries.tools,
        icon: 'chart',
        component: () => import('../../screens/tools/index.ts'),
      },
      {
        path: '/settings/audit',
        name: names.audit,
        summary: summaries.audit,
        icon: 'history',
        component: () => import('../../screens/audit/index.ts'),
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
    component: () => import('../../screens/google/index.ts'),
  },
  {
    path: '/join',
    name: names.join,
    layout: 'bare',
    component: () => import('../../screens/join/index.ts'),
  },
  {
    path: '/refer/invalid',
    name: names.referInvalid,
    layout: 'bare',
    component: () => import('../../screens/refer/index.ts'),
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
