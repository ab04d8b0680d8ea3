import { BookmarkIcon, EmptyState, LinkButton, Page, Skeleton } from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { savedViewsQuery, shopsQuery } from '../../api/queries/sharedQueries.ts';
import { useRouteParam } from '../../lists/index.ts';
import { plainSearch } from '../../lists/useUrlState.ts';
import { combineFailed, LoadError } from '../../loading/LoadError.tsx';
import { texts } from '../../saved-views/texts.ts';

/** The link to a saved view: opens it with the filters that it has now. */
export default function ViewScreen() {
  const viewId = useRouteParam('viewId');
  // The link may be to a view that was saved after this page fetched the others.
  const views = useQuery({ ...savedViewsQuery, staleTime: 0 });
  const shops = useQuery(shopsQuery);
  const failed = combineFailed([views, shops]);
  if (failed) {
    return (
      <Page>
        <LoadError title={texts.failed} query={failed} />
      </Page>
    );
  }
  if (!views.data || !shops.data) return <ViewLoading />;
  const view = views.data.items.find(({ id }) => id === viewId);
  if (!view && views.isFetching) return <ViewLoading />;
  if (!view) {
    return (
      <EmptyState
        screen
        title={texts.unknown.title}
        icon={<BookmarkIcon size={24} />}
        action={<LinkButton href="/">{texts.unknown.home}</LinkButton>}
      >
        {texts.unknown.text}
      </EmptyState>
    );
  }
  // The screen leaves out a shop that is gone, and says so.
  const search = { ...plainSearch.parseSearch(view.search), view: view.id };
  return <Navigate to={view.path} search={search} replace />;
}

function ViewLoading() {
  return (
    <Page>
      <div aria-busy="true">
        <Skeleton shape="block" />
      </div>
    </Page>
  );
}
