import { Type, type Static } from 'typebox';
import { endpoints } from '../endpoints.ts';
import type { Routes } from '../route.ts';
import { Instant, Nullable, Uuid } from '../values.ts';

/** Screens whose address is their whole state, and so can be saved. */
export const SavedViewPath = Type.Enum(['/', '/reports/money', '/orders', '/products']);
export type SavedViewPath = Static<typeof SavedViewPath>;

const SavedViewName = Type.String({ minLength: 1, maxLength: 80 });
/** Search parameters without the question mark. The page of a list is not part of a view. */
const SavedViewSearch = Type.String({ maxLength: 2000, examples: ['period=7d&platform=SHOPEE'] });

export const SavedView = Type.Object({
  id: Uuid,
  name: Type.String(),
  path: SavedViewPath,
  search: Type.String(),
  /** False for a view that only its owner sees. */
  isShared: Type.Boolean(),
  isOwn: Type.Boolean(),
  /** The caller may rename, replace, share and delete it: its owner, and of a shared view an owner of the team. */
  canChange: Type.Boolean(),
  /** Name of its owner; null for the caller and once the account is removed. */
  owner: Nullable(Type.String()),
  changedAt: Instant,
});
export type SavedView = Static<typeof SavedView>;

export const SavedViewList = Type.Object({
  /** The caller’s views and those shared with the team, by name. */
  items: Type.Array(SavedView),
  /** Views that one user may save. */
  maxOwn: Type.Integer(),
});
export type SavedViewList = Static<typeof SavedViewList>;

const viewParams = Type.Object({ viewId: Uuid });

export const savedViewRoutes = {
  listSavedViews: {
    ...endpoints.listSavedViews,
    summary: 'Lists the caller’s saved views and those shared with the team',
    access: 'session',
    status: 200,
    response: SavedViewList,
  },
  saveView: {
    ...endpoints.saveView,
    summary: 'Saves a view of the report: a name, a screen and its search parameters',
    access: 'session',
    status: 201,
    body: Type.Object(
      {
        name: SavedViewName,
        path: SavedViewPath,
        search: SavedViewSearch,
        /** Viewers cannot share. */
        isShared: Type.Boolean(),
      },
      { additionalProperties: false },
    ),
    response: SavedView,
  },
  changeSavedView: {
    ...endpoints.changeSavedView,
    summary: 'Renames or shares a saved view, or replaces its search parameters',
    access: 'session',
    status: 200,
    params: viewParams,
    body: Type.Object(
      {
        name: Type.Optional(SavedViewName),
        search: Type.Optional(SavedViewSearch),
        isShared: Type.Optional(Type.Boolean()),
      },
      { additionalProperties: false },
    ),
    response: SavedView,
  },
  deleteSavedView: {
    ...endpoints.deleteSavedView,
    summary: 'Deletes a saved view. It can be restored for at least a day',
    access: 'session',
    status: 204,
    params: viewParams,
    response: Type.Null(),
  },
  restoreSavedView: {
    ...endpoints.restoreSavedView,
    summary: 'Restores a saved view that was deleted',
    access: 'session',
    status: 200,
    params: viewParams,
    response: SavedView,
  },
} as const satisfies Routes;
